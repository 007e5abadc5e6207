/**
 * Parses the query string of an address and keeps every value as a string, so that a search word such as `404` or the number of a
 * dispensary does not become a number. Pages parse their numbers themselves.
 */
export function parseAddress(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/**
 * Formats what `parseAddress` parses; leaves out undefined values. @returns an empty string, or a query string that begins with
 * `?`
 */
export function writeAddress(search: Record<string, string | number | undefined>): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (value !== undefined) written.set(name, String(value));
  return written.size === 0 ? '' : `?${written.toString()}`;
}
