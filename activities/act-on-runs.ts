import { activityInfo, cancellationDetails, cancellationSignal } from '@temporalio/activity';
import {
  addActed,
  reportOf,
  type Acted,
  type BulkActionInput,
  type BulkCounts,
  type BulkProgress,
} from '../domain/bulk-action.ts';
import type { Db } from '../db/connect.ts';
import { noteBulkAction, type BulkActionRun } from '../db/queries/bulk-actions.ts';
import { countShownRuns, listShownRuns } from '../db/queries/shown-runs.ts';
import { bulkFilterOf } from '../temporal-config/run-query.ts';
import { JOB_PREFIX, taskId } from '../temporal-config/workflow-ids.ts';
import { callingBulkAction } from '../stages/calling-bulk-action.ts';
import { heartbeatWhile } from '../stages/heartbeat-while.ts';
import { heartbeat } from '../stages/heartbeat.ts';

/** A run that a bulk action is about. */
export interface TargetRun {
  /** In the ledger. */
  id: string;
  workflowId: string;
  runId: string;
}

/** Which bulk action does something to a run. */
export type ActingFor = Pick<BulkActionInput, 'action' | 'of' | 'filter' | 'reason' | 'requestedBy'> & {
  /** The id of its workflow. */
  workflowId: string;
};

/**
 * Does to one run what a bulk action is to do; given by the worker, which holds the client. Of two calls for one run the second
 * does nothing more, and answers as the first did.
 */
export type ActOnRun = (run: TargetRun, bulk: ActingFor) => Promise<Acted>;

interface Tools {
  db: Db;
  actOnRun: ActOnRun;
  worker: string;
}

/** What the activities of a bulk action are given. */
export interface BulkPageInput extends Omit<BulkActionInput, 'progress'> {
  progress: BulkProgress;
  pageSize: number;
  firstRunId: string;
}

/** What has become of a page. */
export interface BulkPage extends Pick<BulkProgress, 'after' | 'counts'> {
  /** True: nothing is left behind this page. */
  isLast: boolean;
}

/** The runs of a page, and how far it is; travels in heartbeats. */
interface PageState {
  runs: TargetRun[];
  isLast: boolean;
  /** So many of them are done with. */
  done: number;
  counts: BulkCounts;
}

/** Calls under way at once, each of some milliseconds: others use the server too. */
const ACTS_AT_ONCE = 10;

/** Nobody has as many. */
const COUNTED_MAX = 10_000_000;

/** Activities that do one thing to many runs: that costs a history one event a page. */
export function createActOnRunsActivities(tools: Tools) {
  return {
    /** Counts the runs that a bulk action is about. */
    async countTargets(input: BulkPageInput): Promise<number> {
      const run = { ...callingBulkAction(input), worker: tools.worker };
      const { counts, before } = input.progress;
      await noteBulkAction(tools.db, run, reportOf(input, counts));
      const filter = bulkFilterOf(input, new Date(before));
      return heartbeatWhile(
        () => undefined,
        () => countShownRuns(tools.db, filter, { limit: COUNTED_MAX }),
      );
    },

    /** Does to the runs of the next page what the bulk action is to do; less of them where a person cancels it. */
    async actOnPage(input: BulkPageInput): Promise<BulkPage> {
      const run = { ...callingBulkAction(input), worker: tools.worker };
      const page = resumedPage() ?? (await nextPage(tools.db, input));
      // Before the first act, so that another attempt has the same page: what matches has changed by then.
      heartbeat(page);
      await noteBulkAction(tools.db, run, reportOf(input, page.counts));
      while (page.done < page.runs.length && !isCancelled()) await actOnSome(tools, input, { run, page });
      const { counts, runs, done, isLast } = page;
      return {
        after: runs[done - 1]?.id ?? input.progress.after,
        counts,
        isLast: isLast && done === runs.length,
      };
    },
  };
}

/** The oldest first: what is created meanwhile comes behind, and is too new. */
async function nextPage(db: Db, input: BulkPageInput): Promise<PageState> {
  const { progress, pageSize } = input;
  const { before, after, counts } = progress;
  const listed = await listShownRuns(db, bulkFilterOf(input, new Date(before)), {
    after: after === null ? null : { id: after, value: null },
    limit: pageSize,
    order: { sort: 'created', order: 'asc' },
  });
  const runs = listed.map(({ run: { id, workflowId, runId } }) => ({ id, workflowId, runId }));
  return { runs, isLast: runs.length < pageSize, done: 0, counts };
}

/** Where the last attempt was. */
function resumedPage(): PageState | undefined {
  return activityInfo().heartbeatDetails as PageState | undefined;
}

/** @returns true: a person has asked it to end. @throws CancelledFailure when the worker stops, for another one to go on */
function isCancelled(): boolean {
  if (cancellationDetails()?.cancelRequested === true) return true;
  cancellationSignal().throwIfAborted();
  return false;
}

async function actOnSome(
  { db, actOnRun }: Tools,
  input: BulkPageInput,
  { run, page }: { run: BulkActionRun & { worker: string }; page: PageState },
): Promise<void> {
  const together = page.runs.slice(page.done, page.done + ACTS_AT_ONCE);
  const bulk = { ...input, workflowId: run.workflowId };
  const acted = await Promise.all(together.map((target) => actOnRun(target, bulk)));
  for (const [index, target] of together.entries())
    page.counts = addActed(page.counts, shownId(input, target), acted[index] ?? { outcome: 'done' });
  page.done += together.length;
  heartbeat(page);
  await noteBulkAction(db, run, reportOf(input, page.counts));
}

/** As lists show it. */
function shownId({ of }: BulkPageInput, { workflowId, runId }: TargetRun): string {
  return of === 'jobs' ? workflowId.slice(JOB_PREFIX.length) : taskId(workflowId, runId);
}
