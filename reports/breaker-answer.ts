import type { OpenBreaker } from '../db/queries/overview-figures.ts';
import { scrubWords } from '../domain/credentials.ts';

/** Since when a target refuses every proxy, with the fields of the API's responses. */
export interface BreakerAnswer {
  opened_at: string;
  open_until: string;
  openings: number;
  being_tried: boolean;
  /** Null: the record of the refusal was deleted. */
  last_refusal: string | null;
}

/** Converts an open breaker to the fields of responses. */
export function toBreaker(breaker: Omit<OpenBreaker, 'target'>): BreakerAnswer {
  const { openedAt, openUntil, openings, isTried, lastRefusal } = breaker;
  return {
    opened_at: openedAt.toISOString(),
    open_until: openUntil.toISOString(),
    openings,
    being_tried: isTried,
    last_refusal: lastRefusal === null ? null : scrubWords(lastRefusal),
  };
}
