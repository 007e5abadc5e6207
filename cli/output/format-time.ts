import { displayOf } from './display.ts';
import { formatAge } from './format-age.ts';

/** Formats a time to the second, in a terminal also relative to now, such as `2026-01-31T08:00:00Z (3 min ago)`; `-` for null. */
export function timeOf(iso: string | null): string {
  return momentOf(iso) ?? '-';
}

/** Formats a time like `timeOf`, but returns null for null. */
export function momentOf(iso: string | null): string | null {
  if (iso === null) return null;
  const { nowMs } = displayOf(process.stdout, false);
  return nowMs === null ? exactTimeOf(iso) : `${exactTimeOf(iso)} (${formatAge(iso, nowMs)})`;
}

/** Formats a time to the second, in UTC. */
export function exactTimeOf(iso: string): string {
  return `${iso.slice(0, 19)}Z`;
}
