import type { ProductPair } from './pair-products.ts';
import { likenessOf, valuesAt } from './values-at.ts';

/** The evidence from the values of a vanished field and a new one. */
export interface ValueEvidence {
  compared: number;
  /** The share of equal values; null if none could be compared. */
  alike: number | null;
  /**
   * The agreement beyond chance: 0 if the values of any two products are equally similar, 1 if all are the same. Null if the
   * values prove nothing, because they are few or the same for all products.
   */
  agreement: number | null;
}

interface Menus {
  pairs: readonly ProductPair[];
  before: readonly unknown[];
  after: readonly unknown[];
}

/** Fewer products are not enough to compare. */
const COMPARED_MIN = 5;

/** Values that are this similar between any two products prove nothing. */
const CHANCE_MAX = 0.9;

/**
 * How far away on the menu the other products are with which each product is compared, to find how similar values are by chance;
 * several, because neighbours are often similar.
 */
const SHIFTS = [1, 3, 7];

/** The least number of distinct values on each side to compare sets of values, for menus with too few common products. */
const DISTINCT_MIN = 10;

/** The share of equal values that may be chance: so many small numbers of one kind, such as quantities, also occur among prices. */
const ALIKE_BY_CHANCE = 0.6;

type CompareValues = (paths: { from: string; to: string }) => ValueEvidence;

/** Creates a function that compares the values of one field before with those of another now. Each field is read once. */
export function createValueComparison({ pairs, before, after }: Menus): CompareValues {
  if (pairs.length >= COMPARED_MIN) {
    const was = kept((path: string) => pairs.map(([product]) => valuesAt(product, path)));
    const is = kept((path: string) => pairs.map(([, product]) => valuesAt(product, path)));
    return ({ from, to }) => compareByProduct(was(from), is(to));
  }
  const compared = Math.min(before.length, after.length);
  const was = kept((path: string) => distinctOf(before, path));
  const is = kept((path: string) => distinctOf(after, path));
  return ({ from, to }) => compareAll(was(from), is(to), compared);
}

function kept<Value>(read: (path: string) => Value): (path: string) => Value {
  const values = new Map<string, Value>();
  return (path) => {
    const known = values.get(path);
    if (known !== undefined) return known;
    const value = read(path);
    values.set(path, value);
    return value;
  };
}

type Column = readonly (string[] | null)[];

function compareByProduct(before: Column, after: Column): ValueEvidence {
  const both = before.flatMap((was, at) => {
    const is = after[at] ?? null;
    return was === null || is === null ? [] : [{ was, is }];
  });
  if (both.length === 0) return { compared: 0, alike: null, agreement: null };
  const alike = mean(both.map(({ was, is }) => likenessOf(was, is)));
  const chance = ofOthers(({ was }, other) => likenessOf(was, other.is));
  // If all products had the same value, any new field matches by chance.
  const chanceBefore = ofOthers(({ was }, other) => likenessOf(was, other.was));
  const tells = both.length >= COMPARED_MIN && Math.max(chance, chanceBefore) <= CHANCE_MAX;
  return { compared: both.length, alike, agreement: tells ? (alike - chance) / (1 - chance) : null };

  function ofOthers(likeness: (one: (typeof both)[number], other: (typeof both)[number]) => number): number {
    return mean(
      SHIFTS.flatMap((shift) => both.map((one, at) => likeness(one, both[(at + shift) % both.length]!))),
    );
  }
}

/** Compares the sets of values, because too few products are in both menus. */
function compareAll(was: string[], is: string[], compared: number): ValueEvidence {
  if (was.length === 0 || is.length === 0) return { compared: 0, alike: null, agreement: null };
  const alike = likenessOf(was, is);
  const tells = Math.min(was.length, is.length) >= DISTINCT_MIN;
  const beyond = Math.max(0, (alike - ALIKE_BY_CHANCE) / (1 - ALIKE_BY_CHANCE));
  return { compared, alike, agreement: tells ? beyond : null };
}

function distinctOf(products: readonly unknown[], path: string): string[] {
  const values = new Set<string>();
  for (const product of products)
    if (typeof product === 'object' && product !== null)
      for (const value of valuesAt(product, path) ?? []) values.add(value);
  return [...values].sort();
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
