import { activityInfo } from '@temporalio/activity';
import { closeRun } from '../db/queries/crawl-runs.ts';
import type { ChainRole } from '../domain/role.ts';
import { passStoreOn, type StoreTools } from '../stages/pass-store-on.ts';

export interface RecordOutcomeInput {
  /** `completed` is for a chain whose images gave up: they never fail it. */
  status: 'completed' | 'failed' | 'cancelled';
  /** A failure kind, or `Cancelled`, or `Timeout`. */
  errorKind: string;
  errorMessage: string;
  /** What the chain was started with. Absent in workflows started by earlier versions. */
  chain?: { dispensaryId: number; role: ChainRole };
}

/** Activities that write how a chain ended when no stage could. */
export function createRecordOutcomeActivities(tools: StoreTools) {
  return {
    /** Closes the run of the calling workflow, whether it began or not, and hands its store on; one that is closed stays as it is. */
    async recordOutcome({ chain, ...outcome }: RecordOutcomeInput): Promise<void> {
      const { runId = '', workflowId = '' } = activityInfo().workflowExecution ?? {};
      const freed = await closeRun(tools.db, {
        ...outcome,
        workflowRunId: runId,
        ...(chain === undefined ? {} : { chain: { ...chain, workflowId } }),
      });
      // Also where an attempt before this one has closed the run, and died.
      const stores = chain === undefined ? freed : [chain.dispensaryId];
      for (const dispensaryId of stores) await passStoreOn(tools, { dispensaryId, ended: workflowId });
    },
  };
}
