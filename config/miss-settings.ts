import type { Environment } from './environment.ts';

/** The rule that takes products missing from menus out of stock. */
export function missSettings(environment: Environment) {
  return {
    spanIntervals: environment.MISSES_SPAN_INTERVALS,
    spanMinutesMin: environment.MISSES_SPAN_MIN_MINUTES,
    scheduleHours: environment.CRAWL_INTERVAL_HOURS,
  };
}
