import { inDigits } from '../parts/locale.ts';
import { Moment } from '../parts/moment.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Empty, TableFrame } from '../parts/section.tsx';
import type { PayloadDetail } from '../server/payloads-api.ts';
import type { MenuChanges, PriceStep } from './count-changes.ts';
import { useChanges } from './use-changes.ts';

/** What the shelves would show otherwise if a payload were believed. */
export function WhatChanges({ payload }: { payload: PayloadDetail }) {
  const { current_payload_id: current, current_payload_fetched_at: shownSince } = payload;
  if (current === null)
    return (
      <Empty>
        No menu of this store has gone in yet: confirming brings in all of its{' '}
        {inDigits(payload.product_count)} products as new.
      </Empty>
    );
  return (
    <div className="grid gap-3">
      {shownSince !== null && shownSince > payload.fetched_at ? (
        <p className="rounded bg-(--warn-surface) p-2 text-(--warn)">
          A menu that was fetched later, <Moment at={shownSince} />, is on the shelves. Confirming adds this
          one to the history and leaves the shelves as they are.
        </p>
      ) : null}
      <Compared payload={payload} current={current} />
    </div>
  );
}

function Compared({ payload, current }: { payload: PayloadDetail; current: number }) {
  const { data, error, refetch } = useChanges(payload.dispensary_id, { from: current, to: payload.id });
  if (error !== null)
    return (
      <>
        <p>The two menus cannot be compared, so what would change is not known.</p>
        <ProblemNotice error={error} onRetry={() => void refetch()} />
      </>
    );
  if (data === undefined) return <p className="text-(--soft)">Comparing the two menus</p>;
  return <Changes {...data} />;
}

function Changes({ changes, before }: { changes: MenuChanges; before: number }) {
  const { steps, repriced, optionsAdded, optionsRemoved, quantities } = changes;
  const rows: [name: string, count: number, words: string][] = [
    ['Go out of stock', changes.outOfStock.length, suchAs(changes.outOfStock)],
    ['Gone from the menu', changes.removed.length, goneInWords(changes.removed)],
    ['New', changes.added.length, suchAs(changes.added)],
    ['Back in stock', changes.backInStock.length, suchAs(changes.backInStock)],
    ['Change their price', repriced, ''],
    ['Options that are new', optionsAdded, ''],
    ['Options that are gone', optionsRemoved, ''],
    ['Options with another quantity', quantities, ''],
  ];
  const shown = rows.filter(([, count], place) => count > 0 || place < 3);
  return (
    <>
      <dl className="grid grid-cols-[auto_auto_1fr] gap-x-3 gap-y-1 text-sm">
        {shown.map(([name, count, words]) => (
          <div key={name} className="contents" data-change={name}>
            <dt className="text-(--soft)">{name}</dt>
            <dd className="text-right font-semibold tabular-nums">{inDigits(count)}</dd>
            <dd className="min-w-0 break-words">{words}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-(--soft)">The last menu that went in has {inDigits(before)} products.</p>
      {steps.length === 0 ? null : <LargestSteps steps={steps} />}
    </>
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

function goneInWords(names: readonly string[]): string {
  if (names.length === 0) return '';
  return `${suchAs(names)}. They go out of stock once they have been missed three times over long enough; those that were missed before are not counted here.`;
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
