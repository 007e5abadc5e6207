import { identityOf, pricesOf } from './attack.ts';
import type { Stage } from './attack-stage.ts';
import type { Shelf, ShelfRow } from './simulated-shelf.ts';

/** Counts of products whose catalog row has values that were not true at any time since the lie began. */
export interface Wrong {
  /** The row is out of stock while the product is in stock. */
  outOfStock: number;
  /** The row is in stock while the product is out of stock, or has another quantity. */
  stock: number;
  /** Wrong stock of either kind, of products without a quantity in the honest menu: the row keeps the lie's value. */
  untold: number;
  prices: number;
  /** Name, brand or category. */
  identity: number;
  /** No row; once the honest menu is accepted, also a row that counts as missing. */
  lost: number;
  /** The row began as that of another product, and has the other product's history. */
  swapped: number;
  /** Rows in stock of products that the store never had. */
  strangers: number;
}

export const NOTHING_WRONG: Wrong = {
  outOfStock: 0,
  stock: 0,
  untold: 0,
  prices: 0,
  identity: 0,
  lost: 0,
  swapped: 0,
  strangers: 0,
};

/** Returns the larger value of each count. */
export function worse(one: Wrong, other: Wrong): Wrong {
  return {
    outOfStock: Math.max(one.outOfStock, other.outOfStock),
    stock: Math.max(one.stock, other.stock),
    untold: Math.max(one.untold, other.untold),
    prices: Math.max(one.prices, other.prices),
    identity: Math.max(one.identity, other.identity),
    lost: Math.max(one.lost, other.lost),
    swapped: Math.max(one.swapped, other.swapped),
    strangers: Math.max(one.strangers, other.strangers),
  };
}

/**
 * Compares a shelf with the truth. Until the honest menu is accepted, a value that was true in some pass since the last honest
 * crawl counts as old, not wrong. After that each value must be the pass's own, except stock without a quantity in the menu.
 */
export async function countWrong(
  shelf: Shelf,
  { pass: begin, truthAt }: Stage,
  { pass, isBack = false }: { pass: number; isBack?: boolean },
): Promise<Wrong> {
  const truths: Shelf[] = [];
  for (let at = begin - 1; at <= pass; at += 1) truths.push(await truthAt(at));
  const now = truths.at(-1) ?? new Map<string, ShelfRow>();
  const wrong = { ...NOTHING_WRONG };
  for (const [id, truth] of now) {
    if (truth.misses > 0) continue;
    const row = shelf.get(id);
    const old = truths.flatMap((one) => one.get(id) ?? []);
    if (row === undefined || (isBack && row.misses > 0)) {
      if (isBack) wrong.lost += 1;
      else if (row === undefined && truths[0]?.has(id)) wrong.lost += 1;
      continue;
    }
    compareRow(wrong, row, {
      valid: isBack ? [truth] : old,
      validStock: isBack && !row.isStockKept ? [truth] : old,
    });
    if (row.origin !== truth.origin) wrong.swapped += 1;
  }
  for (const [id, { product }] of shelf)
    if (product.inStock && !truths.some((truth) => truth.has(id))) wrong.strangers += 1;
  return wrong;
}

function compareRow(
  wrong: Wrong,
  { product, isStockKept }: ShelfRow,
  { valid, validStock }: { valid: readonly ShelfRow[]; validStock: readonly ShelfRow[] },
): void {
  const isInStockRight = validStock.some((one) => one.product.inStock === product.inStock);
  const isQuantityRight = validStock.some((one) => one.product.quantity === product.quantity);
  if (!isInStockRight || !isQuantityRight) {
    if (isStockKept) wrong.untold += 1;
    else if (isInStockRight || product.inStock) wrong.stock += 1;
    else wrong.outOfStock += 1;
  }
  if (!valid.some((one) => pricesOf(one.product) === pricesOf(product))) wrong.prices += 1;
  if (!valid.some((one) => identityOf(one.product) === identityOf(product))) wrong.identity += 1;
}
