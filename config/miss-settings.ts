import type { Environment } from './environment.ts';

/** What takes products that menus lack out of stock. */
export function missSettings(environment: Environment) {
  return {
    spanIntervals: environment.MISSES_SPAN_INTERVALS,
    spanMinutesMin: environment.MISSES_SPAN_MIN_MINUTES,
    scheduleHours: environment.CRAWL_INTERVAL_HOURS,
  };
}
