import type { SampleField } from './rule.ts';
import type { Sample } from './suspicion.ts';

/** A sample in an API answer. A server of another version may send unknown fields. */
export type NamedSample = Omit<Sample, 'field'> & { field: string };

/** Describes up to `samplesMax` samples of the first sample's rule, in one line for people; empty if there are no samples. */
export function describeSamples(samples: readonly NamedSample[], samplesMax: number): string {
  return samples
    .filter(({ rule }) => rule === samples[0]?.rule)
    .slice(0, samplesMax)
    .map(describeSample)
    .join('; ');
}

function describeSample({ id, name, field, option, before, now }: NamedSample): string {
  const parts = [name || id, option, WORDS[field as SampleField] ?? null].filter((part) => part !== null);
  return `${parts.join(' ')}: ${before} → ${now}`;
}

/** The name of each field in descriptions; null if its values are self-explanatory. */
const WORDS: Record<SampleField, string | null> = {
  rec: 'rec',
  med: 'med',
  specialRec: 'rec special',
  specialMed: 'med special',
  stock: null,
  quantity: 'quantity',
  options: 'options',
  offer: 'offer',
  name: 'name',
  brand: 'brand',
  category: 'category',
  updated: 'updated',
  menu: null,
  id: 'id',
  store: 'store',
  text: null,
};
