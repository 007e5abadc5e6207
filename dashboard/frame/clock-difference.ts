const MINUTE_MS = 60_000;

/** An answer may have been on its way, or kept, for less. */
const DIFFERENCE_MS_MIN = 2 * MINUTE_MS;

/**
 * By how much the clock of the browser is behind or ahead of that of the API, as a sentence; null: it is about right.
 * @param serverMs when the API made an answer, by its own clock
 * @param readMs when it came, by the clock of the browser
 */
export function clockDifference(serverMs: number, readMs: number): string | null {
  const aheadMs = readMs - serverMs;
  if (Math.abs(aheadMs) < DIFFERENCE_MS_MIN) return null;
  const minutes = Math.round(Math.abs(aheadMs) / MINUTE_MS);
  const span = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  return `The clock of this browser is ${span} ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the API.`;
}
