import type { PayloadDetail } from '../server/payloads-api.ts';

/** A sentence about the end of a doubt, split around its time if it has one. */
export interface EndWords {
  before: string;
  at: string | null;
  after: string;
}

/** Says when a menu is confirmed automatically. */
export function describeEnd({ by, at }: NonNullable<PayloadDetail['doubt_end']>, nowMs: number): EndWords {
  if (by === 'person') return { before: 'Never believed by itself: decide it.', at: null, after: '' };
  const after = ', if the store shows the same then.';
  if (at === null) return { before: 'Believed by itself at the next crawl', at, after };
  if (Date.parse(at) <= nowMs)
    return { before: 'Believed by itself at the look again that is due', at: null, after };
  return { before: 'Believed by itself ', at, after };
}
