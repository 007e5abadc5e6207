import { sql } from 'kysely';
import { percentOf, type BulkReport } from '../../domain/bulk-action.ts';
import { BULK_ACTION } from '../../domain/role-workflows.ts';
import type { ClosedStatus } from '../../domain/task.ts';
import type { Db } from '../connect.ts';
import { storableJson } from '../storable-json.ts';
import { endRuns, noteRuns } from './note-runs.ts';

/** A run of a bulk action. */
export interface BulkActionRun {
  workflowId: string;
  runId: string;
  /** Of the execution, which may have continued as new. */
  firstRunId: string;
  createdAt: Date;
  requestedBy: string | null;
}

/** Writes a bulk action that is open, and how far it is, into the ledger. */
export async function noteBulkAction(db: Db, run: BulkActionRun, report: BulkReport): Promise<void> {
  await noteRuns(db, [
    {
      ...run,
      type: BULK_ACTION.type,
      role: null,
      jobType: null,
      platform: null,
      account: null,
      dispensaryId: null,
      stateCode: null,
      priority: null,
      maxRetries: null,
      retryCount: null,
      scheduledFor: null,
      startedBy: null,
    },
  ]);
  await sql`
    update runs set result = ${storableJson(report)}, progress_percent = ${percentOf(report)},
      progress_message = ${report.summary}, updated_at = clock_timestamp()
    where workflow_id = ${run.workflowId} and run_id = ${run.runId} and ended_as is null
  `.execute(db);
}

/** Closes a bulk action, with what it has done. */
export async function closeBulkAction(
  db: Db,
  run: BulkActionRun,
  { report, status, error }: { report: BulkReport; status: ClosedStatus; error: string | null },
): Promise<void> {
  await noteBulkAction(db, run, report);
  if (status === 'completed')
    await sql`
      update runs set progress_percent = 100
      where workflow_id = ${run.workflowId} and run_id = ${run.runId} and ended_as is null
    `.execute(db);
  const ended = { workflowId: run.workflowId, runId: run.runId, endedAt: new Date(), endedAs: status };
  const errorKind = status === 'cancelled' ? 'Cancelled' : null;
  await endRuns(db, [{ ...ended, errorKind, errorMessage: error, result: { ...report } }]);
}
