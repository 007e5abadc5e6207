import { RULES } from './rules.ts';

/** The count of a rule. */
interface Counted {
  rule: string;
  count: number;
  of: number;
  /** How many of those that changed went up. */
  up?: number | undefined;
}

/** Descriptions of the doubts that no rule of `RULES` raises. */
const OTHERS: Record<string, (counted: Counted) => string> = {
  empty: ({ of }) => `the menu came back empty, and the last one had ${of} products`,
  missing: ({ count, of }) => `${count} of ${of} products that the platform counts are on none of its pages`,
  unreadable: ({ count, of }) => `${count} of ${of} products cannot be read`,
  twin: () => 'a page is identical to one of another store',
  'page-again': () => 'a page is identical to one of an earlier menu, and the last one did not have it',
};

const WORDS = new Map(RULES.map(({ name, description }) => [name, description]));

/** Describes a count, such as `60 of 90 products of the last menu are gone at once`. */
export function describeMeasure(counted: Counted): string {
  const { rule, count, of, up } = counted;
  const ways = up === undefined ? '' : `, ${up} of them up`;
  const text = WORDS.get(rule);
  // The count may come from an earlier version with other rules.
  if (text === undefined) return OTHERS[rule]?.(counted) ?? `${rule}: ${count} of ${of}${ways}`;
  return `${count} of ${of} ${text}${ways}`;
}
