import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import {
  findChain,
  listStages,
  nameStores,
  type LedgerChain,
  type LedgerStage,
} from '../db/queries/tasks.ts';
import { STALE_AFTER_MINUTES } from '../domain/task.ts';
import { askTemporal, TemporalUnavailable, unlessAway } from '../temporal-client/ask-temporal.ts';
import { isLater, isTask } from '../temporal-client/list-task-runs.ts';
import type { Execution } from '../temporal-client/look-at-tasks.ts';
import {
  describeRun,
  readOutcome,
  type DescribedRun,
  type StartOnceResult,
} from '../temporal-client/steer-tasks.ts';
import { taskId } from '../temporal-config/workflow-ids.ts';
import { closedTask, ledgerTask, openTask, wishesOf, type BegunFacts, type Task } from './task.ts';

/** All that is known of one task. */
export interface TaskDetail {
  task: Task;
  stages: LedgerStage[];
  /** Null: Temporal has deleted it, or does not answer. */
  described: DescribedRun | null;
  asOf: Date;
  /** True: Temporal does not answer, and this is what the ledger knows. */
  isStale: boolean;
}

/**
 * Describes one task: what Temporal has of the run, joined with the ledger, which knows it for longer.
 * @returns null where there is no such task
 * @throws TemporalUnavailable where the ledger does not know it either
 */
export async function readTaskDetail(
  { db, client }: { db: Db; client: Client },
  execution: Execution,
): Promise<TaskDetail | null> {
  const asOf = new Date();
  const found = await findChain(db, execution.runId);
  const chain = found?.workflowId === execution.workflowId ? found : null;
  const asked = askTemporal(client, () => describeRun(client, execution));
  const described = await unlessAway(asked, 'away' as const);
  if (described === 'away' && chain === null)
    throw new TemporalUnavailable('Temporal does not answer, and the ledger does not know this task.');
  const stages = chain === null ? [] : await listStages(db, chain.crawlRunId);
  if (described === 'away' || described === null) {
    if (chain === null) return null;
    const task = described === 'away' && chain.status === 'running' ? beheld(chain) : ledgerTask(chain);
    return { task, stages, described: null, asOf, isStale: described === 'away' };
  }
  if (!isTask(described.run)) return null;
  const task = await taskOf({ db, client }, described, { chain, stages });
  return { task, stages, described, asOf, isStale: false };
}

/** The ledger holds it for running, and nobody can say otherwise now. */
function beheld(chain: LedgerChain): Task {
  return { ...ledgerTask(chain), status: 'running' };
}

async function taskOf(
  { db, client }: { db: Db; client: Client },
  { run, look }: DescribedRun,
  { chain, stages }: { chain: LedgerChain | null; stages: LedgerStage[] },
): Promise<Task> {
  if (chain !== null && chain.status !== 'running') return ledgerTask(chain, wishesOf(run));
  const { dispensaryId } = run;
  const store = dispensaryId === null ? undefined : (await nameStores(db, [dispensaryId])).get(dispensaryId);
  if (run.closedAs === null) {
    const begun = chain === null ? undefined : begunOf(chain, stages);
    return openTask(run, { store, look, begun, staleAfterMs: STALE_AFTER_MINUTES * 60_000 });
  }
  const { result, error } = await askTemporal(client, () => readOutcome(client, run));
  return closedTask(run, run.closedAs, { store, result: resultOf(run.workflowId, result), error });
}

function begunOf({ startedAt, retries, worker, createdAt }: LedgerChain, stages: LedgerStage[]): BegunFacts {
  const ofChain = stages.filter(({ stage }) => stage !== 'resolve');
  const last = ofChain.find(({ ended_at: endedAt }) => endedAt === null) ?? ofChain.at(-1);
  const stage = last === undefined || last.stage === 'resolve' ? null : last.stage;
  return { stage, startedAt: startedAt ?? createdAt, worker: worker ?? '', retries };
}

/** A starter leads to the task that it has started. */
function resultOf(workflowId: string, result: unknown): Task['result'] {
  if (typeof result !== 'object' || result === null) return null;
  if (!isLater(workflowId)) return { ...result };
  const { outcome, workflowId: startedId, runId } = result as StartOnceResult;
  return { outcome, ...(runId === undefined ? {} : { task_id: taskId(startedId, runId) }) };
}
