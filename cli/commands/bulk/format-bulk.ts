import type { Schemas } from '../../../api-client/create-api-client.ts';
import type { Column } from '../../output/column.ts';
import { formatFacts } from '../../output/format-facts.ts';
import { formatTable } from '../../output/format-table.ts';
import { momentOf, timeOf } from '../../output/format-time.ts';

type BulkAction = Schemas['BulkAction'];
type Foreseen = Omit<Schemas['ForeseenBulkAction'], 'sample_ids'>;

/** The columns of a list of bulk actions. */
export const BULK_COLUMNS: readonly Column<BulkAction>[] = [
  { header: 'bulk action', value: 'id', kind: 'id' },
  { header: 'what', value: describeAction },
  { header: 'status', value: 'status', kind: 'status' },
  { header: 'matched', value: 'matched', kind: 'number' },
  { header: 'done', value: 'done', kind: 'number' },
  { header: 'skipped', value: 'skipped', kind: 'number' },
  { header: 'failed', value: 'failed', kind: 'number' },
  { header: 'created', value: 'created_at', kind: 'time', isMinor: true },
  { header: 'ended', value: 'completed_at', kind: 'time', isMinor: true },
  { header: 'asked by', value: 'requested_by', isMinor: true },
  { header: 'why', value: 'reason' },
];

/** Formats everything known about a bulk action, a line for each fact, then the runs that it skipped or that failed. */
export function formatBulkAction(one: BulkAction): string {
  const facts = formatFacts([
    ['bulk action', one.id],
    ['what', describeAction(one)],
    ['filter', one.filter === null ? null : JSON.stringify(one.filter)],
    ['status', one.status],
    ['reason', one.reason],
    ['asked by', one.requested_by],
    ['progress', one.progress_message],
    ['created', timeOf(one.created_at)],
    ['ended', momentOf(one.completed_at)],
    ['error', one.error_message],
  ]);
  return (
    facts + formatTallies('skipped', one.skipped_by_reason) + formatTallies('failed', one.failed_by_reason)
  );
}

/** Formats how many runs match, such as `more than 10000 jobs`. */
export function formatCount(of: BulkAction['of'], { count, has_more: hasMore }: Foreseen): string {
  return `${hasMore ? 'more than ' : ''}${count} ${of}`;
}

/** Formats how many runs would be skipped, a line for each reason. */
export function formatSkips({ skipped_by_reason: skipped }: Foreseen): string {
  return skipped.map(({ reason, count }) => `${count} of them would be skipped now: ${reason}.\n`).join('');
}

function formatTallies(outcome: string, tallies: BulkAction['skipped_by_reason']): string {
  const table = formatTable(
    [
      { header: outcome, value: 'count', kind: 'number' },
      { header: 'because', value: 'reason' },
      { header: 'such as', value: ({ sample_ids: ids }) => ids[0], kind: 'id' },
    ],
    tallies,
  );
  return table === '' ? '' : `\n${table}`;
}

function describeAction({ action, of }: BulkAction): string {
  return action === null ? '-' : `${action} ${of}`;
}
