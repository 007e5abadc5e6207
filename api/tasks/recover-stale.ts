import type { Client } from '@temporalio/client';
import pLimit from 'p-limit';
import type { TaskBook } from '../../reports/task-book.ts';
import type { Task } from '../../reports/task.ts';
import { askTemporal } from '../../temporal-client/ask-temporal.ts';
import type { PendingWork } from '../../temporal-client/look-at-tasks.ts';
import { describeRun, resetActivity, type ResetOutcome } from '../../temporal-client/steer-tasks.ts';

/** A task of whose worker nothing was heard, and what was done about it. */
export interface RecoveredTask {
  task: Task;
  activity: PendingWork;
  /** The worker's last heartbeat, or its start where it never had one. */
  heardAt: Date;
  /** `found`: it was a dry run. */
  outcome: ResetOutcome | 'found';
}

const RESETS_AT_ONCE = 10;

/**
 * Finds the tasks of whose workers nothing was heard for a time, and has the piece of work that each has open begin again.
 * Heartbeat timeouts do the same without being asked, and earlier: this shows what is stuck, and forces it.
 */
export async function recoverStale(
  { client, book }: { client: Client; book: TaskBook },
  { thresholdMs, isDryRun }: { thresholdMs: number; isDryRun: boolean },
): Promise<RecoveredTask[]> {
  const { items } = await book.open({ statuses: ['claimed', 'running', 'stale'] });
  const before = Date.now() - thresholdMs;
  const suspects = items.filter((task) => {
    const heardAt = heardOf(task.claimed_at, task.last_heartbeat_at);
    return heardAt !== null && heardAt.getTime() <= before;
  });
  const found = await pLimit(RESETS_AT_ONCE).map(suspects, async (task): Promise<RecoveredTask | null> => {
    const execution = { workflowId: task.workflow_id, runId: task.run_id };
    // The list is some seconds old.
    const described = await askTemporal(client, () => describeRun(client, execution));
    const { state, activity } = described?.look ?? { state: 'closed', activity: null };
    if (activity === null || (state !== 'claimed' && state !== 'running')) return null;
    const heardAt = heardOf(activity.attemptStartedAt, activity.lastHeartbeatAt);
    if (heardAt === null || heardAt.getTime() > before) return null;
    const outcome = isDryRun
      ? 'found'
      : await askTemporal(client, () => resetActivity(client, execution, activity));
    return { task, activity, heardAt, outcome };
  });
  return found.filter((one) => one !== null);
}

/** A heartbeat may be of an attempt before. */
function heardOf(startedAt: Date | null, heartbeatAt: Date | null): Date | null {
  if (startedAt === null || heartbeatAt === null) return startedAt ?? heartbeatAt;
  return startedAt > heartbeatAt ? startedAt : heartbeatAt;
}
