import type { Overview } from '../server/api-client.ts';
import { timeWithDay } from '../parts/format-time.ts';

type Clearing = Pick<Overview['reasons'][number], 'clears_by_itself' | 'clears_at'>;

/** Formats the text of a badge that says whether a problem clears without a person, and when at the earliest. */
export function formatClearing({ clears_by_itself: itself, clears_at: at }: Clearing, nowMs: number): string {
  if (itself === false) return 'needs a person';
  const next = at === null ? '' : `, not before ${timeWithDay(at, nowMs)}`;
  return `${itself === null ? 'may clear' : 'clears'} by itself${next}`;
}
