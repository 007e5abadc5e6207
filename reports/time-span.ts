const MINUTE = 1;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats a span of time, such as `35 min`, `5 h` or `3 days`. @param minutes 0 or more */
export function formatSpan(minutes: number): string {
  if (minutes < MINUTE) return 'less than a minute';
  if (minutes < 2 * HOUR) return `${Math.round(minutes)} min`;
  if (minutes < 2 * DAY) return `${Math.round(minutes / HOUR)} h`;
  return `${Math.round(minutes / DAY)} days`;
}

/** Returns the minutes from one time to another; 0 if the second is earlier. */
export function minutesBetween(from: Date, to: Date): number {
  return Math.max(0, (to.getTime() - from.getTime()) / 60_000);
}
