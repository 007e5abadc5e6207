/**
 * What an address says behind its `?`, each value as it stands there: the pages read their own numbers, and a word such as `404` or
 * the number of a dispensary is a text.
 */
export function parseAddress(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Writes what `parseAddress` reads; what is undefined is left out. @returns empty, or what begins with `?` */
export function writeAddress(search: Record<string, string | number | undefined>): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (value !== undefined) written.set(name, String(value));
  return written.size === 0 ? '' : `?${written.toString()}`;
}
