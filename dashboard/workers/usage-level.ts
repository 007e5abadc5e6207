/** How full something is. */
export type Level = 'low' | 'medium' | 'high' | 'very high';

/** @param percent as it is shown, a whole number */
export function levelOf(percent: number): Level {
  if (percent < 50) return 'low';
  if (percent < 75) return 'medium';
  return percent < 90 ? 'high' : 'very high';
}
