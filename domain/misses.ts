/** How far apart the misses of a product lie before they take it out of stock: crawls in a row prove little. */
export interface MissRule {
  /** Regular intervals of the store from the first miss to the one that counts, at least. */
  spanIntervals: number;
  /** Minutes from the first miss to the one that counts, at least, however short the intervals are. */
  spanMinutesMin: number;
  /** The interval of the schedule, for stores that have none of their own. */
  scheduleHours: number;
}

/** Above this share of products that cannot be read a payload proves nothing about what it lacks. */
const UNREADABLE_SHARE = 0.05;

/** Whether too much of a payload could not be read for what it lacks to count. Counts are of products. */
export function isUnreadable({ skipped, came }: { skipped: number; came: number }): boolean {
  return skipped > came * UNREADABLE_SHARE;
}

/** A payload that lacks a product. */
interface LackingPayload {
  fetchedAt: Date;
  /** The store's own interval, set or adapted; null: it follows the schedule. */
  intervalHours: number | null;
}

/**
 * The time by which a product must have been missed first, so that its third miss, or a later one, takes it out of stock.
 * The interval is the one that is in force at this payload, also when it was another at the first miss.
 */
export function firstMissedBy({ fetchedAt, intervalHours }: LackingPayload, rule: MissRule): Date {
  const intervalsMs = rule.spanIntervals * (intervalHours ?? rule.scheduleHours) * 3_600_000;
  const spanMs = Math.max(intervalsMs, rule.spanMinutesMin * 60_000);
  return new Date(fetchedAt.getTime() - Math.round(spanMs));
}
