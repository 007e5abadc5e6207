import type { Client } from '@temporalio/client';
import pLimit from 'p-limit';
import type { Db } from '../db/connect.ts';
import { listRuns } from '../db/queries/runs.ts';
import { callTemporal } from '../temporal-client/call-temporal.ts';
import type { Execution, PendingWork } from '../temporal-client/temporal-state.ts';
import { describeRun } from '../temporal-client/steer-tasks.ts';
import { taskOf, type Task } from './task.ts';

/** A task of whose worker nothing was heard. */
export interface StuckTask {
  task: Task;
  execution: Execution;
  /** The piece of work that the worker has. */
  activity: PendingWork;
  /** The worker's last heartbeat, or its start where it never had one. */
  heardAt: Date;
}

const LOOKS_AT_ONCE = 10;

/** More of them are the next call's. */
const STUCK_MAX = 1_000;

/**
 * Finds the tasks of whose workers nothing was heard for a time. Heartbeat timeouts end such attempts without being asked.
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
    // Workers tell the ledger less often than Temporal.
    const described = await callTemporal(client, () => describeRun(client, execution));
    const { state, activity } = described?.look ?? { state: 'closed', activity: null };
    if (activity === null || (state !== 'claimed' && state !== 'running')) return null;
    const heardAt = heardOf(activity.attemptStartedAt, activity.lastHeartbeatAt);
    if (heardAt === null || heardAt.getTime() > before) return null;
    return { task, execution, activity, heardAt };
  });
  return found.filter((one) => one !== null);
}

/** A heartbeat may be of an attempt before. */
function heardOf(startedAt: Date | null, heartbeatAt: Date | null): Date | null {
  if (startedAt === null || heartbeatAt === null) return startedAt ?? heartbeatAt;
  return startedAt > heartbeatAt ? startedAt : heartbeatAt;
}
