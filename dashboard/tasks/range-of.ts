/**
 * The rows from one to another, both included, in the order of the list.
 * @param from where it begins; null, or none of the list: at the other
 */
export function rangeOf(ids: readonly string[], from: string | null, to: string): string[] {
  const ends = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)];
  if (ends.includes(-1)) return [to];
  return ids.slice(Math.min(...ends), Math.max(...ends) + 1);
}
