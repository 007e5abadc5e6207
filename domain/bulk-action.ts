import { JOB_STATUSES } from './job.ts';
import type { JobQuery, TaskQuery } from './run-query.ts';
import { CLOSED_STATUSES, isClosed, TASK_STATUSES, type TaskStatus } from './task.ts';

/**
 * What may be done to many runs. `cancel`: asks what is open to end. `retry`: starts the work of what is over once more.
 * `start`: has what waits for its time begin now, and brings crawls forward that wait for a worker.
 */
export const BULK_ACTIONS = ['cancel', 'retry', 'start'] as const;
export type BulkActionName = (typeof BULK_ACTIONS)[number];

/** What a bulk action is about. */
export const BULK_KINDS = ['tasks', 'jobs'] as const;
type BulkKind = (typeof BULK_KINDS)[number];

/** What to do, and to which runs. */
export interface AskedBulkAction {
  action: BulkActionName;
  of: BulkKind;
  /** As the query of the list of tasks or jobs; one field at least. */
  filter: TaskQuery & JobQuery;
}

/** Input of the workflow `bulkAction`, which is started under the id `bulk/<id>`. */
export interface BulkActionInput extends AskedBulkAction {
  /** Why; cancelled runs and the audit show it. */
  reason?: string;
  /** Who asked for it. */
  requestedBy?: string;
  /** Runs that one activity takes at most, 1 to `BULK_PAGE_MAX`, which is the default. */
  pageSize?: number;
  /** Where a continued run goes on; not for callers. */
  progress?: BulkProgress;
}

/** A hundred calls or so of some milliseconds each. */
export const BULK_PAGE_MAX = 100;

/** Where a bulk action is. */
export interface BulkProgress {
  /** ISO 8601: what came later is left alone. */
  before: string;
  /** The last run that is done with; null: none is. */
  after: string | null;
  counts: BulkCounts;
}

/** What has become of the runs so far. */
export interface BulkCounts {
  /** How many there were at the beginning; null: they are not counted yet. */
  matched: number | null;
  done: number;
  /** What was left as it is, by reason. */
  skipped: Tally[];
  /** What could not be done, by reason. */
  failed: Tally[];
}

/** How often something was so, and of whom. */
export interface Tally {
  reason: string;
  count: number;
  /** The first of them. */
  ids: string[];
}

/** What a bulk action says of itself, while it runs and as its result. */
export interface BulkReport extends AskedBulkAction, BulkCounts {
  reason: string | null;
  /** In words, for people. */
  summary: string;
}

/** What has become of one run. */
export type Acted = { outcome: 'done' } | { outcome: 'skipped' | 'failed'; reason: string };

/** The statuses that are meant where the filter names none: a retry of what is completed has to be asked for. */
export const USUAL_STATUSES: Readonly<Record<BulkActionName, readonly TaskStatus[]>> = {
  cancel: ['pending', 'claimed', 'running', 'stale'],
  retry: ['failed'],
  start: ['pending'],
};

/** The statuses that an action can do something about. */
function statusesOf(action: BulkActionName, of: BulkKind): readonly string[] {
  const possible: readonly TaskStatus[] = action === 'retry' ? CLOSED_STATUSES : USUAL_STATUSES[action];
  return (of === 'tasks' ? TASK_STATUSES : JOB_STATUSES).filter((status) => possible.includes(status));
}

/** What is wrong with what is asked for, besides single fields; null: nothing. */
export function bulkFault({ action, of, filter }: AskedBulkAction): string | null {
  if (Object.values(filter).every((value) => value === undefined))
    return `filter takes at least one field: without one it would be about all ${of}`;
  const possible = statusesOf(action, of);
  const other = filter.status?.split(',').find((status) => !possible.includes(status));
  if (other !== undefined)
    return `filter.status takes ${possible.join(', ')} to ${action} ${of}, got ${other}`;
  const endsAsked = filter.ended_since !== undefined || filter.ended_until !== undefined;
  if (endsAsked && !possible.some((status) => isClosed(status as TaskStatus)))
    return `filter.ended_since and filter.ended_until are of ${of} that are over, which nobody can ${action}: possible is retry`;
  return null;
}

/** A longer value of a filter, such as a list of ids, is cut here. */
const FILTER_CHARACTERS_MAX = 200;

/** Such as `retry of 42 tasks with status failed, state NV`. */
export function bulkInWords(
  { action, of, filter }: AskedBulkAction,
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

/** Whether a count is not what was expected: by more than a tenth. @param hasMore there are more than were counted */
export function isUnexpected(expected: number, counted: number, hasMore: boolean): boolean {
  if (hasMore && expected > counted) return false;
  return Math.abs(counted - expected) > expected / 10;
}

/** Nothing is done yet. */
export function noCounts(): BulkCounts {
  return { matched: null, done: 0, skipped: [], failed: [] };
}

/** Runs that are named of each reason. */
const IDS_MAX = 20;

/** Reasons that are told apart: messages of failures may all differ. */
const REASONS_MAX = 20;
const OTHER_REASONS = 'other reasons';

const REASON_CHARACTERS_MAX = 300;

/** Counts what has become of one more run. */
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

/** How many of a list of tallies. */
export function countOf(tallies: Tally[]): number {
  return tallies.reduce((sum, { count }) => sum + count, 0);
}

/** How many runs are done with, however that went. */
export function countActed({
  done,
  skipped,
  failed,
}: Pick<BulkCounts, 'done' | 'skipped' | 'failed'>): number {
  return done + countOf(skipped) + countOf(failed);
}

/** Of a hundred, how many are done with; 99 at most until all are. */
export function percentOf(counts: BulkCounts): number {
  const { matched } = counts;
  if (matched === null || matched === 0) return 0;
  return Math.min(99, Math.floor((100 * countActed(counts)) / matched));
}

/** What a bulk action says of itself. */
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
