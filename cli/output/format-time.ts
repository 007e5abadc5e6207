import { displayOf, type Display } from './display.ts';
import { formatAge } from './format-age.ts';

type TimeDisplay = Pick<Display, 'nowMs'>;

/** Formats a time to the second, in a terminal also relative to now, such as `2026-01-31T08:00:00Z (3 min ago)`; `-` for null. */
export function timeOf(iso: string | null, display?: TimeDisplay): string {
  return momentOf(iso, display) ?? '-';
}

/** Formats a time like `timeOf`, but returns null for null. @param display in a list, that of the list; default: the terminal's */
export function momentOf(
  iso: string | null,
  { nowMs }: TimeDisplay = displayOf(process.stdout, false),
): string | null {
  if (iso === null) return null;
  return nowMs === null ? exactTimeOf(iso) : `${exactTimeOf(iso)} (${formatAge(iso, nowMs)})`;
}

/** Formats a time to the second, in UTC. */
export function exactTimeOf(iso: string): string {
  return `${iso.slice(0, 19)}Z`;
}
