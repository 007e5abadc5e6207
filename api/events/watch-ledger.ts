import type { Db } from '../../db/connect.ts';
import { listChangedChains, listSuspectIds } from '../../db/queries/recent-changes.ts';
import { listWorkers } from '../../db/queries/worker-registry.ts';
import { taskId } from '../../temporal-config/workflow-ids.ts';
import type { Change } from './change-feed.ts';

/** How far back it is looked: longer than a transaction that writes such a row is open. */
export const LEDGER_WINDOW_MS = 30_000;

/**
 * Looks for what has changed in the ledger: chains that began or ended, workers whose status or tasks changed, payloads that
 * came into quarantine or left it.
 */
export function watchLedger(db: Db): () => Promise<Change[]> {
  const chains = createComparison();
  const workers = createComparison();
  const suspects = createComparison();
  return async () => {
    const [changedChains, allWorkers, allSuspects] = await Promise.all([
      listChangedChains(db, LEDGER_WINDOW_MS / 1000),
      listWorkers(db),
      listSuspectIds(db),
    ]);
    return [
      ...chains.changed(
        changedChains.map(({ id, run_id: runId, workflow_id: workflowId, ...chain }) => ({
          key: String(id),
          type: 'task',
          data: { task_id: taskId(workflowId, runId), ...chain },
        })),
      ),
      ...workers.changed(
        allWorkers.map((worker) => ({
          key: worker.worker_id,
          type: 'worker',
          data: {
            worker_id: worker.worker_id,
            friendly_name: worker.friendly_name,
            status: worker.status,
            active_task_count: worker.active_task_count,
          },
        })),
      ),
      ...suspects.changed(
        allSuspects.map(({ id, dispensary_id: dispensaryId }) => ({
          key: String(id),
          type: 'quarantine',
          data: { payload_id: id, dispensary_id: dispensaryId, verdict: 'suspect' },
        })),
      ),
    ];
  };
}

interface Keyed extends Change {
  key: string;
}

/** Tells what is new or other than the last time; the first time nothing is. */
function createComparison(): { changed(now: Keyed[]): Change[] } {
  let before: Map<string, string> | null = null;
  return {
    changed: (now) => {
      const known = before;
      before = new Map(now.map(({ key, data }) => [key, JSON.stringify(data)]));
      if (known === null) return [];
      return now
        .filter(({ key, data }) => known.get(key) !== JSON.stringify(data))
        .map(({ type, data }) => ({ type, data }));
    },
  };
}
