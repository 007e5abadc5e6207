import type { PlatformName } from '../domain/dispensary.ts';
import type { StartedPlan } from '../temporal-client/start-or-schedule.ts';
import { planCrawl, planResolve, type TaskPlan } from '../temporal-client/task-plans.ts';
import { CHAINED_PRIORITY } from '../temporal-config/priorities.ts';
import { startNoted, type StartRequest, type Servers } from './note-start.ts';

/** The fields of a dispensary that decide whether it lacks its first crawl. */
export interface AddedStore {
  id: number;
  name: string;
  platform: PlatformName;
  state: string | null;
  crawl_enabled: boolean;
  platform_dispensary_id: string | null;
  first_crawl_at: Date | null;
}

/** The options of a first crawl. */
export interface FirstCrawl extends Pick<StartRequest, 'startId' | 'requestedBy' | 'reason'> {
  /** False: only resolves the platform id. */
  crawl: boolean;
  priority?: number | undefined;
}

/**
 * Starts what a newly added dispensary lacks: the resolution of its platform id, and then its first crawl.
 * @returns null if the dispensary lacks nothing, or its crawls are switched off
 * @throws TemporalUnavailable
 */
export async function startFirstCrawl(
  servers: Servers,
  store: AddedStore,
  { crawl, priority = CHAINED_PRIORITY, ...requested }: FirstCrawl,
): Promise<StartedPlan | null> {
  const plan = planOf(store, { crawl, priority });
  return plan === null ? null : startNoted(servers, { ...plan, priority }, requested);
}

function planOf(row: AddedStore, { crawl, priority }: { crawl: boolean; priority: number }): TaskPlan | null {
  const { id, name, platform, state: stateCode } = row;
  const store = { id, name, platform, stateCode };
  if (!row.crawl_enabled) return null;
  if (row.platform_dispensary_id === null) return planResolve(store, { crawl, priority });
  if (!crawl || row.first_crawl_at !== null) return null;
  return planCrawl(store, { role: 'product_discovery', priority });
}
