import type { Client } from '@temporalio/client';
import { readBounded } from '../db/bounded-read.ts';
import type { Db } from '../db/connect.ts';
import { COUNTED_MAX } from '../domain/run-list.ts';
import type { Run } from '../db/queries/runs.ts';
import {
  countShownRuns,
  hidesSome,
  listShownRuns,
  tallyEndedRuns,
  tallyWaitingRuns,
  type EndedAlike,
} from '../db/queries/shown-runs.ts';
import {
  countOf,
  isUnexpected,
  type RequestedBulkAction,
  type BulkReport,
  type Tally,
} from '../domain/bulk-action.ts';
import {
  RAN_AGAIN,
  SWITCHED_OFF,
  whyHopeless,
  whyNotStarted,
  type WaitingRun,
} from '../domain/bulk-skips.ts';
import { scrubJson } from '../domain/credentials.ts';
import { JOB_ID, type JobStatus } from '../domain/job.ts';
import { BULK_ACTION } from '../domain/role-workflows.ts';
import type { RunFilter } from '../domain/run-filter.ts';
import { isClosed } from '../domain/task.ts';
import { describeNewestRun } from '../ledger/describe-ledger-run.ts';
import { TemporalUnavailable } from '../temporal-client/call-temporal.ts';
import { URGENT_PRIORITY } from '../temporal-config/priorities.ts';
import { bulkFilterOf } from '../temporal-config/run-query.ts';
import { bulkActionId } from '../temporal-config/workflow-ids.ts';
import { jobOf } from './job.ts';
import { isoOf } from './task-answer.ts';
import { taskOf } from './task.ts';
import { waitingRun } from './waiting-run.ts';

/** The runs that a bulk action would change. */
export interface ForeseenBulkAction {
  /** At most `COUNTED_MAX`. */
  count: number;
  hasMore: boolean;
  /** Ids of some of them, the oldest first, as lists show them. */
  sampleIds: string[];
  /** How many a retry or a start would skip, by reason, the most frequent first. */
  skipped: { reason: string; count: number }[];
}

const SAMPLES = 10;

/**
 * Counts the runs that a bulk action would change now.
 * @throws ReadTooBroad
 */
export async function foreseeBulkAction(db: Db, requested: RequestedBulkAction): Promise<ForeseenBulkAction> {
  const filter = bulkFilterOf(requested, new Date());
  const order = { sort: 'created', order: 'asc' } as const;
  return readBounded(db, async (tx, checkTime) => {
    const { counted, skipped } = await countTargets(tx, { requested, filter }, checkTime);
    const listed = await listShownRuns(tx, filter, { after: null, limit: SAMPLES, order, checkTime });
    return {
      count: Math.min(counted, COUNTED_MAX),
      hasMore: counted > COUNTED_MAX,
      sampleIds: listed.map(({ run }) => (requested.of === 'jobs' ? jobOf(run).id : taskOf(run).id)),
      skipped,
    };
  });
}

interface Targets {
  requested: RequestedBulkAction;
  filter: RunFilter;
}

async function countTargets(
  tx: Db,
  { requested, filter }: Targets,
  checkTime: () => void,
): Promise<{ counted: number; skipped: ForeseenBulkAction['skipped'] }> {
  const bound = { limit: COUNTED_MAX + 1, checkTime };
  if (requested.action === 'cancel' || requested.action === 'delete')
    return { counted: await countShownRuns(tx, filter, bound), skipped: [] };
  const judged =
    requested.action === 'retry'
      ? (await tallyEndedRuns(tx, filter, bound)).map(({ count, ...run }) => ({
          count,
          reason: whyNotRetried(run, requested.filter),
        }))
      : (await listWaiting(tx, filter, bound)).map(({ count, ...run }) => ({
          count,
          reason: whyNotStarted(run),
        }));
  const skips = new Map<string, number>();
  for (const { count, reason } of judged)
    if (reason !== null) skips.set(reason, (skips.get(reason) ?? 0) + count);
  const skipped = [...skips].map(([reason, count]) => ({ reason, count }));
  return {
    counted: judged.reduce((sum, { count }) => sum + count, 0),
    skipped: skipped.toSorted((one, other) => other.count - one.count),
  };
}

