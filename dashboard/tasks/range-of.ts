/**
 * The rows between two, both included, in the order of the list.
 * @param from the first row; if null or not in the list, the range is `to` alone
 */
export function rangeOf(ids: readonly string[], from: string | null, to: string): string[] {
  const ends = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)];
  if (ends.includes(-1)) return [to];
  return ids.slice(Math.min(...ends), Math.max(...ends) + 1);
}
