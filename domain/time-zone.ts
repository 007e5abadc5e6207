/** An IANA time zone as it is named, or null for a text that names none: databases refuse unknown ones. */
export function toTimeZone(text: string | null): string | null {
  if (text === null) return null;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    // A platform may write anything here, such as "Arizona".
    return null;
  }
}
