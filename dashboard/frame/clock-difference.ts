const MINUTE_MS = 60_000;

/** Smaller differences are not reported: a slow or cached answer can explain them. */
const DIFFERENCE_MS_MIN = 2 * MINUTE_MS;

/**
 * Describes how far the clock of the browser is behind or ahead of the API's; null if the difference is small.
 * @param serverMs when the API created an answer, by its own clock
 * @param readMs when the answer arrived, by the clock of the browser
 */
export function clockDifference(serverMs: number, readMs: number): string | null {
  const aheadMs = readMs - serverMs;
  if (Math.abs(aheadMs) < DIFFERENCE_MS_MIN) return null;
  const minutes = Math.round(Math.abs(aheadMs) / MINUTE_MS);
  const span = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  return `The clock of this browser is ${span} ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the API.`;
}
