import { describeValue, noteFlaw, tidyTextAt, type Source } from './read-fields.ts';

/** The words for a product's status, as they are stored. */
const STATUSES = ['Active', 'Inactive', 'OutOfStock'];

/**
 * The status word at `key`. A known word counts in any case and however its parts are joined (`OUT_OF_STOCK`); another
 * stays as it came and is noted.
 */
export function readStatus(source: Source, key: string): string | null {
  const word = wordAt(source, key);
  if (word === null) return null;
  const known = STATUSES.find((status) => lettersOf(status) === lettersOf(word));
  if (known === undefined) noteUnknown(source, key, STATUSES.join(', '));
  return known ?? word;
}

/** The status that true or false at `key` stands for. Anything else stays as a word, and is noted. */
export function readActive(source: Source, key: string): string | null {
  const value = source.record[key];
  if (typeof value === 'boolean') return value ? 'Active' : 'Inactive';
  const word = wordAt(source, key);
  if (word !== null) noteUnknown(source, key, 'true or false');
  return word;
}

/**
 * What stands for a status, as a word; null where nothing does. A value that is no text is a word that nobody knows, and
 * so is not in stock. If the platform changes the type, all products go out of stock at once, and the menu is doubted, as
 * it is with a new word.
 */
function wordAt(source: Source, key: string): string | null {
  const value = source.record[key];
  const isText = value === null || value === undefined || typeof value === 'string';
  return isText ? tidyTextAt(source, key) : describeValue(value);
}

function noteUnknown(source: Source, key: string, expected: string): void {
  noteFlaw(source, key, `expected ${expected}, got ${describeValue(source.record[key])}: not in stock`);
}

/** Whether the status lets a product be in stock: `Active` alone does, and where there is none. */
export function isOffered(status: string | null): boolean {
  return status === null || status === 'Active';
}

function lettersOf(word: string): string {
  return word.toLowerCase().replaceAll(/[ _-]/g, '');
}
