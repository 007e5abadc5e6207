import type { PriceMoves } from './known-menu.ts';

/** The kinds of price that are compared, each by itself: a lie about one leaves the others alone. */
export const PRICE_KINDS = ['rec', 'med', 'specialRec', 'specialMed'] as const;
export type PriceKind = (typeof PRICE_KINDS)[number];

/** How the prices of one kind differ from those on the shelf. Counts of products. */
export interface PriceShift {
  /** Products that have such a price on the shelf and in the menu. */
  compared: number;
  changed: number;
  /** Of these, how many cost more. */
  up: number;
  /** How many cost twice what they did or more, or half or less. */
  doubled: number;
  /** Kept products that had such a price, how many of them have none now, and how many have one that had none. */
  had: number;
  lost: number;
  gained: number;
}

/** How a fetched menu differs from the shelf. Counts are of products. */
export interface MenuDifference {
  /** Products on the shelf, and how many of them the menu has. */
  known: number;
  kept: number;
  /** Products of the menu whose id the shelf lacks. */
  fresh: number;
  /** Of those on the shelf that the menu lacks, how many it has under another id, by name and brand. */
  renamedIds: number;
  /** Fresh products that bear the name and brand of a product which is still there under its own id. */
  copies: number;
  /** Kept products with another name, brand or category. */
  renamed: number;
  rebranded: number;
  recategorized: number;
  /** How many brands and categories of the shelf these products had: a brand that renames itself is one. */
  brandsLeft: number;
  categoriesLeft: number;
  /** Of these products, how many have a brand or category now that others had before. */
  tookBrand: number;
  tookCategory: number;
  /** Kept products that were in stock, and how many of them are not now; and the same the other way round. */
  wereIn: number;
  wentOut: number;
  /** Of those that went out, how many had so many left that they do not sell out in a few hours. */
  soldMany: number;
  wereOut: number;
  cameIn: number;
  /** Kept products that had a quantity, how many of them state none now, and how many of the others changed. */
  counted: number;
  uncounted: number;
  recounted: number;
  /** Of the changed, how many are more than four times what they were, and how many less than a quarter. */
  leaptUp: number;
  leaptDown: number;
  /**
   * Of the changed, how many are the same multiple of what they were, by a factor of 5 or more, or a fifth or less. Those
   * that had equal quantities count once: one multiple of many different ones is a change of unit, of equal ones chance.
   */
  scaled: number;
  /** Of those with a quantity, how many have the most usual one of all, and how many had the most usual one before. */
  alike: number;
  wereAlike: number;
  /** Kept products with options; how many lost all of them; how many have none left under its label. */
  sized: number;
  unsized: number;
  resized: number;
  /** Kept products with options, some of which they lost while others stayed. */
  sizesLost: number;
  /** Kept products with options that they did not have, beside some that they had. */
  sizesGained: number;
  /** Kept products that had a list price of any kind, and how many of them have none now. */
  priced: number;
  unpriced: number;
  prices: Record<PriceKind, PriceShift>;
  /** Kept products whose list prices rose, and fell. */
  listPrices: PriceMoves;
  /** Kept products that have the list prices of one earlier payload again, and not those of the last one. */
  listPricesBack: number;
  /** Kept products of which two are new and as in one earlier payload: list prices, special prices, quantity. */
  valuesBack: number;
  /** Kept products whose list price is the special price that they had, and was not. */
  listAtSpecial: number;
  /** Kept products whose medical and recreational prices are the same, and were not. */
  licencesAlike: number;
  /** Of those with a special price, how many have the most usual one of all, and how many had the most usual one before. */
  specialsAlike: number;
  specialsWereAlike: number;
  /** Kept products whose special price is half of the list price or less, and was not. */
  slashed: number;
  /** Kept products that are on special without a special price, and were not. */
  offeredUnpriced: number;
  /** Kept products with a time of change on both sides, and how many of them have an earlier one than the shelf. */
  dated: number;
  older: number;
}

/** A menu that does not differ from a shelf of so many products. */
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

/** Whether a menu has exactly the products of the shelf, with the same names, stock, quantities, options and prices. */
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
