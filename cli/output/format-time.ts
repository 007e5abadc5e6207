/** Formats a time for people, to the second; a dash if it is null. */
export function timeOf(iso: string | null): string {
  return momentOf(iso) ?? '-';
}

/** Formats a time for people, to the second; null stays null. */
export function momentOf(iso: string | null): string | null {
  return iso === null ? null : `${iso.slice(0, 19)}Z`;
}
