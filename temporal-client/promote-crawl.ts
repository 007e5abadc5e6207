import { WorkflowNotFoundError, type WorkflowHandle } from '@temporalio/client';
import { promoteSignal } from '../workflows/messages.ts';
import type { crawlDispensary } from '../workflows/index.ts';

/**
 * Tells an open chain that it is more urgent than it was started: an activity that waits for its first worker goes to the
 * front of its queue, and what comes after it is urgent too. One that waits for a retry keeps its delay, which
 * may be what the platform asked for. A chain that has just ended is left alone.
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