function whyNotRetried(
  { hasRunAgain, isSwitchedOff, ...run }: Omit<EndedAlike, 'count'>,
  filter: RequestedBulkAction['filter'],
): string | null {
  return whyHopeless(run, filter) ?? (hasRunAgain ? RAN_AGAIN : isSwitchedOff ? SWITCHED_OFF : null);
}

async function listWaiting(
  tx: Db,
  filter: RunFilter,
  bound: { limit: number; checkTime: () => void },
): Promise<(WaitingRun & { count: number })[]> {
  if (!hidesSome(filter))
    return tallyWaitingRuns(tx, filter, { limit: bound.limit, urgentFrom: URGENT_PRIORITY });
  const listed = await listShownRuns(tx, filter, { after: null, ...bound });
  return listed.map(({ run }) => ({ ...waitingRun(run), count: 1 }));
}

/** Converts the runs that a bulk action would change to the fields of the API's responses. */
export function toForeseen({ count, hasMore, sampleIds, skipped }: ForeseenBulkAction) {
  return {
    count,
    has_more: hasMore,
    skipped: skipped.reduce((sum, one) => sum + one.count, 0),
    skipped_by_reason: skipped,
    sample_ids: sampleIds,
  };
}

/** Returns the message for a count that differs too much from the expected one; null if it does not. */
export function unexpectedCount(
  { of }: RequestedBulkAction,
  { count, hasMore }: ForeseenBulkAction,
  expected: number | undefined,
): string | null {
  if (expected === undefined || !isUnexpected(expected, count, hasMore)) return null;
  const matched = hasMore ? `more than ${count}` : String(count);
  return `The filter matches ${matched} ${of} now, but ${expected} ${expected === 1 ? 'was' : 'were'} expected. Nothing was started.`;
}

/**
 * Reads the newest run of a bulk action.
 * @returns null if there is no such bulk action
 * @throws TemporalUnavailable if Temporal does not answer and the ledger does not know the bulk action
 */
export async function readBulkAction(servers: { db: Db; client: Client }, id: string): Promise<Run | null> {
  // Temporal and the database do not accept every string that a URL may contain.
  if (!JOB_ID.test(id)) return null;
  const { run, isAway } = await describeNewestRun(servers, bulkActionId(id));
  if (run === null && isAway)
    throw new TemporalUnavailable('Temporal does not answer, and the ledger does not know this bulk action.');
  return run?.type === BULK_ACTION.type ? run : null;
}

/** Converts a bulk action to the fields of the API's responses; what it has not reported yet is null, or 0 for counts. */
export function toBulkAction(run: Run) {
  // A result without a filter means that the action was refused before it began.
  const report = run.result !== null && 'filter' in run.result ? (run.result as unknown as BulkReport) : null;
  return {
    id: run.workflowId.slice(BULK_ACTION.idPrefix.length),
    workflow_id: run.workflowId,
    run_id: run.runId,
    status: statusOf(run),
    action: report?.action ?? null,
    of: report?.of ?? null,
    filter: report === null ? null : ({ ...report.filter } as Record<string, string | number>),
    reason: report?.reason ?? null,
    requested_by: run.requestedBy,
    matched: report?.matched ?? null,
    done: report?.done ?? 0,
    skipped: countOf(report?.skipped ?? []),
    failed: countOf(report?.failed ?? []),
    skipped_by_reason: talliesOf(report?.skipped),
    failed_by_reason: talliesOf(report?.failed),
    progress_percent: run.progressPercent ?? 0,
    progress_message: run.progressMessage,
    error_message: scrubJson(run.errorMessage),
    created_at: run.createdAt.toISOString(),
    started_at: isoOf(run.startedAt),
    completed_at: isoOf(run.endedAt),
  };
}

/** Returns the status in the words of jobs. A bulk action also counts as running between two pages, when no worker holds it. */
function statusOf({ status, startedAt }: Run): JobStatus {
  if (isClosed(status)) return status === 'unconfirmed' ? 'completed' : status;
  return startedAt === null ? 'pending' : 'running';
}

/** Converts tallies to the fields of the API's responses, the most frequent first. */
function talliesOf(tallies: Tally[] = []) {
  return tallies
    .toSorted((one, other) => other.count - one.count)
    .map(({ reason, count, ids }) => ({ reason, count, sample_ids: ids }));
}
