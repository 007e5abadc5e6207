import { isRecord } from './read-fields.ts';
import type { Read } from './trace-reads.ts';

/** Returned by an alteration that does not apply. */
const SAME = Symbol('the value stays');

/** Changes a value, or returns `SAME`. */
type Alteration = (value: unknown) => unknown;

const NUMBER_TEXT = /^\d+(\.\d+)?$/;

/** Changes a number, even one written as text. */
const byNumber =
  (change: (number: number) => number): Alteration =>
  (value) => {
    if (typeof value === 'number') return change(value);
    return typeof value === 'string' && NUMBER_TEXT.test(value) ? String(change(Number(value))) : SAME;
  };

/**
 * Alterations that replace a value by another value of the same type, or remove it. Every result that depends on a value changes under at
 * least one of them.
 */
export const ALTERATIONS: readonly Alteration[] = [
  () => undefined,
  byNumber(() => 0),
  byNumber((number) => number / 100),
  byNumber((number) => number * 100 + 1),
  (value) => (typeof value === 'string' ? `${value}~` : SAME),
  // Changes the first number in a text, such as the size in an option's label. If the label merely lost its size, the size would be read
  // from the till's name for the option, and the result would stay the same.
  (value) => (typeof value === 'string' ? value.replace(/\d+/, (digits) => `${digits.slice(0, 15)}1`) : SAME),
  (value) => (typeof value === 'boolean' ? !value : SAME),
];

/** Values of every type. They replace null or refused values, to find out where a real value would be used. */
export const REPLACEMENTS: readonly Alteration[] = [
  () => 1,
  () => 'another',
  () => true,
  // Possible times.
  () => Date.UTC(2026, 0),
  () => '2026-01-01T00:00:00Z',
];

/**
 * Returns a copy of the raw product in which the values at these places are altered; null if the alteration changes none of them. Copies
 * only the objects on the path to them.
 */
export function alterSource(raw: unknown, places: readonly Read[], alteration: Alteration): unknown {
  let altered = raw;
  for (const { keys, value } of places) {
    const other = alteration(value);
    if (other !== SAME && other !== value) altered = withValue(altered, keys, other);
  }
  return altered === raw ? null : altered;
}

function withValue(holder: unknown, [key, ...below]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(holder))
    return holder.map((item: unknown, place) =>
      String(place) === key ? withValue(item, below, value) : item,
    );
  if (!isRecord(holder)) return holder;
  return Object.fromEntries(
    Object.entries(holder).map(([name, item]) => [name, name === key ? withValue(item, below, value) : item]),
  );
}
