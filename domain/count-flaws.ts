import type { Flaw } from './product.ts';

/** The most flaws that are kept as samples. */
const SAMPLES_MAX = 20;

/** The flaws within the products of a payload. */
export interface FlawCounts {
  /** Dropped options. */
  option: number;
  /** Dropped values. */
  value: number;
  samples: (Flaw & { id: string })[];
}

/** Returns counts of zero. */
export function noFlaws(): FlawCounts {
  return { option: 0, value: 0, samples: [] };
}

/** Counts the flaws of one more product, and keeps samples of them. */
export function countFlaws(counts: FlawCounts, id: string, flaws: readonly Flaw[]): void {
  for (const flaw of flaws) {
    counts[flaw.cost] += 1;
    if (counts.samples.length < SAMPLES_MAX) counts.samples.push({ id, ...flaw });
  }
}
