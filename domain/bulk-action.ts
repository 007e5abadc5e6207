import { JOB_STATUSES } from './job.ts';
import type { JobQuery, TaskQuery } from './run-query.ts';
import { CLOSED_STATUSES, isClosed, TASK_STATUSES, type TaskStatus } from './task.ts';

/**
 * The bulk actions. `cancel` requests the cancellation of open runs. `retry` starts the work of closed runs again. `start` starts
 * work that waits for its time, and promotes crawls that wait for a worker. `delete` deletes jobs that have ended or wait.
 */
export const BULK_ACTIONS = ['cancel', 'retry', 'start', 'delete'] as const;
export type BulkActionName = (typeof BULK_ACTIONS)[number];

/** What a bulk action targets. */
export const BULK_KINDS = ['tasks', 'jobs'] as const;
type BulkKind = (typeof BULK_KINDS)[number];

/** A requested action and its target runs. */
export interface RequestedBulkAction {
  action: BulkActionName;
  of: BulkKind;
  /** The filter of the list of tasks or jobs; at least one field. */
  filter: TaskQuery & JobQuery;
}

/** Input of the workflow `bulkAction`, which is started under the id `bulk/<id>`. */
export interface BulkActionInput extends RequestedBulkAction {
  /** The reason; shown in cancelled runs and in the audit. */
  reason?: string;
  /** The requester. */
  requestedBy?: string;
  /** The most runs per activity, 1 to `BULK_PAGE_MAX`, which is the default. */
  pageSize?: number;
  /** The progress of the previous run after continue-as-new; not for callers. */
  progress?: BulkProgress;
}

/** The most runs per activity: about a hundred calls of some milliseconds each. */
export const BULK_PAGE_MAX = 100;

/** The progress of a bulk action. */
export interface BulkProgress {
  /** ISO 8601: runs created later are left alone. */
  before: string;
  /** The id of the last run that is done, skipped or failed; null if there is none yet. */
  after: string | null;
  counts: BulkCounts;
}

/** The results so far. */
export interface BulkCounts {
  /** How many runs matched the filter at the start; null if not counted yet. */
  matched: number | null;
  done: number;
  /** Runs left as they are, by reason. */
  skipped: Tally[];
  /** Runs on which the action failed, by reason. */
  failed: Tally[];
}

/** How many runs were skipped, or failed, for the same reason, and which. */
export interface Tally {
  reason: string;
  count: number;
  /** The ids of the first few of these runs. */
  ids: string[];
}

/** A bulk action's progress and result. */
export interface BulkReport extends RequestedBulkAction, BulkCounts {
  reason: string | null;
  /** For people to read. */
  summary: string;
}

/** The result for one run. */
export type Acted = { outcome: 'done' } | { outcome: 'skipped' | 'failed'; reason: string };

/** The statuses of the runs an action targets when the filter names none. Completed runs are retried only if it names that status. */
export const USUAL_STATUSES: Readonly<Record<BulkActionName, readonly TaskStatus[]>> = {
  cancel: ['pending', 'claimed', 'running', 'stale'],
  retry: ['failed'],
  start: ['pending'],
  delete: ['completed', 'failed', 'cancelled'],
};

/** The statuses that a filter may name, where these are more than the usual ones. */
const POSSIBLE_STATUSES: Partial<Record<BulkActionName, readonly TaskStatus[]>> = {
  retry: CLOSED_STATUSES,
  delete: ['pending', ...CLOSED_STATUSES],
};

/** Returns the statuses of the tasks or jobs that an action can apply to. */
function statusesOf(action: BulkActionName, of: BulkKind): readonly string[] {
  const possible = POSSIBLE_STATUSES[action] ?? USUAL_STATUSES[action];
  return (of === 'tasks' ? TASK_STATUSES : JOB_STATUSES).filter((status) => possible.includes(status));
}

/** Returns what is wrong with a request whose single fields are valid; null if nothing is. */
export function bulkFault({ action, of, filter }: RequestedBulkAction): string | null {
  if (action === 'delete' && of === 'tasks')
    return 'delete got tasks, which their retention alone deletes; it takes jobs';
  if (Object.values(filter).every((value) => value === undefined))
    return `filter needs at least one field; without one, the action would apply to all ${of}`;
  const possible = statusesOf(action, of);
  const other = filter.status?.split(',').find((status) => !possible.includes(status));
  if (other !== undefined)
    return `filter.status takes ${possible.join(', ')} to ${action} ${of}, got ${other}`;
  const endsAsked = filter.ended_since !== undefined || filter.ended_until !== undefined;
  if (endsAsked && !possible.some((status) => isClosed(status as TaskStatus)))
    return `filter.ended_since and filter.ended_until select ${of} that have ended, and only retry and delete take those; got ${action}`;
  return null;
}

