import type { Environment } from './environment.ts';

/** Returns the settings of the rule that takes products out of stock after menus lacked them. */
export function missSettings(environment: Environment) {
  return {
    spanIntervals: environment.MISSES_SPAN_INTERVALS,
    spanMinutesMin: environment.MISSES_SPAN_MIN_MINUTES,
    scheduleHours: environment.CRAWL_INTERVAL_HOURS,
  };
}
