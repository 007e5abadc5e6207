import { SelectedCount } from '../parts/selection.tsx';
import { Link } from '@tanstack/react-router';
import { ActionButton } from '../parts/action-button.tsx';
import { CsvButton } from '../parts/csv-button.tsx';
import { inDigits } from '../parts/locale.ts';
import { Empty, Section } from '../parts/section.tsx';
import { describeUpdates } from '../server/live-events.ts';
import type { PayloadDecision } from '../server/payloads-api.ts';
import { VERBS } from './describe-decision.ts';
import { QuarantineTable } from './quarantine-table.tsx';
import type { ShownQuarantine } from './use-quarantine.ts';
import type { Waiting, WaitingRow } from './waiting-rows.ts';

type Decision = PayloadDecision['decision'];

interface WaitingListShown {
  shown: ShownQuarantine;
  rows: readonly WaitingRow[];
  /** The number of waiting menus on all pages. */
  total: number;
  /** The payload whose details are open. */
  open: number | undefined;
  /** Set if only the menus of this store are listed. */
  store: number | undefined;
  /** Why the decision about a payload failed, by payload id. */
  failures: ReadonlyMap<number, Error>;
  /** Why the user may not decide; null: they may. */
  whyNot: string | null;
  selected: ReadonlySet<string>;
  select: (ids: string[], isSelected: boolean) => void;
  clear: () => void;
  onRequest: (decision: Decision, payloads: readonly Waiting[]) => void;
}

/** The list of waiting menus, with actions for several at once. */
export function WaitingList({ shown, rows, total, selected, select, clear, ...rest }: WaitingListShown) {
  const { open, store, failures, whyNot, onRequest } = rest;
  const chosen = rows.flatMap(({ payload }) => (selected.has(String(payload.id)) ? [payload] : []));
  return (
    <Section
      id="waiting"
      title="Menus that wait"
      aside={shown.payloads === undefined ? '' : `${countRows(rows, total)}, ${describeUpdates(shown.live)}`}
    >
      {store === undefined ? null : (
        <p className="mb-3">
          Only menus of{' '}
          <Link to="/dispensaries/$id" params={{ id: String(store) }}>
            {rows[0]?.payload.dispensary_name ?? `the store ${store}`}
          </Link>
          .{' '}
          <Link to="/quarantine" search={open === undefined ? {} : { payload: open }}>
            Show all stores
          </Link>
        </p>
      )}
      {shown.payloads === undefined ? (
        <p className="text-(--soft)">{shown.error === null ? 'Loading' : ''}</p>
      ) : rows.length === 0 && shown.loadMore === undefined ? (
        <NothingWaits />
      ) : (
        <>
          <Actions {...{ whyNot, chosen, store, onRequest }} onClear={clear} />
          <QuarantineTable {...{ rows, selected, open, store, failures }} onSelect={select} />
        </>
      )}
      {shown.loadMore === undefined ? null : (
        <button type="button" className="button mt-2" disabled={shown.isLoadingMore} onClick={shown.loadMore}>
          Show more
        </button>
      )}
    </Section>
  );
}

/** Says how many menus wait, how many are shown, and in how many rows. */
function countRows(rows: readonly WaitingRow[], total: number): string {
  const shown = rows.reduce((sum, { again }) => sum + 1 + again.length, 0);
  const part = shown < total ? `, ${inDigits(shown)} shown` : '';
  const inRows =
    rows.length === shown ? '' : `, in ${rows.length === 1 ? 'one row' : `${inDigits(rows.length)} rows`}`;
  return `${inDigits(total)} in all${part}${inRows}`;
}

function NothingWaits() {
  return (
    <Empty>
      Nothing waits for a decision. A menu comes here when it can be read, but differs from the last ones of
      its store by more than menus usually do: many products are gone, sold out or at other prices.
    </Empty>
  );
}

interface ActionsShown {
  whyNot: string | null;
  chosen: readonly Waiting[];
  store: number | undefined;
  onRequest: (decision: Decision, payloads: readonly Waiting[]) => void;
  onClear: () => void;
}

/** The actions for the selected payloads. */
function Actions({ whyNot, chosen, store, onRequest, onClear }: ActionsShown) {
  const whyNone = whyNot ?? (chosen.length === 0 ? 'Select some first, or open one.' : null);
  return (
    <div role="group" aria-label="Actions" className="mb-3 flex flex-wrap items-center gap-2">
      <ActionButton
        whyNot={whyNone}
        hint="Asks for a reason, then ingests each."
        onClick={() => onRequest('confirm', chosen)}
      >
        {`${VERBS.confirm} selected`}
      </ActionButton>
      <ActionButton
        whyNot={whyNone}
        hint="Asks for a reason; the catalog stays as it is."
        onClick={() => onRequest('reject', chosen)}
      >
        {`${VERBS.reject} selected`}
      </ActionButton>
      <SelectedCount count={chosen.length} onClear={onClear} />
      <span className="ml-auto flex flex-wrap items-center gap-2">
        <CsvButton
          path="/api/payloads/quarantine"
          queryOf={() => (store === undefined ? {} : { dispensary_id: String(store) })}
          things="payloads"
        />
      </span>
    </div>
  );
}
