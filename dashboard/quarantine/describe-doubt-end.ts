import type { PayloadDetail } from '../server/payloads-api.ts';

/** A sentence about the end of a doubt, split into the texts before and after its time; `at` is null if it has no time. */
export interface EndWords {
  before: string;
  at: string | null;
  after: string;
}

/** Says when a doubted menu is confirmed automatically, or that only a person can confirm it. */
export function describeEnd({ by, at }: NonNullable<PayloadDetail['doubt_end']>, nowMs: number): EndWords {
  if (by === 'person')
    return { before: 'Never believed automatically: it needs your decision.', at: null, after: '' };
  const after = ', if the store shows the same then.';
  if (at === null) return { before: 'Believed by itself at the next crawl', at, after };
  if (Date.parse(at) <= nowMs)
    return { before: 'Believed by itself at the extra crawl that is due', at: null, after };
  return { before: 'Believed by itself ', at, after };
}
