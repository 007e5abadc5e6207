import type { Client } from '@temporalio/client';
import pLimit from 'p-limit';
import type { Db } from '../db/connect.ts';
import { listRuns } from '../db/queries/runs.ts';
import { callTemporal } from '../temporal-client/call-temporal.ts';
import type { Execution, PendingWork } from '../temporal-client/temporal-state.ts';
import { describeRun } from '../temporal-client/steer-tasks.ts';
import { taskOf, type Task } from './task.ts';

/** A task whose worker has sent no heartbeat for longer than a threshold. */
export interface StuckTask {
  task: Task;
  execution: Execution;
  /** The activity that the worker holds. */
  activity: PendingWork;
  /** The last heartbeat of the activity, or the beginning of its current attempt if that is later. */
  heardAt: Date;
}

const LOOKS_AT_ONCE = 10;

/** The most tasks that one call examines; the next call takes the others. */
const STUCK_MAX = 1_000;

/**
 * Finds the tasks whose workers have sent no heartbeat for longer than a threshold. Attempts with a heartbeat timeout end by themselves.
 * @throws TemporalUnavailable
 */
export async function findStuckTasks(
  { db, client }: { db: Db; client: Client },
  thresholdMs: number,
): Promise<StuckTask[]> {
  const silent = { kind: 'task' as const, statuses: ['stale' as const], staleAfterMs: thresholdMs };
  const suspects = (await listRuns(db, silent, { after: null, limit: STUCK_MAX })).map(({ run }) =>
    taskOf(run),
  );
  const before = Date.now() - thresholdMs;
  const found = await pLimit(LOOKS_AT_ONCE).map(suspects, async (task): Promise<StuckTask | null> => {
    const execution = { workflowId: task.workflow_id, runId: task.run_id };
    // Temporal decides, because workers report to the ledger less often than to Temporal.
    const described = await callTemporal(client, () => describeRun(client, execution));
    const { state, activity } = described?.look ?? { state: 'closed', activity: null };
    if (activity === null || (state !== 'claimed' && state !== 'running')) return null;
    const heardAt = heardOf(activity.attemptStartedAt, activity.lastHeartbeatAt);
    if (heardAt === null || heardAt.getTime() > before) return null;
    return { task, execution, activity, heardAt };
  });
  return found.filter((one) => one !== null);
}

/** Returns the time of the attempt's last sign of life. The last heartbeat may be from an earlier attempt, so the start of this one counts, too. */
function heardOf(startedAt: Date | null, heartbeatAt: Date | null): Date | null {
  if (startedAt === null || heartbeatAt === null) return startedAt ?? heartbeatAt;
  return startedAt > heartbeatAt ? startedAt : heartbeatAt;
}
