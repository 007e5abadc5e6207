import type { PayloadDetail } from '../server/payloads-api.ts';

export type Suspicion = NonNullable<PayloadDetail['suspicion']>;
export type Sample = Suspicion['samples'][number];
type Measure = NonNullable<Suspicion['measured']>[number];

/** Returns the measures of the rules that doubt a menu; none for suspicions of earlier versions, which have no measures. */
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

/** Returns the subject of a sample: the product, its option and the changed field. */
export function subjectOf({ id, name, option, field }: Sample): string {
  return [name || id, option ?? '', FIELDS[field] ?? field].filter((word) => word !== '').join(' ');
}

/** Returns the first sentence of the reasons for a doubt, and the number of sentences after it. */
export function firstReasonOf({ message }: Pick<Suspicion, 'message'>): { first: string; more: number } {
  const [first = '', ...others] = message.split(/(?<=\.) (?=[A-Z0-9])/);
  return { first, more: others.length };
}
