/** Returns the canonical name of an IANA time zone, or null for an unknown one, which databases refuse. */
export function toTimeZone(text: string | null): string | null {
  if (text === null) return null;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    // A platform may send any text, such as "Arizona".
    return null;
  }
}
