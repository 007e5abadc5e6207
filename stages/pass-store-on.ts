import type { Db } from '../db/connect.ts';
import {
  findChainWaiters,
  freeStore,
  handStoreOn,
  leaveQueue,
  StoreTaken,
} from '../db/queries/store-locks.ts';
import type { MayWait, WaitsForStore } from '../domain/store-turn.ts';
import { crawlDispensaryId } from '../temporal-config/workflow-ids.ts';

export interface StoreTools {
  db: Db;
  /** Tells a workflow that waits for a store to go on; false: it is over. Given by the worker, which holds the client. */
  wakeWaiter: (workflowId: string) => Promise<boolean>;
}

/**
 * Hands a store that is free on to the task that waits for it, and tells that one; after a chain also the starts that wait for
 * its end. Asked twice it tells the same task again, so an attempt whose predecessor died in between makes up for it.
 * @param ended the workflow that had the store
 */
export async function passStoreOn(
  { db, wakeWaiter }: StoreTools,
  { dispensaryId, ended }: { dispensaryId: number; ended: string },
): Promise<void> {
  for (;;) {
    const next = await handStoreOn(db, dispensaryId);
    if (next === null || (await wakeWaiter(next.workflowId))) break;
    // It was terminated while it waited.
    await freeStore(db, next.workflowRunId);
  }
  if (ended !== crawlDispensaryId(dispensaryId)) return;
  for (const workflowId of await findChainWaiters(db, dispensaryId))
    if (!(await wakeWaiter(workflowId))) await leaveQueue(db, { dispensaryId, workflowId });
}

/** Gives the task in the way in place of a result, where the calling workflow can wait for its end without a slot. */
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
