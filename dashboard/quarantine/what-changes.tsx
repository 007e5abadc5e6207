import { inDigits } from '../parts/locale.ts';
import { Moment } from '../parts/moment.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Empty, TableFrame } from '../parts/section.tsx';
import type { PayloadDetail } from '../server/payloads-api.ts';
import type { MenuChanges, PriceStep } from './count-changes.ts';
import type { MissedProducts } from './count-missed.ts';
import { useChanges } from './use-changes.ts';
import { useMissed } from './use-missed.ts';

/** Shows what would change in the catalog if a payload were confirmed. */
export function WhatChanges({ payload }: { payload: PayloadDetail }) {
  const { current_payload_id: current, current_payload_fetched_at: shownSince } = payload;
  if (current === null)
    return (
      <Empty>
        No menu of this store has been ingested yet: believing this one adds all of its{' '}
        {inDigits(payload.product_count)} products.
      </Empty>
    );
  return (
    <div className="grid gap-3">
      {shownSince !== null && shownSince > payload.fetched_at ? (
        <p className="rounded bg-(--warn-surface) p-2 text-(--warn)">
          A menu that was fetched later, <Moment at={shownSince} />, is in the catalog. Believing this one
          adds it to the history and leaves the catalog as it is.
        </p>
      ) : null}
      <Compared payload={payload} current={current} />
    </div>
  );
}

function Compared({ payload, current }: { payload: PayloadDetail; current: number }) {
  const { data, error, refetch } = useChanges(payload.dispensary_id, { from: current, to: payload.id });
  const missed = useMissed(payload);
  const note = missed.error === null ? missed.data?.note : notKnown(missed.error, error);
  return (
    <>
      {error === null ? null : (
        <>
          <p>The two menus cannot be compared, so what would change is not known.</p>
          <ProblemNotice error={error} onRetry={() => void refetch()} />
        </>
      )}
      {data === undefined && error === null ? (
        <p className="text-(--soft)">Comparing the two menus</p>
      ) : (
        <Rows rows={[...stockRows(data?.changes), ...missedRows(missed.data), ...otherRows(data?.changes)]} />
      )}
      {note ? <p className="text-sm text-(--soft)">{note}</p> : null}
      {data === undefined ? null : (
        <p className="text-sm text-(--soft)">The last ingested menu has {inDigits(data.before)} products.</p>
      )}
      {data === undefined || data.changes.steps.length === 0 ? null : (
        <LargestSteps steps={data.changes.steps} />
      )}
    </>
  );
}

/**
 * Returns the message that the missed products are unknown; null if the other query has shown the same error, as both need the
 * payload's file.
 */
function notKnown({ message }: Error, said: Error | null): string | null {
  if (message === said?.message) return null;
  return `Which of the products that it lacks go out of stock is not known: ${message}`;
}

/** A kind of change: name, count and details. */
type ChangeRow = [name: string, count: number, words: string];

/** Rows that are shown even if the count is 0. */
const ALWAYS = ['Go out of stock', 'Gone from the menu', 'New'];

function stockRows(changes: MenuChanges | undefined): ChangeRow[] {
  if (changes === undefined) return [];
  return [
    ['Go out of stock', changes.outOfStock.length, suchAs(changes.outOfStock)],
    ['Gone from the menu', changes.removed.length, suchAs(changes.removed)],
  ];
}

function missedRows(missed: MissedProducts | undefined): ChangeRow[] {
  if (missed === undefined) return [];
  const { outOfStock, again, until } = missed;
  return [
    [`Missed ${until} times: out of stock`, outOfStock.length, suchAs(outOfStock)],
    ['Missed again: still in stock', again.length, suchAs(again)],
  ];
}

function otherRows(changes: MenuChanges | undefined): ChangeRow[] {
  if (changes === undefined) return [];
  const { repriced, optionsAdded, optionsRemoved, quantities } = changes;
  return [
    ['New', changes.added.length, suchAs(changes.added)],
    ['Back in stock', changes.backInStock.length, suchAs(changes.backInStock)],
    ['Change their price', repriced, ''],
    ['Options that are new', optionsAdded, ''],
    ['Options that are gone', optionsRemoved, ''],
    ['Options with another quantity', quantities, ''],
  ];
}

function Rows({ rows }: { rows: ChangeRow[] }) {
  const shown = rows.filter(([name, count]) => count > 0 || ALWAYS.includes(name));
  if (shown.length === 0) return null;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm sm:grid-cols-[auto_auto_1fr]">
      {shown.map(([name, count, text]) => (
        <div key={name} className="contents" data-change={name}>
          <dt className="col-start-1 text-(--soft)">{name}</dt>
          <dd className="font-semibold tabular-nums sm:text-right">{inDigits(count)}</dd>
          <dd className="col-span-full min-w-0 break-words empty:hidden sm:col-span-1 sm:col-start-3">
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const NAMES_MAX = 5;
const STEPS_MAX = 10;

function suchAs(names: readonly string[]): string {
  if (names.length === 0) return '';
  const shown = names.slice(0, NAMES_MAX).join(', ');
  const hidden = names.length - NAMES_MAX;
  return hidden > 0 ? `${shown} and ${inDigits(hidden)} more` : shown;
}

function LargestSteps({ steps }: { steps: readonly PriceStep[] }) {
  return (
    <TableFrame label="Prices that would change">
      <caption className="mb-1 text-left font-semibold">
        {steps.length > STEPS_MAX
          ? `The ${STEPS_MAX} largest of ${inDigits(steps.length)} prices that change`
          : 'Prices that change'}
      </caption>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Option</th>
          <th scope="col">Price</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {steps.slice(0, STEPS_MAX).map(({ key, name, option, price, from, to }) => (
          <tr key={key}>
            <td className="break-words">{name}</td>
            <td>{option}</td>
            <td>{price}</td>
            <td className="whitespace-nowrap tabular-nums">
              from {from ?? 'none'} to {to ?? 'none'}
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
