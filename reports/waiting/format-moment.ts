/** A time as sentences have it, to the second. */
export function formatMoment(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
