import type { Environment } from './environment.ts';

/** Returns the settings of the rules that judge the quality of a dispensary's data. */
export function qualitySettings(environment: Environment) {
  return { scheduleHours: environment.CRAWL_INTERVAL_HOURS };
}
