import type { Flaw } from '../domain/product.ts';
import { storable } from '../domain/storable-text.ts';
import { tidy } from './product-values.ts';

/**
 * A record of unknown form, as the functions of this file read it. Each returns a value of its type, or null if there is none. A value of
 * another type is noted as a flaw, so that nothing is lost silently. They are written by hand, because a schema that treats a wrong field
 * as absent does not report which field was wrong.
 */
export interface Source {
  record: Readonly<Record<string, unknown>>;
  /** The path of the record in the product: empty for the product itself, otherwise with a dot at its end. */
  place: string;
  /** The flaws of the product, collected while it is read. */
  flaws: Flaw[];
}

/** Notes a refused value. The value is dropped; the rest of the product is kept. */
export function noteFlaw(source: Source, key: string, reason: string): null {
  source.flaws.push({ cost: 'value', place: source.place + key, reason });
  return null;
}

/** Reads a text, without the characters that PostgreSQL refuses; null for an empty text. */
export function textAt(source: Source, key: string): string | null {
  const value = source.record[key];
  if (typeof value === 'string') return storable(value) || null;
  return absent(source, key, { value, expected: 'text' });
}

/** Reads a text as `textAt` does, trims it and collapses its white space. */
export function tidyTextAt(source: Source, key: string): string | null {
  return tidy(textAt(source, key));
}

/** Reads true or false. A text such as "true" is of another type. */
export function booleanAt(source: Source, key: string): boolean | null {
  const value = source.record[key];
  return typeof value === 'boolean' ? value : absent(source, key, { value, expected: 'true or false' });
}

/** Reads a finite, non-negative number, even if it is written as text. */
export function amountAt(source: Source, key: string): number | null {
  return readAmount(source, key, source.record[key]);
}

/** Reads a number as `amountAt` does, but from a given value, such as one in a list. */
export function readAmount(source: Source, key: string, value: unknown): number | null {
  const amount = toNumber(value);
  if (amount !== null && amount >= 0 && amount !== Infinity) return amount;
  return absent(source, key, { value, expected: 'a number from 0 on' });
}

/** Reads a finite number, which may be negative, even if it is written as text. */
export function numberAt(source: Source, key: string): number | null {
  const value = source.record[key];
  const number = toNumber(value);
  if (number !== null && Number.isFinite(number)) return number;
  return absent(source, key, { value, expected: 'a number' });
}

/** Reads a list, unchanged; null if there is none, which may mean something else than an empty list. */
export function listAt(source: Source, key: string): readonly unknown[] | null {
  const value = source.record[key];
  return Array.isArray(value) ? value : absent(source, key, { value, expected: 'a list' });
}

/** Reads the texts of a list, without empty and absent ones. */
export function textsAt(source: Source, key: string): string[] {
  const texts: string[] = [];
  const list = listAt(source, key) ?? [];
  for (let place = 0; place < list.length; place += 1) {
    const value = list[place];
    if (typeof value === 'string') {
      const text = tidy(storable(value));
      if (text !== null) texts.push(text);
    } else absent(source, `${key}[${place}]`, { value, expected: 'text' });
  }
  return texts;
}

/** Reads an object as a nested source, whose flaws are noted with those of the outer source. */
export function recordAt(source: Source, key: string): Source | null {
  const value = source.record[key];
  if (isRecord(value)) return { record: value, place: `${source.place}${key}.`, flaws: source.flaws };
  return absent(source, key, { value, expected: 'an object' });
}

/** Reads the objects of a list. */
export function recordsAt(source: Source, key: string): Source[] {
  const records: Source[] = [];
  const list = listAt(source, key) ?? [];
  for (let place = 0; place < list.length; place += 1) {
    const value = list[place];
    if (isRecord(value))
      records.push({ record: value, place: `${source.place}${key}[${place}].`, flaws: source.flaws });
    else absent(source, `${key}[${place}]`, { value, expected: 'an object' });
  }
  return records;
}

/** Whether a value is an object with fields, and neither a list nor null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Describes a value in a few words for people. The description can be stored in PostgreSQL. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return storable(JSON.stringify(value.slice(0, 40)));
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : typeof value;
}

/** Notes a value of a wrong type. Null and undefined mean absent, which is not a flaw. */
function absent(
  source: Source,
  key: string,
  { value, expected }: { value: unknown; expected: string },
): null {
  if (value === null || value === undefined) return null;
  return noteFlaw(source, key, `expected ${expected}, got ${describeValue(value)}`);
}

const NUMBER_TEXT = /^-?\d+(\.\d+)?$/;

function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && NUMBER_TEXT.test(value) ? Number(value) : null;
}
