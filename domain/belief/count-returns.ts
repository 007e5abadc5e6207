import type { ComparedOption, ComparedProduct, EarlierProduct } from './known-menu.ts';
import type { PriceKind } from './menu-difference.ts';

/** A product with changed prices. The flags say which of its values changed since the last payload. */
export interface Repriced {
  before: ComparedProduct;
  now: ComparedProduct;
  list: boolean;
  special: boolean;
  quantity: boolean;
}

/** Returns the products of a menu whose prices differ from the shelf, by id. */
export function findRepriced(
  shelf: readonly ComparedProduct[],
  products: readonly ComparedProduct[],
): Map<string, Repriced> {
  const known = new Map(shelf.map((product) => [product.providerProductId, product]));
  const repriced = new Map<string, Repriced>();
  for (const now of products) {
    const before = known.get(now.providerProductId);
    if (before === undefined) continue;
    const list = !hasPricesOf(now, before, LIST_PRICES);
    const special = !hasPricesOf(now, before, SPECIAL_PRICES);
    if (!list && !special) continue;
    // Changes from or to nothing do not count, because a product that is back in stock often has its earlier quantity again.
    const quantity = isLeft(now) && isLeft(before) && now.quantity !== before.quantity;
    repriced.set(now.providerProductId, { before, now, list, special, quantity });
  }
  return repriced;
}

/** How many products again have values that they had in one earlier payload, but not in the last one. */
interface Returns {
  /** Products with the earlier list prices. */
  listPrices: number;
  /** Products with at least two of: the earlier list prices, special prices, quantity. */
  values: number;
}

/**
 * Counts, for each earlier payload, the products that have its values again, and returns the highest counts. Products whose sales
 * end on the same day match different payloads, because the sales started on different days; if the platform serves parts of an
 * old menu, the products match that one payload.
 */
export function countReturns(
  repriced: ReadonlyMap<string, Repriced>,
  earlier: readonly EarlierProduct[],
): Readonly<Returns> {
  const most: Returns = { listPrices: 0, values: 0 };
  const ofPayloads = new Map<number, Returns>();
  for (const then of earlier) {
    const product = repriced.get(then.providerProductId);
    if (product === undefined) continue;
    const returns = ofPayloads.get(then.payloadId) ?? { listPrices: 0, values: 0 };
    ofPayloads.set(then.payloadId, returns);
    const list = product.list && hasPricesOf(product.now, then, LIST_PRICES);
    const special = product.special && hasPricesOf(product.now, then, SPECIAL_PRICES);
    const quantity = product.quantity && product.now.quantity === then.quantity;
    if (list) returns.listPrices += 1;
    if (Number(list) + Number(special) + Number(quantity) > 1) returns.values += 1;
  }
  for (const { listPrices, values } of ofPayloads.values()) {
    most.listPrices = Math.max(most.listPrices, listPrices);
    most.values = Math.max(most.values, values);
  }
  return most;
}

const LIST_PRICES: readonly PriceKind[] = ['rec', 'med'];
const SPECIAL_PRICES: readonly PriceKind[] = ['specialRec', 'specialMed'];

type Priced = Pick<EarlierProduct, 'options'>;

function hasPricesOf({ options }: Priced, other: Priced, kinds: readonly PriceKind[]): boolean {
  return (
    options.length === other.options.length &&
    options.every((option, place) => isPricedLike(option, other.options[place], kinds))
  );
}

function isPricedLike(
  option: ComparedOption,
  other: ComparedOption | undefined,
  kinds: readonly PriceKind[],
): boolean {
  return option.option === other?.option && kinds.every((kind) => option[kind] === other[kind]);
}

function isLeft({ quantity }: ComparedProduct): boolean {
  return quantity !== null && quantity > 0;
}
