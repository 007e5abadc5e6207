import { activityInfo } from '@temporalio/activity';
import type { Db } from '../db/connect.ts';
import { closeRun } from '../db/queries/crawl-runs.ts';

export interface RecordOutcomeInput {
  /** `completed` is for a chain whose images gave up: they never fail it. */
  status: 'completed' | 'failed' | 'cancelled';
  /** A failure kind, or `Cancelled`, or `Timeout`. */
  errorKind: string;
  errorMessage: string;
}

/** Activities that write how a chain ended when no stage could. */
export function createRecordOutcomeActivities({ db }: { db: Db }) {
  return {
    /** Closes the run of the calling workflow; one that is closed, or never began, stays as it is. */
    async recordOutcome(input: RecordOutcomeInput): Promise<void> {
      const { workflowExecution } = activityInfo();
      await closeRun(db, { ...input, workflowRunId: workflowExecution?.runId ?? '' });
    },
  };
}
