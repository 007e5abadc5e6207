/** How full something is. */
export type Level = 'low' | 'medium' | 'high' | 'very high';

/** @param percent a whole number, as displayed */
export function levelOf(percent: number): Level {
  if (percent < 50) return 'low';
  if (percent < 75) return 'medium';
  return percent < 90 ? 'high' : 'very high';
}
