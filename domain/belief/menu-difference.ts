import type { PriceMoves } from './known-menu.ts';

/** The kinds of price, each compared separately, because an error in one leaves the others unchanged. */
export const PRICE_KINDS = ['rec', 'med', 'specialRec', 'specialMed'] as const;
export type PriceKind = (typeof PRICE_KINDS)[number];

/** How the prices of one kind differ from the shelf. Counts of products. */
export interface PriceShift {
  /** Products with such a price both on the shelf and in the menu. */
  compared: number;
  changed: number;
  /** How many of the changed ones cost more. */
  up: number;
  /** How many cost at least twice, or at most half, of before. */
  doubled: number;
  /** Kept products that had such a price; how many of them lost it; how many of the others gained one. */
  had: number;
  lost: number;
  gained: number;
}

/**
 * How a fetched menu differs from the shelf. All counts are of products. Kept products are those of the shelf that the menu has.
 */
export interface MenuDifference {
  /** Products on the shelf, and how many of them are in the menu. */
  known: number;
  kept: number;
  /** Products of the menu whose id is not on the shelf. */
  fresh: number;
  /** Missing products that the menu has under another id, by name and brand. */
  renamedIds: number;
  /** Fresh products with the name and brand of a product that is still there under its own id. */
  copies: number;
  /** Kept products with another name, brand or category. */
  renamed: number;
  rebranded: number;
  recategorized: number;
  /** How many brands and categories of the shelf these products left: a renamed brand counts as one. */
  brandsLeft: number;
  categoriesLeft: number;
  /** How many of these products now have a brand or category that was already on the shelf. */
  tookBrand: number;
  tookCategory: number;
  /** Kept products that were in stock, and how many of them went out of stock. */
  wereIn: number;
  wentOut: number;
  /** How many of those that went out had too many left to sell out in a few hours. */
  soldMany: number;
  /** Kept products that were out of stock, and how many of them came into stock. */
  wereOut: number;
  cameIn: number;
  /** Kept products that had a quantity; how many of them have none now; how many of the others changed. */
  counted: number;
  uncounted: number;
  recounted: number;
  /** Of the changed ones, how many more than quadrupled, and how many fell below a quarter. */
  leaptUp: number;
  leaptDown: number;
  /**
   * The size of the largest group of products whose quantities changed by the same factor: at least 5, or at most a fifth. Products that had
   * the same quantity count as one, because they may change alike by chance; different quantities that change by one factor mean a new unit.
   */
  scaled: number;
  /** How many kept products have the most frequent quantity per option, now and before. */
  alike: number;
  wereAlike: number;
  /** Kept products with options; how many lost all of them; how many have no option with the same label. */
  sized: number;
  unsized: number;
  resized: number;
  /** Kept products that lost some options while others stayed. */
  sizesLost: number;
  /** Kept products that gained options beside ones they had. */
  sizesGained: number;
  /** Kept products that had a list price of any kind, and how many of them have none now. */
  priced: number;
  unpriced: number;
  prices: Record<PriceKind, PriceShift>;
  /** Kept products whose list prices rose, and fell. */
  listPrices: PriceMoves;
  /** Kept products that again have the list prices of one earlier payload, while the last payload had others. */
  listPricesBack: number;
  /** Kept products with two of these changed to the values of one earlier payload: list prices, special prices, quantity. */
  valuesBack: number;
  /** Kept products whose list price is now their former special price. */
  listAtSpecial: number;
  /** Kept products whose medical and recreational prices are now equal, and were different. */
  licencesAlike: number;
  /** How many kept products have the most frequent lowest special price, now and before. */
  specialsAlike: number;
  specialsWereAlike: number;
  /** Kept products whose special price is now at most half of the list price. */
  slashed: number;
  /** Kept products that are now on special without a special price. */
  offeredUnpriced: number;
  /** Kept products with an update time on both sides, and how many of them have an earlier time than on the shelf. */
  dated: number;
  older: number;
}

/** Returns a difference with all counts at zero, for a shelf of `known` products. */
export function newDifference(known: number): MenuDifference {
  const shift = (): PriceShift => ({
    compared: 0,
    changed: 0,
    up: 0,
    doubled: 0,
    had: 0,
    lost: 0,
    gained: 0,
  });
  return {
    known,
    kept: 0,
    fresh: 0,
    renamedIds: 0,
    copies: 0,
    renamed: 0,
    rebranded: 0,
    recategorized: 0,
    brandsLeft: 0,
    categoriesLeft: 0,
    tookBrand: 0,
    tookCategory: 0,
    wereIn: 0,
    wentOut: 0,
    soldMany: 0,
    wereOut: 0,
    cameIn: 0,
    counted: 0,
    uncounted: 0,
    recounted: 0,
    leaptUp: 0,
    leaptDown: 0,
    scaled: 0,
    alike: 0,
    wereAlike: 0,
    sized: 0,
    unsized: 0,
    resized: 0,
    sizesLost: 0,
    sizesGained: 0,
    priced: 0,
    unpriced: 0,
    prices: { rec: shift(), med: shift(), specialRec: shift(), specialMed: shift() },
    listPrices: { up: 0, down: 0 },
    listPricesBack: 0,
    valuesBack: 0,
    listAtSpecial: 0,
    licencesAlike: 0,
    specialsAlike: 0,
    specialsWereAlike: 0,
    slashed: 0,
    offeredUnpriced: 0,
    dated: 0,
    older: 0,
  };
}

/** Whether a menu has exactly the products of the shelf, with the same names, brands, categories, stock, quantities, options and prices. */
export function isUnchanged(difference: MenuDifference): boolean {
  const { known, kept, fresh, prices, resized, unsized, sizesLost, sizesGained } = difference;
  const { renamed, rebranded, recategorized, wentOut, cameIn, recounted, uncounted } = difference;
  const changes = [
    known - kept,
    fresh,
    renamed + rebranded + recategorized,
    wentOut + cameIn + recounted + uncounted,
    resized + unsized + sizesLost + sizesGained,
    ...PRICE_KINDS.flatMap((kind) => [prices[kind].changed, prices[kind].lost, prices[kind].gained]),
  ];
  return changes.every((count) => count === 0);
}
