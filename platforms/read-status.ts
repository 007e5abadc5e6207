import { describeValue, noteFlaw, tidyTextAt, type Source } from './read-fields.ts';

/** The words for a product's status, as they are stored. */
const STATUSES = ['Active', 'Inactive', 'OutOfStock'];

/**
 * The status word at `key`. A known word counts in any case and however its parts are joined (`OUT_OF_STOCK`); another
 * stays as it came and is noted.
 */
export function readStatus(source: Source, key: string): string | null {
  const word = tidyTextAt(source, key);
  if (word === null) return null;
  const known = STATUSES.find((status) => lettersOf(status) === lettersOf(word));
  if (known === undefined)
    noteFlaw(source, key, `expected ${STATUSES.join(', ')}, got ${describeValue(word)}: not in stock`);
  return known ?? word;
}

/** Whether the status lets a product be in stock: `Active` alone does, and where there is none. */
export function isOffered(status: string | null): boolean {
  return status === null || status === 'Active';
}

function lettersOf(word: string): string {
  return word.toLowerCase().replaceAll(/[ _-]/g, '');
}
