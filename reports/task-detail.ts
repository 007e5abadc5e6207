import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import {
  listAttemptWaits,
  listRunEvents,
  type AttemptWait,
  type TimelineEvent,
} from '../db/queries/run-events.ts';
import { findFollowingRun, findWaitingAgain, type FollowingRun } from '../db/queries/following-run.ts';
import { readRunCosts, type RunCosts } from '../db/queries/run-costs.ts';
import type { LedgerAge } from '../db/queries/runs.ts';
import { listMenus, listStages, type LedgerStage, type StoredMenu } from '../db/queries/tasks.ts';
import { isTaskType } from '../domain/role-workflows.ts';
import { describeLedgerRun } from '../ledger/describe-ledger-run.ts';
import { TemporalUnavailable } from '../temporal-client/call-temporal.ts';
import type { Execution } from '../temporal-client/temporal-state.ts';
import type { DescribedRun } from '../temporal-client/steer-tasks.ts';
import { crawlDispensaryId, laterId, lookAgainName, retryName } from '../temporal-config/workflow-ids.ts';
import { taskOf, type Task } from './task.ts';
import { describedWork } from './waiting/open-work.ts';
import { describeWaits } from './waiting/waiting-for.ts';

/** Everything known about one task. */
export interface TaskDetail extends LedgerAge {
  task: Task;
  stages: LedgerStage[];
  /** The menus that a chain stored, newest first. */
  menus: StoredMenu[];
  /** The cost of its last attempt. */
  costs: RunCosts;
  /** Its events, the oldest first. */
  events: TimelineEvent[];
  /** Its waits between a failed attempt and the next one, the oldest first. */
  attemptWaits: AttemptWait[];
  /** The run that followed the task; null: none did, or the task is open. */
  next: FollowingRun | null;
  /** The scheduled task that does the work again, because this task failed or its menu is doubted; null: there is none. */
  again: Task | null;
  /** What Temporal knows of the run; null: Temporal has deleted the run, or does not answer. */
  described: DescribedRun | null;
  /** Everything known that holds the task back, in words; null: nothing known does. */
  waitingFor: string | null;
}

/**
 * Reads one task: the run from the ledger, and its open work from Temporal.
 * @returns null where there is no such task
 * @throws TemporalUnavailable if Temporal does not answer and the ledger does not know the task
 */
export async function readTaskDetail(
  servers: { db: Db; client: Client },
  execution: Execution,
): Promise<TaskDetail | null> {
  const asOf = new Date();
  const { run, described, isAway } = await describeLedgerRun(servers, execution);
  if (run === null && isAway)
    throw new TemporalUnavailable('Temporal does not answer, and the ledger does not know this task.');
  if (run === null || !isTaskType(run)) return null;
  const task = taskOf(run);
  const [stages, menus, costs, next, events, attemptWaits, waits] = await Promise.all([
    listStages(servers.db, run.runId),
    listMenus(servers.db, run.runId),
    readRunCosts(servers.db, run),
    findFollowingRun(servers.db, run),
    listRunEvents(servers.db, run.id),
    listAttemptWaits(servers.db, run.id),
    describeWaits(servers.db, [task], () => (described === null ? null : describedWork(described))),
  ]);
  const waitingFor = waits.get(task.run_id) ?? null;
  const again = await findAgain(servers.db, task, next);
  return {
    task,
    stages,
    menus,
    costs,
    next,
    again,
    events,
    attemptWaits,
    described,
    waitingFor,
    asOf,
    isStale: isAway,
  };
}

async function findAgain(
  db: Db,
  { workflow_id: workflowId, status, dispensary_id: id }: Task,
  next: FollowingRun | null,
): Promise<Task | null> {
  if (id === null || (status !== 'failed' && status !== 'unconfirmed')) return null;
  const waitsAs = [retryName(id), lookAgainName(id)].map(laterId);
  // Only a crawl, or a delayed start that is itself such a retry or look, is done again in this way.
  if (workflowId !== crawlDispensaryId(id) && !waitsAs.includes(workflowId)) return null;
  const waiting = await findWaitingAgain(db, { waitsAs, next: next?.run ?? null });
  return waiting === null ? null : taskOf(waiting);
}
