import { inDigits } from '../parts/locale.ts';
import type { PayloadDetail } from '../server/payloads-api.ts';
import { ProbableChange } from './changed-fields.tsx';
import { alikeOf, type AlikeRows } from './alike-rows.ts';

interface AlikeNoticesShown {
  alike: readonly AlikeRows[];
  /** Whether more menus wait than the page has loaded. */
  isPart: boolean;
  onSelect: (ids: string[]) => void;
}

/** Shows that many stores of a platform are doubted for the same fault, with a button that selects their rows. */
export function AlikeNotices({ alike, isPart, onSelect }: AlikeNoticesShown) {
  return alike.map((group) => (
    <p
      key={`${group.platform} ${group.fault} ${group.direction}`}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded bg-(--warn-surface) p-2 text-(--warn)"
    >
      <span>
        {inDigits(group.stores)} stores of {group.platform} {isPart ? 'among those shown ' : ''}are doubted
        alike (<FaultName {...group} />
        ): <ProbableChange platform={group.platform} id={Number(group.ids.at(-1))} /> The catalog keeps the
        previous menus.
      </span>
      <SelectAlike {...{ group, onSelect }} />
    </p>
  ));
}

interface AlikeStoresShown {
  alike: readonly AlikeRows[];
  payload: PayloadDetail;
  onSelect: (ids: string[]) => void;
}

/** Says how many other stores are doubted for the same fault as a waiting payload. */
export function AlikeStores({ alike, payload, onSelect }: AlikeStoresShown) {
  const { verdict, platform } = payload;
  const group = alikeOf(alike, payload);
  if (group === undefined || verdict !== 'suspect') return null;
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <span>
        {inDigits(group.stores - 1)} other stores of {platform} show the same (<FaultName {...group} />
        ).
      </span>
      <SelectAlike {...{ group, onSelect }} />
    </p>
  );
}

function FaultName({ fault, direction }: AlikeRows) {
  return (
    <>
      <code>{fault}</code>
      {direction === null ? '' : `, ${direction}ward`}
    </>
  );
}

function SelectAlike({ group, onSelect }: { group: AlikeRows; onSelect: (ids: string[]) => void }) {
  return (
    <button type="button" className="button px-2 py-0.5 text-sm" onClick={() => onSelect(group.ids)}>
      Select these {inDigits(group.ids.length)} rows
    </button>
  );
}
