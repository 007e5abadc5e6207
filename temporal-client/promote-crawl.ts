import { WorkflowNotFoundError, type WorkflowHandle } from '@temporalio/client';
import { promoteSignal } from '../workflows/messages.ts';
import type { crawlDispensary } from '../workflows/index.ts';

/**
 * Raises the priority of an open chain: an activity that waits for its first worker moves to the front of its queue, and later
 * activities are urgent too. An activity that waits for a retry keeps its delay, which the platform may have asked for. A chain
 * that has just ended is left alone.
 */
export async function promoteCrawl(
  handle: WorkflowHandle<typeof crawlDispensary>,
  priority: number,
): Promise<void> {
  try {
    const { raw } = await handle.describe();
    const waiting = raw.pendingActivities?.find(
      ({ lastStartedTime, attempt }) => !lastStartedTime && (attempt ?? 1) <= 1,
    );
    await handle.signal(promoteSignal, { priority, waitingActivity: waiting?.activityType?.name ?? null });
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
