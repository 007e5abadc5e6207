import type { Environment } from './environment.ts';

/** The settings of the quality rules for a dispensary. */
export function qualitySettings(environment: Environment) {
  return { scheduleHours: environment.CRAWL_INTERVAL_HOURS };
}
