import { describeValue, noteFlaw, tidyTextAt, type Source } from './read-fields.ts';

/** The status words that are stored. */
const STATUSES = ['Active', 'Inactive', 'OutOfStock'];

/**
 * Reads the status word at `key`. Known words match whatever their capitals and separators (`OUT_OF_STOCK`); unknown
 * words stay unchanged and are noted.
 */
export function readStatus(source: Source, key: string): string | null {
  const word = wordAt(source, key);
  if (word === null) return null;
  const known = STATUSES.find((status) => lettersOf(status) === lettersOf(word));
  if (known === undefined) noteUnknown(source, key, STATUSES.join(', '));
  return known ?? word;
}

/** Reads the status from a boolean at `key`. Any other value becomes a word, and is noted. */
export function readActive(source: Source, key: string): string | null {
  const value = source.record[key];
  if (typeof value === 'boolean') return value ? 'Active' : 'Inactive';
  const word = wordAt(source, key);
  if (word !== null) noteUnknown(source, key, 'true or false');
  return word;
}

/**
 * Returns the status as a word; null if there is none. A value that is not a text becomes an unknown word, and so counts as not in stock.
 * If the platform changes the type, all products are out of stock at once, so the menu is doubted, as after a new word.
 */
function wordAt(source: Source, key: string): string | null {
  const value = source.record[key];
  const isText = value === null || value === undefined || typeof value === 'string';
  return isText ? tidyTextAt(source, key) : describeValue(value);
}

function noteUnknown(source: Source, key: string, expected: string): void {
  noteFlaw(source, key, `expected ${expected}, got ${describeValue(source.record[key])}: not in stock`);
}

/** Whether a product with this status can be in stock: only with `Active` or no status. */
export function isOffered(status: string | null): boolean {
  return status === null || status === 'Active';
}

function lettersOf(word: string): string {
  return word.toLowerCase().replaceAll(/[ _-]/g, '');
}
