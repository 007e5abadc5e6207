import type { Client } from '@temporalio/client';
import { SCHEDULED_PRIORITY } from '../temporal-config/priorities.ts';
import { usualRetries } from '../temporal-config/task-memo.ts';
import { crawlDispensaryId } from '../temporal-config/workflow-ids.ts';
import { callTemporal } from './call-temporal.ts';
import type { Execution } from './temporal-state.ts';
import { promoteCrawl } from './promote-crawl.ts';
import { findStartedLater, startPlan, startPlanLater, type StartOptions } from './start-plan.ts';
import type { TaskPlan } from './task-plans.ts';

export interface StartedPlan extends Execution {
  /** `running`: a workflow of this id was open and continues. `later`: it waits for its time. */
  outcome: 'started' | 'running' | 'later';
  /** The priority to which an open chain was promoted. */
  promotedTo?: number | undefined;
}

/**
 * Starts a plan, now or later. A chain that is already open is promoted when this start is more urgent.
 * @throws TemporalUnavailable
 */
export async function startOrSchedule(
  client: Client,
  plan: TaskPlan,
  { at, ...given }: StartOptions & { at?: Date | undefined },
): Promise<StartedPlan> {
  const options = { ...given, maxRetries: given.maxRetries ?? usualRetries(plan.start.workflow) };
  return callTemporal(client, async () => {
    if (at !== undefined && at.getTime() > Date.now()) {
      const { workflowId, firstExecutionRunId } = await startPlanLater(client, plan, { ...options, at });
      return { outcome: 'later', workflowId, runId: firstExecutionRunId };
    }
    // This may repeat a start that was requested before its time, and whose answer was lost: then its starter waits, or has done its work.
    const waiting = at === undefined ? null : await findStartedLater(client, options.startId);
    if (waiting !== null) return { outcome: 'later', ...waiting };
    const { handle, runId } = await startPlan(client, plan, options);
    const { workflowId } = handle;
    if (runId !== null) return { outcome: 'started', workflowId, runId };
    const promotedTo = await promote(client, plan);
    return { outcome: 'running', workflowId, runId: (await handle.describe()).runId, promotedTo };
  });
}

/** Promotes an open chain; other workflows cannot be promoted. @returns the new priority */
async function promote(
  client: Client,
  { start, priority = SCHEDULED_PRIORITY }: TaskPlan,
): Promise<number | undefined> {
  if (start.workflow !== 'crawlDispensary' || priority <= SCHEDULED_PRIORITY) return undefined;
  const { dispensaryId } = start.input;
  await promoteCrawl(client.workflow.getHandle(crawlDispensaryId(dispensaryId)), priority);
  return priority;
}
