import { activityInfo } from '@temporalio/activity';
import { abandonStore } from '../db/queries/crawl-runs.ts';
import { notePromotions } from '../db/queries/run-events.ts';
import { findHolder, freeStore, joinQueue, leaveQueue } from '../db/queries/store-locks.ts';
import type { MeetChainInput, MetChain } from '../domain/store-turn.ts';
import { callingTask } from '../stages/calling-chain.ts';
import { SCHEDULED_PRIORITY } from '../temporal-config/priorities.ts';
import { crawlDispensaryId } from '../temporal-config/workflow-ids.ts';
import { passStoreOn, type StoreTools } from '../stages/pass-store-on.ts';

interface Tools extends StoreTools {
  /** Whether a workflow has an open run. */
  isOpen: (workflowId: string) => Promise<boolean>;
  /** Looks at the open chain of a dispensary, and brings it forward to a priority. */
  meetChain: (wish: MeetChainInput) => Promise<MetChain>;
}

/** Activities of tasks that wait for another task of their store, or have ended without a word to those that wait. */
export function createStoreTurnActivities(tools: Tools) {
  const { db, isOpen, meetChain } = tools;
  return {
    /**
     * Looks whether another task has the store. One that was terminated tells nobody: its store is handed on here.
     * @returns whether the calling workflow has to wait
     */
    async lookAtHolder({ dispensaryId }: { dispensaryId: number }): Promise<{ hasToWait: boolean }> {
      const { workflowId: mine } = callingTask(dispensaryId);
      const holder = await findHolder(db, dispensaryId);
      // An earlier run of the caller, as before a reset, is over: taking the store decides which run is the newer one.
      if (holder === null || holder.workflowId === mine) return { hasToWait: false };
      if (await isOpen(holder.workflowId)) return { hasToWait: true };
      await abandonStore(db, holder.workflowRunId);
      await passStoreOn(tools, { dispensaryId, ended: holder.workflowId });
      const next = await findHolder(db, dispensaryId);
      return { hasToWait: next !== null && next.workflowId !== mine };
    },

    /** Frees the store that the calling workflow has, or its place in the queue. Doing it twice changes nothing. */
    async leaveStore(): Promise<void> {
      const { runId = '', workflowId: ended = '' } = activityInfo().workflowExecution ?? {};
      for (const dispensaryId of await freeStore(db, runId))
        await passStoreOn(tools, { dispensaryId, ended });
    },

    /** Looks at the chain that is in the way of a start for later; where it has to end first, the caller is told of its end. */
    async meetChain(wish: MeetChainInput): Promise<MetChain> {
      const claim = callingTask(wish.dispensaryId);
      // Before the look: an end in between is told.
      await joinQueue(db, claim, 'chain');
      const met = await meetChain(wish);
      if (met.is !== 'other') await leaveQueue(db, claim);
      const { dispensaryId, priority, promotedRunId } = wish;
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
