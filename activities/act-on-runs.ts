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
import { currentBulkAction } from '../stages/current-bulk-action.ts';
import { heartbeatWhile } from '../stages/heartbeat-while.ts';
import { heartbeat } from '../stages/heartbeat.ts';

/** A run that a bulk action targets. */
export interface TargetRun {
  /** The ledger's id. */
  id: string;
  workflowId: string;
  runId: string;
}

/** The bulk action that acts on a run. */
export type ActingFor = Pick<BulkActionInput, 'action' | 'of' | 'filter' | 'reason' | 'requestedBy'> & {
  /** The id of the bulk action's workflow. */
  workflowId: string;
};

/**
 * Applies the action to one run. The worker passes this function in, because it holds the Temporal client. A second call for the
 * same run does nothing more and returns what the first returned.
 */
export type ActOnRun = (run: TargetRun, bulk: ActingFor) => Promise<Acted>;

interface Tools {
  db: Db;
  actOnRun: ActOnRun;
  worker: string;
}

/** Input of a bulk action's activities. */
export interface BulkPageInput extends Omit<BulkActionInput, 'progress'> {
  progress: BulkProgress;
  pageSize: number;
  firstRunId: string;
}

/** What was done to a page. */
export interface BulkPage extends Pick<BulkProgress, 'after' | 'counts'> {
  /** Whether this is the last page. */
  isLast: boolean;
}

/** The runs of a page and its progress; kept in heartbeats. */
interface PageState {
  runs: TargetRun[];
  isLast: boolean;
  /** How many of the runs are done. */
  done: number;
  counts: BulkCounts;
}

/** How many runs are acted on at once. Each call takes some milliseconds; others use the server too. */
const ACTS_AT_ONCE = 10;

/** The limit of the count, above any real number of runs. */
const COUNTED_MAX = 10_000_000;

/** Creates the activities that apply an action to many runs, one page per activity to keep the history short. */
export function createActOnRunsActivities(tools: Tools) {
  return {
    /** Counts the runs that a bulk action targets. */
    async countTargets(input: BulkPageInput): Promise<number> {
      const run = { ...currentBulkAction(input), worker: tools.worker };
      const { counts, before } = input.progress;
      await noteBulkAction(tools.db, run, reportOf(input, counts));
      const filter = bulkFilterOf(input, new Date(before));
      return heartbeatWhile(
        () => undefined,
        () => countShownRuns(tools.db, filter, { limit: COUNTED_MAX }),
      );
    },

    /** Applies the action to the runs of the next page. Stops early when a person cancels the bulk action. */
    async actOnPage(input: BulkPageInput): Promise<BulkPage> {
      const run = { ...currentBulkAction(input), worker: tools.worker };
      const page = resumedPage() ?? (await nextPage(tools.db, input));
      // Record the page before the first action, so that a retry gets the same page: after the actions, other runs match the
      // filter.
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

/** Reads the next page, oldest runs first: runs that are created in the meantime come last, and are too new for the filter. */
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

/** Returns the progress of the previous attempt, from its heartbeat; undefined if there is none. */
function resumedPage(): PageState | undefined {
  return activityInfo().heartbeatDetails as PageState | undefined;
}

/**
 * Whether a person requested the cancellation.
 * @throws CancelledFailure when the worker shuts down, so that another worker continues
 */
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

/** Returns the id of a run that lists show: the job's own id, or the task id. */
function shownId({ of }: BulkPageInput, { workflowId, runId }: TargetRun): string {
  return of === 'jobs' ? workflowId.slice(JOB_PREFIX.length) : taskId(workflowId, runId);
}
