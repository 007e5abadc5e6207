import type { Flaw } from './product.ts';

/** How many samples are kept with their reasons. */
const SAMPLES_MAX = 20;

/** What was wrong within the products of a payload. */
export interface FlawCounts {
  /** Options that were left out. */
  option: number;
  /** Values that were left out. */
  value: number;
  samples: (Flaw & { id: string })[];
}

/** Nothing was wrong. */
export function noFlaws(): FlawCounts {
  return { option: 0, value: 0, samples: [] };
}

/** Counts what is wrong in one more product, and keeps a sample of it. */
export function countFlaws(counts: FlawCounts, id: string, flaws: readonly Flaw[]): void {
  for (const flaw of flaws) {
    counts[flaw.cost] += 1;
    if (counts.samples.length < SAMPLES_MAX) counts.samples.push({ id, ...flaw });
  }
}
