/**
 * Parses the query string of an address and keeps every value as a string. Each page parses its own numbers; a search word such
 * as `404` or the number of a dispensary stays a string.
 */
export function parseAddress(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** The inverse of `parseAddress`; leaves out undefined values. @returns an empty string, or a query string with its `?` */
export function writeAddress(search: Record<string, string | number | undefined>): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (value !== undefined) written.set(name, String(value));
  return written.size === 0 ? '' : `?${written.toString()}`;
}
