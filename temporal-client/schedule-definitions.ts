import type { Environment } from '../config/environment.ts';
import { defaultSchedules, type ScheduleDefinition } from '../temporal-config/schedules.ts';

/** Returns the schedules that code defines, with the environment's states and crawl interval. */
export function schedulesOf(
  environment: Pick<Environment, 'DISCOVERY_STATES' | 'CRAWL_INTERVAL_HOURS'>,
): ScheduleDefinition[] {
  const { DISCOVERY_STATES: discoveryStates, CRAWL_INTERVAL_HOURS: crawlIntervalHours } = environment;
  return defaultSchedules({ discoveryStates, crawlIntervalHours });
}
