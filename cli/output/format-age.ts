const UNITS = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3_600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
];

/** Formats a time relative to now: `3 min ago`, `in 2 h`. */
export function formatAge(iso: string, nowMs: number): string {
  const seconds = Math.round((nowMs - Date.parse(iso)) / 1_000);
  const size = Math.abs(seconds);
  const unit = UNITS.find((one) => size >= one.seconds);
  if (unit === undefined) return 'now';
  const text = `${Math.floor(size / unit.seconds)} ${unit.name}`;
  return seconds > 0 ? `${text} ago` : `in ${text}`;
}