/** Longer filter values, such as lists of ids, are cut. */
const FILTER_CHARACTERS_MAX = 200;

/** Describes a bulk action, such as `retry of 42 tasks with status failed, state NV`. */
export function describeBulk(
  { action, of, filter }: RequestedBulkAction,
  { count, hasMore }: { count: number; hasMore: boolean },
): string {
  const fields = Object.entries(filter).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const text = String(value);
    const shown = text.length > FILTER_CHARACTERS_MAX ? `${text.slice(0, FILTER_CHARACTERS_MAX)}...` : text;
    return [`${name} ${shown}`];
  });
  return `${action} of ${hasMore ? 'more than ' : ''}${count} ${of} with ${fields.join(', ')}`;
}

/** Whether a count differs from the expected one by more than a tenth. @param hasMore whether there are more than `counted` */
export function isUnexpected(expected: number, counted: number, hasMore: boolean): boolean {
  if (hasMore && expected > counted) return false;
  return Math.abs(counted - expected) > expected / 10;
}

/** Returns the counts of a bulk action that has not started. */
export function noCounts(): BulkCounts {
  return { matched: null, done: 0, skipped: [], failed: [] };
}

/** The most run ids per reason. */
const IDS_MAX = 20;

/** The most distinct reasons that are kept, because failure messages may all differ. */
const REASONS_MAX = 20;
const OTHER_REASONS = 'other reasons';

const REASON_CHARACTERS_MAX = 300;

/** Returns the counts with the result of one more run added. */
export function addActed(counts: BulkCounts, id: string, acted: Acted): BulkCounts {
  if (acted.outcome === 'done') return { ...counts, done: counts.done + 1 };
  const { outcome, reason } = acted;
  return { ...counts, [outcome]: addTally(counts[outcome], id, reason.slice(0, REASON_CHARACTERS_MAX)) };
}

function addTally(tallies: Tally[], id: string, given: string): Tally[] {
  const isNamed = tallies.some(({ reason }) => reason === given);
  const reason = isNamed || tallies.length < REASONS_MAX - 1 ? given : OTHER_REASONS;
  const { count, ids } = tallies.find((tally) => tally.reason === reason) ?? { count: 0, ids: [] };
  const tally = { reason, count: count + 1, ids: ids.length < IDS_MAX ? [...ids, id] : ids };
  return [...tallies.filter((other) => other.reason !== reason), tally];
}

/** Adds up the counts of a list of tallies. */
export function countOf(tallies: Tally[]): number {
  return tallies.reduce((sum, { count }) => sum + count, 0);
}

/** Counts the runs that are done, skipped or failed. */
export function countActed({
  done,
  skipped,
  failed,
}: Pick<BulkCounts, 'done' | 'skipped' | 'failed'>): number {
  return done + countOf(skipped) + countOf(failed);
}

/** Returns the percentage of matched runs that are done, skipped or failed: 0 until they are counted, and never above 99. */
export function percentOf(counts: BulkCounts): number {
  const { matched } = counts;
  if (matched === null || matched === 0) return 0;
  return Math.min(99, Math.floor((100 * countActed(counts)) / matched));
}

/** Makes the report of a bulk action. */
export function reportOf(
  { action, of, filter, reason }: Omit<BulkActionInput, 'progress'>,
  counts: BulkCounts,
): BulkReport {
  return { action, of, filter, reason: reason ?? null, ...counts, summary: summaryOf(action, of, counts) };
}

const DONE: Readonly<Record<BulkActionName, string>> = {
  cancel: 'asked to end',
  retry: 'started once more',
  start: 'told to begin now',
  delete: 'deleted',
};

function summaryOf(
  action: BulkActionName,
  of: BulkKind,
  { matched, done, skipped, failed }: BulkCounts,
): string {
  const parts = [
    matched === null ? `counts the ${of}` : `${matched} ${of}`,
    `${done} ${DONE[action]}`,
    `${countOf(skipped)} skipped`,
    `${countOf(failed)} failed`,
  ];
  return parts.join(', ');
}
