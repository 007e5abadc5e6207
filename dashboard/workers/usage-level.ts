/** How much of a resource is used. */
export type Level = 'low' | 'medium' | 'high' | 'very high';

/** Returns the level of a usage. @param percent the whole number that is displayed */
export function levelOf(percent: number): Level {
  if (percent < 50) return 'low';
  if (percent < 75) return 'medium';
  return percent < 90 ? 'high' : 'very high';
}
