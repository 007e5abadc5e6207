/** The API's priorities: higher is more urgent. */
export const SCHEDULED_PRIORITY = 0;
export const CHAINED_PRIORITY = 10;
export const URGENT_PRIORITY = 20;

/** Priorities range from -1000 to 1000. */
export const PRIORITY_MAX = 1000;

/**
 * Maps an API priority (any integer, higher first) to a Temporal priority key (1 first). Servers order five keys unless
 * `matching.priorityLevels` says otherwise.
 */
export function priorityKey(priority: number): 1 | 2 | 3 | 4 | 5 {
  if (priority >= URGENT_PRIORITY) return 1;
  if (priority >= CHAINED_PRIORITY) return 2;
  if (priority > SCHEDULED_PRIORITY) return 3;
  if (priority === SCHEDULED_PRIORITY) return 4;
  return 5;
}

/** Maps a Temporal priority key back to an API priority, for work where only the key was set. */
export function priorityOfKey(key: number): number {
  if (key <= 1) return URGENT_PRIORITY;
  if (key === 2) return CHAINED_PRIORITY;
  if (key === 3) return SCHEDULED_PRIORITY + 1;
  return key === 4 ? SCHEDULED_PRIORITY : SCHEDULED_PRIORITY - 1;
}
