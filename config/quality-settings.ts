import type { Environment } from './environment.ts';

/** What a dispensary's quality is judged by. */
export function qualitySettings(environment: Environment) {
  return { scheduleHours: environment.CRAWL_INTERVAL_HOURS };
}
