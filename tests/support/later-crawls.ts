import type { WorkflowHandle } from '@temporalio/client';
import { expect } from 'vitest';
import { startOrSchedule } from '../../temporal-client/start-or-schedule.ts';
import { planCrawl } from '../../temporal-client/task-plans.ts';
import { readMemo } from '../../temporal-config/task-memo.ts';
import type { StartOnceResult } from '../../workflows/start-once.ts';
import type { StoreQueueWorld } from './store-wait-world.ts';

/** Schedules a crawl that is due in a second. */
export async function crawlLater(
  { client, store }: StoreQueueWorld,
  { images = false, priority = 0 }: { images?: boolean; priority?: number } = {},
): Promise<WorkflowHandle<() => Promise<StartOnceResult>>> {
  const at = new Date(Date.now() + 1_000);
  const plan = planCrawl(store, { images, priority });
  const { outcome, workflowId } = await startOrSchedule(client, plan, { at, requestedBy: 'Ann' });
  expect(outcome).toBe('later');
  return client.workflow.getHandle(workflowId);
}

/** Waits for the end of the workflow that a starter started or joined. @returns the results of both */
export async function endOf(
  { client }: StoreQueueWorld,
  starter: WorkflowHandle<() => Promise<StartOnceResult>>,
) {
  const { outcome, workflowId, runId } = await starter.result();
  const chain = client.workflow.getHandle(workflowId, runId);
  await chain.result();
  const { startTime, memo } = await chain.describe();
  return { outcome, runId, startTime, requestedBy: readMemo(memo).requested_by };
}

/** Reads the status of each crawl of a world, in the order of their starts. */
export const runsOf = async ({ db }: StoreQueueWorld) =>
  db.selectFrom('crawl_runs').select(['workflow_run_id', 'status']).orderBy('id').execute();
