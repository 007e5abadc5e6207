import type { Schemas } from '../../../api-client/create-api-client.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { formatTable } from '../../format-table.ts';
import { momentOf, timeOf } from '../../tell-time.ts';

type BulkAction = Schemas['BulkAction'];
type Foreseen = Omit<Schemas['ForeseenBulkAction'], 'sample_ids'>;

/** One row for each; times are UTC. */
export function formatBulkActions(actions: readonly BulkAction[]): string {
  if (actions.length === 0) return 'There are none.\n';
  return formatTable(
    [
      'bulk action',
      'what',
      'status',
      'matched',
      'done',
      'skipped',
      'failed',
      'created',
      'ended',
      'asked by',
      'why',
    ],
    actions.map((one) => [
      withoutControls(one.id),
      describeAction(one),
      one.status,
      String(one.matched ?? '-'),
      one.done,
      one.skipped,
      one.failed,
      timeOf(one.created_at),
      timeOf(one.completed_at),
      withoutControls(one.requested_by ?? '-'),
      withoutControls(one.reason ?? '-'),
    ]),
  );
}

/** All that is known of one, a line for each fact, and what was not done. */
export function formatBulkAction(one: BulkAction): string {
  const facts: [name: string, words: string | null][] = [
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
  ];
  const known = facts.filter(([, words]) => words !== null);
  const lines = known.map(([name, words]) => `${name.padEnd(16)}${withoutControls(words ?? '')}\n`);
  return (
    lines.join('') +
    formatTallies('skipped', one.skipped_by_reason) +
    formatTallies('failed', one.failed_by_reason)
  );
}

/** How many it is about, such as `more than 10000 jobs`. */
export function formatCount(of: BulkAction['of'], { count, has_more: hasMore }: Foreseen): string {
  return `${hasMore ? 'more than ' : ''}${count} ${of}`;
}

/** What would be left as it is, a line for each reason. */
export function formatSkips({ skipped_by_reason: skipped }: Foreseen): string {
  return skipped.map(({ reason, count }) => `${count} of them would be skipped now: ${reason}.\n`).join('');
}

function formatTallies(outcome: string, tallies: BulkAction['skipped_by_reason']): string {
  if (tallies.length === 0) return '';
  const rows = tallies.map(({ reason, count, sample_ids: ids }) => [
    count,
    withoutControls(reason),
    withoutControls(ids[0] ?? '-'),
  ]);
  return `\n${formatTable([outcome, 'because', 'such as'], rows)}`;
}

function describeAction({ action, of }: BulkAction): string {
  return action === null ? '-' : `${action} ${of}`;
}
