import type { Db } from '../../db/connect.ts';
import { closeRun } from '../../db/queries/close-runs.ts';
import { enterStage } from '../../db/queries/crawl-runs.ts';
import { FETCH, makeClaim } from '../integration/db/make-crawl.ts';

/** Adds a chain of a dispensary that completes at this moment. */
export async function makeCrawled(db: Db, dispensaryId: number): Promise<void> {
  const claim = makeClaim(dispensaryId);
  await enterStage(db, claim, FETCH);
  await closeRun(db, { ...claim, status: 'failed', errorKind: 'Blocked', errorMessage: 'as the test wants' });
  // Sets what the ingest of a menu would write.
  await db
    .updateTable('crawl_runs')
    .set({ status: 'completed' })
    .where('workflow_run_id', '=', claim.workflowRunId)
    .execute();
}
