/** The limits of an adapted interval, in hours. If the base is longer than the upper limit, the base is the upper limit. */
const INTERVAL_HOURS_MIN = 1;
const INTERVAL_HOURS_MAX = 24;

/** The factor by which an interval grows after a crawl without changes. */
const GROWTH = 1.5;

/**
 * The fraction of a dispensary's own interval after which it is due. A chain starts a varying time after the fan-out: without
 * slack, a schedule of the same interval would skip the dispensary at every other firing.
 */
export const OWN_INTERVAL_DUE_AFTER = 0.9;

interface CrawledMenu {
  /** The interval since the last adaptation; null if the dispensary follows the base. */
  adaptedHours: number | null;
  /** The interval of the schedule. */
  baseHours: number;
  /** Whether no product was added, removed or changed. */
  isUnchanged: boolean;
}

/**
 * Calculates the interval until the next crawl of a dispensary. It grows while the menu does not change, and returns to the base
 * after a change.
 * @returns hours; null for the base, including later changes of it
 */
export function adaptInterval({ adaptedHours, baseHours, isUnchanged }: CrawledMenu): number | null {
  if (!isUnchanged) return null;
  const longestHours = Math.max(baseHours, INTERVAL_HOURS_MAX);
  return Math.min(longestHours, Math.max(INTERVAL_HOURS_MIN, (adaptedHours ?? baseHours) * GROWTH));
}
