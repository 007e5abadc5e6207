import type { Client } from '@temporalio/client';
import type { PlatformName } from '../domain/dispensary.ts';
import { CHAINED_PRIORITY } from '../temporal-config/priorities.ts';
import { taskId } from '../temporal-config/workflow-ids.ts';
import { startOrSchedule } from './start-or-schedule.ts';
import type { StartedTask } from './started-task.ts';
import { planCrawl, planResolve, type TaskPlan } from './task-plans.ts';

/** A row of `dispensaries`, as far as it may lack its first crawl. */
export interface AddedStore {
  id: number;
  name: string;
  platform: PlatformName;
  state: string | null;
  crawl_enabled: boolean;
  platform_dispensary_id: string | null;
  first_crawl_at: Date | null;
}

export interface FirstCrawl {
  /** False: the platform's id is looked for at most. */
  crawl: boolean;
  priority?: number | undefined;
  /** As in `StartOptions`. */
  startId?: string | undefined;
}

/**
 * Starts what a dispensary lacks that a person has added: the search for the platform's id, and then its first crawl.
 * @returns null: it lacks nothing, or its crawls are switched off
 * @throws TemporalUnavailable
 */
export async function startFirstCrawl(
  client: Client,
  store: AddedStore,
  { crawl, priority = CHAINED_PRIORITY, startId }: FirstCrawl,
): Promise<StartedTask | null> {
  const plan = planOf(store, { crawl, priority });
  if (plan === null) return null;
  const { outcome, workflowId, runId } = await startOrSchedule(client, { ...plan, priority }, { startId });
  return { taskId: taskId(workflowId, runId), workflowId, runId, isNew: outcome === 'started' };
}

function planOf(row: AddedStore, { crawl, priority }: { crawl: boolean; priority: number }): TaskPlan | null {
  const { id, name, platform, state: stateCode } = row;
  const store = { id, name, platform, stateCode };
  if (!row.crawl_enabled) return null;
  if (row.platform_dispensary_id === null) return planResolve(store, { crawl, priority });
  if (!crawl || row.first_crawl_at !== null) return null;
  return planCrawl(store, { role: 'product_discovery', priority });
}
