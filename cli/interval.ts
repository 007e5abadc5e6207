const UNITS = [
  { letter: 'd', seconds: 86_400 },
  { letter: 'h', seconds: 3_600 },
  { letter: 'm', seconds: 60 },
  { letter: 's', seconds: 1 },
];

/** Parses an interval such as `4h`, `90m` or `1h30m` to seconds; null if the text is not an interval. */
export function parseInterval(text: string): number | null {
  const found = /^(?:(\d{1,9})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s)?$/.exec(
    text.trim().toLowerCase(),
  );
  if (found === null || text.trim() === '') return null;
  return UNITS.reduce((sum, { seconds }, at) => sum + Number(found[at + 1] ?? 0) * seconds, 0);
}

/** Formats a number of seconds in the format that `parseInterval` reads, such as `4h`, `1h30m` or `24h`. */
export function formatInterval(seconds: number): string {
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  const rest = seconds % 60;
  const parts = [hours > 0 ? `${hours}h` : '', minutes > 0 ? `${minutes}m` : '', rest > 0 ? `${rest}s` : ''];
  return parts.join('') || '0s';
}
