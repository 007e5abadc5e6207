import { activityInfo } from '@temporalio/activity';
import { closeRun } from '../db/queries/close-runs.ts';
import type { ChainRole } from '../domain/role.ts';
import { passStoreOn, type StoreTools } from '../stages/pass-store-on.ts';

export interface RecordOutcomeInput {
  /** `completed` is for a chain whose images gave up, because images never fail a chain. */
  status: 'completed' | 'failed' | 'cancelled';
  /** A failure kind, `Cancelled` or `Timeout`. */
  errorKind: string;
  errorMessage: string;
  /** What the chain was started with. Absent in workflows that earlier versions started. */
  chain?: { dispensaryId: number; role: ChainRole };
}

/** Creates the activities that record how a chain ended when no stage could. */
export function createRecordOutcomeActivities(tools: StoreTools) {
  return {
    /**
     * Closes the run of the calling workflow, whether or not it had started, and passes its store on. A run that is already
     * closed stays as it is.
     */
    async recordOutcome({ chain, ...outcome }: RecordOutcomeInput): Promise<void> {
      const { runId = '', workflowId = '' } = activityInfo().workflowExecution ?? {};
      const freed = await closeRun(tools.db, {
        ...outcome,
        workflowRunId: runId,
        ...(chain === undefined ? {} : { chain: { ...chain, workflowId } }),
      });
      // Pass the store on even if a previous attempt closed the run: it may have died before it passed the store on.
      const stores = chain === undefined ? freed : [chain.dispensaryId];
      for (const dispensaryId of stores) await passStoreOn(tools, { dispensaryId, ended: workflowId });
    },
  };
}
