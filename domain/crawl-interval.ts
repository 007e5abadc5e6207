/** An adapted interval stays between these, unless the base itself is longer. */
const INTERVAL_HOURS_MIN = 1;
const INTERVAL_HOURS_MAX = 24;

/** What an interval grows by after a crawl that found the menu as it was. */
const GROWTH = 1.5;

/**
 * The part of a dispensary's own interval after which it is due. A chain begins a little after the fan-out, and sooner or
 * later each time: without slack a schedule of the same interval would pass it by at every other firing.
 */
export const OWN_INTERVAL_DUE_AFTER = 0.9;

interface CrawledMenu {
  /** The interval that was adapted before; null: the dispensary follows the base. */
  adaptedHours: number | null;
  /** The interval of the schedule. */
  baseHours: number;
  /** No product came, went, or was other than before. */
  isUnchanged: boolean;
}

/**
 * The interval until the next crawl of a dispensary. A menu that is as it was is asked for less and less often; one that
 * has changed as often as all others again.
 * @returns hours; null: the base, also when that is changed later
 */
export function adaptInterval({ adaptedHours, baseHours, isUnchanged }: CrawledMenu): number | null {
  if (!isUnchanged) return null;
  const longestHours = Math.max(baseHours, INTERVAL_HOURS_MAX);
  return Math.min(longestHours, Math.max(INTERVAL_HOURS_MIN, (adaptedHours ?? baseHours) * GROWTH));
}
