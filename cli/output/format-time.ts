/** A moment for people, to the second; a dash where nobody knows it. */
export function timeOf(iso: string | null): string {
  return momentOf(iso) ?? '-';
}

/** A moment for people, to the second; null where nobody knows it. */
export function momentOf(iso: string | null): string | null {
  return iso === null ? null : `${iso.slice(0, 19)}Z`;
}
