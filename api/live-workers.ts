import type { Db } from '../db/connect.ts';
import { listWorkInHand, type WorkInHand } from '../db/queries/run-heartbeats.ts';
import { listWorkers, type ListedWorker } from '../db/queries/worker-registry.ts';
import { isLive } from '../domain/worker.ts';
import { taskId } from '../temporal-config/workflow-ids.ts';

/**
 * The workers of the registry, those that live with the tasks that they have in hand now: their heartbeats are up to half a minute
 * old. Workers elsewhere tell theirs by heartbeats alone.
 */
export async function listLiveWorkers(db: Db): Promise<ListedWorker[]> {
  const [workers, all] = await Promise.all([listWorkers(db), listWorkInHand(db)]);
  const inHand = Map.groupBy(all, ({ worker }) => worker);
  return workers.map((worker) =>
    isLive(worker.status) && writesWork(worker)
      ? { ...worker, ...tasksOf(worker, inHand.get(worker.worker_id) ?? []) }
      : worker,
  );
}

/** Workers elsewhere do not tell whose disk their files are on, and neither did those that wrote no work in hand. */
function writesWork({ tuner }: ListedWorker): boolean {
  return tuner.shares_storage !== undefined;
}

function tasksOf({ started_at: startedAt }: ListedWorker, inHand: WorkInHand[]) {
  // What the process before it was killed with is left over until somebody begins it again.
  const own = inHand.filter(({ claimedAt }) => claimedAt >= startedAt);
  return {
    active_task_count: own.length,
    current_task_ids: [...new Set(own.map(({ workflowId, runId }) => taskId(workflowId, runId)))],
  };
}
