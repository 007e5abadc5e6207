import { pairOptions } from './compare-options.ts';
import type { ComparedOption, ComparedProduct } from './known-menu.ts';
import type { PriceKind } from './menu-difference.ts';
import type { ChangedField } from './rule.ts';
import type { Sample } from './suspicion.ts';

/** One value of a product in the two menus. */
export interface Change extends Pick<Sample, 'field' | 'option' | 'before' | 'now'> {
  /** The absolute difference of prices and quantities; 0 for other fields. */
  by: number;
}

/** A product as it was in the last menu and as it is in this one. */
export interface Pair {
  before: ComparedProduct;
  now: ComparedProduct;
}

/**
 * Returns the change of the first of `fields` that differs between the two menus, or null. For a price field, this is the change of
 * the option whose price changed most.
 */
export function changedValue(fields: readonly ChangedField[], pair: Pair): Change | null {
  for (const field of fields) {
    const change = VALUES[field](pair);
    if (change !== null) return change;
  }
  return null;
}

const VALUES: Record<ChangedField, (pair: Pair) => Change | null> = {
  rec: (pair) => changedPrice('rec', pair),
  med: (pair) => changedPrice('med', pair),
  specialRec: (pair) => changedPrice('specialRec', pair),
  specialMed: (pair) => changedPrice('specialMed', pair),
  stock: (pair) => changed('stock', pair, stockOf),
  quantity: ({ before, now }) =>
    unlessSame(
      'quantity',
      [before.quantity, now.quantity].map(textOf),
      distance(before.quantity, now.quantity),
    ),
  options: (pair) =>
    changed('options', pair, ({ options }) => options.map(({ option }) => option).join(', ') || NONE),
  offer: (pair) => changed('offer', pair, offerOf),
  name: (pair) => changed('name', pair, ({ name }) => name),
  brand: (pair) => changed('brand', pair, ({ brandName }) => textOf(brandName)),
  category: (pair) => changed('category', pair, ({ category }) => textOf(category)),
  updated: (pair) => changed('updated', pair, ({ updatedAt }) => textOf(updatedAt)),
};

const NONE = 'none';

function textOf(value: string | number | null): string {
  return value === null ? NONE : String(value);
}

function changedPrice(kind: PriceKind, { before, now }: Pair): Change | null {
  let most: Change | null = null;
  for (const [old, current] of pairOptions(before.options, now.options)) {
    const by = distance(numberOf(old[kind]), numberOf(current[kind]));
    const found = unlessSame(kind, [old[kind], current[kind]].map(textOf), by);
    if (found !== null && (most === null || by > most.by)) most = { ...found, option: old.option };
  }
  return most;
}

function numberOf(price: ComparedOption[PriceKind]): number | null {
  return price === null ? null : Number(price);
}

/** Returns the absolute difference of two numbers; a missing one counts as 0. */
function distance(before: number | null, now: number | null): number {
  return Math.abs((now ?? 0) - (before ?? 0));
}

function stockOf({ inStock, quantity }: ComparedProduct): string {
  if (!inStock) return 'out of stock';
  return quantity === null ? 'in stock' : `${quantity} in stock`;
}

function offerOf({ onSpecial, options }: ComparedProduct): string {
  if (!onSpecial) return NONE;
  const isPriced = options.some(({ specialRec, specialMed }) => specialRec !== null || specialMed !== null);
  return isPriced ? 'with a special price' : 'without a special price';
}

function changed(
  field: ChangedField,
  { before, now }: Pair,
  valueOf: (product: ComparedProduct) => string,
): Change | null {
  return unlessSame(field, [valueOf(before), valueOf(now)], 0);
}

function unlessSame(field: ChangedField, [before = NONE, now = NONE]: string[], by: number): Change | null {
  return before === now ? null : { field, option: null, before, now, by };
}
