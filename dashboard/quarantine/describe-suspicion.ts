import type { PayloadDetail } from '../server/payloads-api.ts';

export type Suspicion = NonNullable<PayloadDetail['suspicion']>;
export type Sample = Suspicion['samples'][number];
type Measure = NonNullable<Suspicion['measured']>[number];

/** The measures of the rules that doubt a menu. Suspicions of earlier versions have no measures. */
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

/** The subject of a sample: the product and what changed in it. */
export function subjectOf({ id, name, option, field }: Sample): string {
  return [name || id, option ?? '', FIELDS[field] ?? field].filter((word) => word !== '').join(' ');
}

/** The first sentence of the reasons for a doubt, and how many more follow. */
export function firstReasonOf({ message }: Pick<Suspicion, 'message'>): { first: string; more: number } {
  const [first = '', ...others] = message.split(/(?<=\.) (?=[A-Z0-9])/);
  return { first, more: others.length };
}
