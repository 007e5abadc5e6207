import type { toBulkAction } from '../../../reports/bulk-action.ts';
import { formatTable } from '../../format-table.ts';
import { momentOf, timeOf } from '../../tell-time.ts';
import { withoutControls } from '../../../domain/without-controls.ts';

export type ShownBulkAction = ReturnType<typeof toBulkAction>;

/** One row for each; times are UTC. */
export function tellBulkActions(actions: ShownBulkAction[]): string {
  return formatTable(
    ['bulk action', 'what', 'status', 'matched', 'done', 'skipped', 'failed', 'created', 'ended', 'asked by'],
    actions.map((one) => [
      withoutControls(one.id),
      whatOf(one),
      one.status,
      String(one.matched ?? '-'),
      one.done,
      one.skipped,
      one.failed,
      timeOf(one.created_at),
      timeOf(one.completed_at),
      withoutControls(one.requested_by ?? '-'),
    ]),
  );
}

/** All that is known of one, a line for each fact, and what was not done. */
export function tellBulkAction(one: ShownBulkAction): string {
  const facts: [name: string, words: string | null][] = [
    ['bulk action', one.id],
    ['what', whatOf(one)],
    ['filter', one.filter === null ? null : JSON.stringify(one.filter)],
    ['status', one.status],
    ['reason', one.reason],
    ['asked by', one.requested_by],
    ['progress', one.progress_message],
    ['created', timeOf(one.created_at)],
    ['ended', momentOf(one.completed_at)],
    ['error', one.error_message],
  ];
  const known = facts.filter(([, words]) => words !== null);
  const lines = known.map(([name, words]) => `${name.padEnd(16)}${withoutControls(words ?? '')}\n`);
  return (
    lines.join('') +
    tellTallies('skipped', one.skipped_by_reason) +
    tellTallies('failed', one.failed_by_reason)
  );
}

function tellTallies(outcome: string, tallies: ShownBulkAction['skipped_by_reason']): string {
  if (tallies.length === 0) return '';
  const rows = tallies.map(({ reason, count, sample_ids: ids }) => [
    count,
    withoutControls(reason),
    withoutControls(ids[0] ?? '-'),
  ]);
  return `\n${formatTable([outcome, 'because', 'such as'], rows)}`;
}

function whatOf({ action, of }: ShownBulkAction): string {
  return action === null ? '-' : `${action} ${of}`;
}
