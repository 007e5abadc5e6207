import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { findNewestRun } from '../db/queries/runs.ts';
import type { DependencyEnd } from '../domain/job-dependencies.ts';
import { isClosed } from '../domain/task.ts';
import { describeLatest, describeRun } from '../temporal-client/steer-tasks.ts';
import { jobWorkflowId } from '../temporal-config/workflow-ids.ts';

/**
 * Finds how a job's newest run has ended. A job writes its end to the ledger before its workflow closes.
 * @returns null if the job is open
 */
export async function findJobEnd(
  { db, client }: { db: Db; client: Client },
  id: string,
): Promise<DependencyEnd | null> {
  const workflowId = jobWorkflowId(id);
  const described = await describeLatest(client, workflowId);
  const known = await findNewestRun(db, workflowId);
  if (described === null && known === null) return 'missing';
  const { runId, ending = null } = described?.run ?? {};
  const noted = known !== null && isClosed(known.status) ? known.status : null;
  if (noted !== null && (described === null || known?.runId === runId)) return endOf(noted);
  // Temporal has deleted a run that the ledger shows as open: it was deleted by hand.
  return described === null ? 'missing' : ending && endOf(ending.as);
}

/**
 * Whether a run of a job has ended. Its id may have started again meanwhile; a run that was reset goes on under another run id.
 */
export async function hasRunEnded(
  tools: { db: Db; client: Client },
  { id, workflowRunId }: { id: string; workflowRunId: string },
): Promise<boolean> {
  if ((await findJobEnd(tools, id)) !== null) return true;
  const workflowId = jobWorkflowId(id);
  const newest = await describeLatest(tools.client, workflowId);
  if (newest === null || newest.run.runId === workflowRunId) return newest === null;
  const own = await describeRun(tools.client, { workflowId, runId: workflowRunId });
  return own?.run.firstRunId !== newest.run.firstRunId;
}

function endOf(status: string): DependencyEnd {
  return status === 'completed' || status === 'cancelled' ? status : 'failed';
}
