import { sql } from 'kysely';
import { countActed, percentOf, type BulkReport } from '../../domain/bulk-action.ts';
import { BULK_ACTION } from '../../domain/role-workflows.ts';
import type { ClosedStatus } from '../../domain/task.ts';
import type { Db } from '../connect.ts';
import { storableJson } from '../storable-json.ts';
import { endRuns, noteRuns } from './note-runs.ts';

/** A run of a bulk action. */
export interface BulkActionRun {
  workflowId: string;
  runId: string;
  /** The first run of its execution, which may have continued as new. */
  firstRunId: string;
  createdAt: Date;
  requestedBy: string | null;
}

/** Writes an open bulk action and its progress into the ledger. @param run.worker the worker that runs it; absent: none so far */
export async function noteBulkAction(
  db: Db,
  { worker = null, ...run }: BulkActionRun & { worker?: string | null },
  report: BulkReport,
): Promise<void> {
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
      progress_message = ${report.summary}, updated_at = clock_timestamp(), worker = coalesce(worker, ${worker}),
      started_at = coalesce(started_at, case when ${worker}::text is not null then clock_timestamp() end)
    where workflow_id = ${run.workflowId} and run_id = ${run.runId} and ended_as is null
  `.execute(db);
}

/**
 * Closes a bulk action with its counts. The ledger may have newer counts than the workflow, which gets a page's counts only at
 * the page's end.
 * @param end.error why it did not complete; null: it completed or was cancelled
 * @returns the final report
 */
export async function closeBulkAction(
  db: Db,
  run: BulkActionRun,
  {
    report: reported,
    status,
    error: given,
  }: { report: BulkReport; status: ClosedStatus; error: string | null },
): Promise<BulkReport> {
  const noted = status === 'completed' ? null : await findReport(db, run);
  const report = noted !== null && countActed(noted) > countActed(reported) ? noted : reported;
  const error = given ?? (status === 'cancelled' ? `It was cancelled: ${report.summary}.` : null);
  await noteBulkAction(db, run, report);
  if (status === 'completed')
    await sql`
      update runs set progress_percent = 100
      where workflow_id = ${run.workflowId} and run_id = ${run.runId} and ended_as is null
    `.execute(db);
  const ended = { workflowId: run.workflowId, runId: run.runId, endedAt: new Date(), endedAs: status };
  const errorKind = status === 'cancelled' ? 'Cancelled' : null;
  await endRuns(db, [{ ...ended, errorKind, errorMessage: error, result: { ...report } }]);
  return report;
}

async function findReport(db: Db, { workflowId, runId }: BulkActionRun): Promise<BulkReport | null> {
  const { rows } = await sql<{ result: BulkReport | null }>`
    select result from runs where workflow_id = ${workflowId} and run_id = ${runId} and result ? 'matched'
  `.execute(db);
  return rows[0]?.result ?? null;
}
