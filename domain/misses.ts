/** The time that a product must have been missing before it counts as out of stock; consecutive crawls alone prove little. */
export interface MissRule {
  /** The least time from the first miss to the deciding one, in regular intervals of the store. */
  spanIntervals: number;
  /** The least time from the first miss to the deciding one in minutes, however short the intervals are. */
  spanMinutesMin: number;
  /** The interval of the schedule, for stores without their own. */
  scheduleHours: number;
}

/** Above this share of unreadable products, a payload proves nothing about absent ones. */
const UNREADABLE_SHARE = 0.05;

/** Whether too much of a payload is unreadable to count absent products as missed. Counts are of products. */
export function isUnreadable({ skipped, came }: { skipped: number; came: number }): boolean {
  return skipped > came * UNREADABLE_SHARE;
}

/** A payload in which a product is absent. */
interface LackingPayload {
  fetchedAt: Date;
  /** The store's own interval, set or adapted; null if the store follows the schedule. */
  intervalHours: number | null;
}

/**
 * Returns the latest time at which a product may have been missed first, so that its third or a later miss, in this payload, takes
 * it out of stock. Uses the store's interval at this payload, even if it was different at the first miss.
 */
export function firstMissedBy({ fetchedAt, intervalHours }: LackingPayload, rule: MissRule): Date {
  const intervalsMs = rule.spanIntervals * (intervalHours ?? rule.scheduleHours) * 3_600_000;
  const spanMs = Math.max(intervalsMs, rule.spanMinutesMin * 60_000);
  return new Date(fetchedAt.getTime() - Math.round(spanMs));
}
