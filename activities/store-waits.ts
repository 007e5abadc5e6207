import { activityInfo } from '@temporalio/activity';
import { abandonStore } from '../db/queries/close-runs.ts';
import { notePromotions } from '../db/queries/run-events.ts';
import { findHolder, freeStore, joinQueue, leaveQueue } from '../db/queries/store-locks.ts';
import type { MeetChainInput, MetChain } from '../domain/store-wait.ts';
import { currentTask } from '../stages/current-chain.ts';
import { SCHEDULED_PRIORITY } from '../temporal-config/priorities.ts';
import { crawlDispensaryId } from '../temporal-config/workflow-ids.ts';
import { passStoreOn, type StoreTools } from '../stages/pass-store-on.ts';

interface Tools extends StoreTools {
  /** Whether a workflow has an open run. */
  isOpen: (workflowId: string) => Promise<boolean>;
  /** Finds the open chain of a dispensary, and promotes it to a priority. */
  meetChain: (request: MeetChainInput) => Promise<MetChain>;
}

/** Creates the activities for tasks that wait for another task of their store, or that ended without releasing it. */
export function createStoreWaitActivities(tools: Tools) {
  const { db, isOpen, meetChain } = tools;
  return {
    /**
     * Checks whether another task holds the store. A terminated task sends no signal, so this passes its store on.
     * @returns whether the calling workflow must wait
     */
    async lookAtHolder({ dispensaryId }: { dispensaryId: number }): Promise<{ hasToWait: boolean }> {
      const { workflowId: mine } = currentTask(dispensaryId);
      const holder = await findHolder(db, dispensaryId);
      // A holder with the caller's workflow id is an earlier run, as before a reset. It has ended: taking the store decides which
      // run is newer.
      if (holder === null || holder.workflowId === mine) return { hasToWait: false };
      if (await isOpen(holder.workflowId)) return { hasToWait: true };
      await abandonStore(db, holder.workflowRunId);
      await passStoreOn(tools, { dispensaryId, ended: holder.workflowId });
      const next = await findHolder(db, dispensaryId);
      return { hasToWait: next !== null && next.workflowId !== mine };
    },

    /** Releases the store that the calling workflow holds, or its place in the queue. Repeating it changes nothing. */
    async leaveStore(): Promise<void> {
      const { runId = '', workflowId: ended = '' } = activityInfo().workflowExecution ?? {};
      for (const dispensaryId of await freeStore(db, runId))
        await passStoreOn(tools, { dispensaryId, ended });
    },

    /**
     * Checks the open chain that blocks a start for later. If that chain must end first, the caller is queued and is signalled at
     * its end.
     */
    async meetChain(request: MeetChainInput): Promise<MetChain> {
      const claim = currentTask(request.dispensaryId);
      // Join before the check, so that a chain that ends in between signals the caller.
      await joinQueue(db, claim, 'chain');
      const met = await meetChain(request);
      if (met.is !== 'other') await leaveQueue(db, claim);
      const { dispensaryId, priority, promotedRunId } = request;
      if (met.is !== 'over' && priority > SCHEDULED_PRIORITY && met.runId !== promotedRunId)
        await notePromotions(db, [crawlDispensaryId(dispensaryId)], {
          priority,
          actor: null,
          by: claim.workflowId,
        });
      return met;
    },
  };
}
