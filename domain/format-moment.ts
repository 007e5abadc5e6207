/** Formats a time for sentences, to the second. */
export function formatMoment(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
