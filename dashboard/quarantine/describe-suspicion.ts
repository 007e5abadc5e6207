import type { PayloadDetail } from '../server/payloads-api.ts';

export type Suspicion = NonNullable<PayloadDetail['suspicion']>;
export type Sample = Suspicion['samples'][number];
type Measure = NonNullable<Suspicion['measured']>[number];

/** The rules that doubt a menu. Suspicions of earlier versions did not measure. */
export function doubtsOf({ measured = [], doubts = measured.length }: Suspicion): Measure[] {
  return measured.slice(0, doubts);
}

const FIELDS: Record<string, string> = {
  specialRec: 'rec special',
  specialMed: 'med special',
  menu: '',
  stock: '',
  text: '',
};

/** What a sample is about: the product, and what of it has changed. */
export function subjectOf({ id, name, option, field }: Sample): string {
  return [name || id, option ?? '', FIELDS[field] ?? field].filter((word) => word !== '').join(' ');
}

/** The first sentence of why a menu is doubted, and how many follow. */
export function firstReasonOf({ message }: Pick<Suspicion, 'message'>): { first: string; more: number } {
  const [first = '', ...others] = message.split(/(?<=\.) (?=[A-Z0-9])/);
  return { first, more: others.length };
}
