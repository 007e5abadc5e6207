/**
 * Returns the ids of the rows between two rows, including both, in the order of the list.
 * @param from one end; if it is null or one end is not in the list, the range is `to` alone
 */
export function rangeOf(ids: readonly string[], from: string | null, to: string): string[] {
  const ends = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)];
  if (ends.includes(-1)) return [to];
  return ids.slice(Math.min(...ends), Math.max(...ends) + 1);
}
