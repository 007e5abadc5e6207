import type { Db } from '../db/connect.ts';
import { listWorkInHand, type WorkInHand } from '../db/queries/run-heartbeats.ts';
import { listWorkers, type ListedWorker } from '../db/queries/worker-registry.ts';
import { isLive } from '../domain/worker.ts';
import { taskId } from '../temporal-config/workflow-ids.ts';

/**
 * Lists the workers of the registry. Live ones get their current tasks from the ledger, since heartbeats are up to half a minute
 * old, or older if the worker hangs. The tasks of external workers come from their heartbeats alone.
 */
export async function listLiveWorkers(db: Db): Promise<ListedWorker[]> {
  const [workers, all] = await Promise.all([listWorkers(db), listWorkInHand(db)]);
  const inHand = Map.groupBy(all, ({ worker }) => worker);
  return workers.map((worker) => {
    if (!writesWork(worker)) return worker;
    const tasks = tasksOf(worker, inHand.get(worker.worker_id) ?? []);
    // A lost worker keeps only the tasks that no other worker has begun again.
    return isLive(worker.status) || worker.status === 'lost' ? { ...worker, ...tasks } : worker;
  });
}

/** Whether a worker writes its work into the ledger. Such a worker reports `shares_storage`; external workers and older versions do not. */
function writesWork({ tuner }: ListedWorker): boolean {
  return tuner.shares_storage !== undefined;
}

function tasksOf({ started_at: startedAt }: ListedWorker, inHand: WorkInHand[]) {
  // A killed predecessor's rows remain until another attempt begins that work.
  const own = inHand.filter(({ claimedAt }) => claimedAt >= startedAt);
  return {
    active_task_count: own.length,
    current_task_ids: [...new Set(own.map(({ workflowId, runId }) => taskId(workflowId, runId)))],
  };
}
