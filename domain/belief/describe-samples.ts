import type { SampleField } from './rule.ts';
import type { Sample } from './suspicion.ts';

/** A sample in an API answer. A server of another version may send unknown fields. */
export type NamedSample = Omit<Sample, 'field'> & { field: string };

/** Describes the samples of the first rule that has any, in one line for people; empty if there are none. */
export function describeSamples(samples: readonly NamedSample[], samplesMax: number): string {
  return samples
    .filter(({ rule }) => rule === samples[0]?.rule)
    .slice(0, samplesMax)
    .map(describeSample)
    .join('; ');
}

function describeSample({ id, name, field, option, before, now }: NamedSample): string {
  const text = [name || id, option, WORDS[field as SampleField] ?? null].filter((word) => word !== null);
  return `${text.join(' ')}: ${before} → ${now}`;
}

/** Null if the values are self-explanatory. */
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
