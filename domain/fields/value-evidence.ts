import type { ProductPair } from './pair-products.ts';
import { likenessOf, valuesAt } from './values-at.ts';

/** What the values of a field that is gone and of a new one say. */
export interface ValueEvidence {
  compared: number;
  /** The share of the values that are the same; null where none could be compared. */
  alike: number | null;
  /**
   * How much of it is beyond chance: 0 where values of any two products are as much alike, 1 where all are the same. Null
   * where they tell nothing, as there are few of them or all products have the same ones.
   */
  agreement: number | null;
}

interface Menus {
  pairs: readonly ProductPair[];
  before: readonly unknown[];
  after: readonly unknown[];
}

/** Fewer products are too few to compare. */
const COMPARED_MIN = 5;

/** Values that are so much alike between any two products tell nothing. */
const CHANCE_MAX = 0.9;

/** How far away the other product is for what is chance; more than one, as neighbours on a menu are often alike. */
const SHIFTS = [1, 3, 7];

/** Without the same products: so many values of each side are enough to compare which there are. */
const DISTINCT_MIN = 10;

/** So many small numbers of one kind, such as quantities, are among those of another, such as prices. */
const ALIKE_BY_CHANCE = 0.6;

type CompareValues = (paths: { from: string; to: string }) => ValueEvidence;

/** Gives what compares the values of one field before with those of another one now; each is read once. */
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
  // Where all had the same, another value now is as likely as for any other field.
  const chanceBefore = ofOthers(({ was }, other) => likenessOf(was, other.was));
  const tells = both.length >= COMPARED_MIN && Math.max(chance, chanceBefore) <= CHANCE_MAX;
  return { compared: both.length, alike, agreement: tells ? (alike - chance) / (1 - chance) : null };

  function ofOthers(likeness: (one: (typeof both)[number], other: (typeof both)[number]) => number): number {
    return mean(
      SHIFTS.flatMap((shift) => both.map((one, at) => likeness(one, both[(at + shift) % both.length]!))),
    );
  }
}

/** What values there are at all, where no product is known in both menus. */
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
