import type { Db } from '../db/connect.ts';
import {
  findChainWaiters,
  freeStore,
  handStoreOn,
  leaveQueue,
  StoreTaken,
} from '../db/queries/store-locks.ts';
import type { MayWait, WaitsForStore } from '../domain/store-wait.ts';
import { crawlDispensaryId } from '../temporal-config/workflow-ids.ts';

export interface StoreTools {
  db: Db;
  /**
   * Signals a workflow that waits for a store that it may continue; false if the workflow has closed. The worker passes this function
   * in, because the worker holds the Temporal client.
   */
  wakeWaiter: (workflowId: string) => Promise<boolean>;
}

/**
 * Passes a free store on to the next task that waits for it, and signals that task. After a chain, also signals the delayed starts
 * that wait for its end. A second call signals the same task again, so an attempt also completes what a dead predecessor began.
 * @param ended the workflow that held the store
 */
export async function passStoreOn(
  { db, wakeWaiter }: StoreTools,
  { dispensaryId, ended }: { dispensaryId: number; ended: string },
): Promise<void> {
  for (;;) {
    const next = await handStoreOn(db, dispensaryId);
    if (next === null || (await wakeWaiter(next.workflowId))) break;
    // The waiting task was terminated.
    await freeStore(db, next.workflowRunId);
  }
  if (ended !== crawlDispensaryId(dispensaryId)) return;
  for (const workflowId of await findChainWaiters(db, dispensaryId))
    if (!(await wakeWaiter(workflowId))) await leaveQueue(db, { dispensaryId, workflowId });
}

/**
 * Runs work; if another task holds the store and the calling workflow can wait without a slot, returns that task instead of a
 * result.
 */
export async function unlessTaken<Result>(
  { mayWait }: MayWait,
  work: () => Promise<Result>,
): Promise<Result | WaitsForStore> {
  try {
    return await work();
  } catch (error) {
    if (mayWait !== true || !(error instanceof StoreTaken)) throw error;
    return { waitsFor: error.waitsFor };
  }
}
