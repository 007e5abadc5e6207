/**
 * A product as Crawlchain stores it, whatever the platform. Money is in dollars with two decimals, as text, because
 * floating point has no place in prices.
 */
export interface CanonicalProduct {
  providerProductId: string;
  nameRaw: string;
  /** Trimmed, runs of white space made one. */
  name: string;
  brandNameRaw: string | null;
  brandName: string | null;
  category: string | null;
  subcategory: string | null;
  strainType: string | null;
  /** Smallest positive recreational list price over the options; null when there is none. */
  priceRec: string | null;
  /** Smallest positive medical list price over the options. */
  priceMed: string | null;
  /** Smallest positive recreational special price over the options. */
  specialRec: string | null;
  specialMed: string | null;
  /** A special price exists, or a sale or bundle offer is attached. */
  onSpecial: boolean;
  /** Active, and at least one option has stock or does not say. */
  inStock: boolean;
  /** Sum over the options that report one; null when none does. */
  quantity: number | null;
  /** At least one option's quantity is the platform's cap and means “or more”. */
  quantityCapped: boolean;
  thc: Potency | null;
  cbd: Potency | null;
  imageUrl: string | null;
  options: CanonicalOption[];
}

/** One size that can be bought. */
export interface CanonicalOption {
  option: string;
  rec: string | null;
  med: string | null;
  specialRec: string | null;
  specialMed: string | null;
  quantity: number | null;
  quantityCapped: boolean;
}

/** A potency as the platform states it: one number is a point, two are a range. */
export interface Potency {
  low: number;
  high: number;
  unit: string;
}

/** A product misses this many payloads in a row before it counts as out of stock: one bad crawl empties no shelf. */
export const MISSES_UNTIL_OUT_OF_STOCK = 3;

/** Version of the rules that made a canonical product; stored with it. */
export const NORMALIZER_VERSION = 1;

export type NormalizedProduct =
  { ok: true; product: CanonicalProduct } | { ok: false; id: string | null; reason: string };

/** Smallest of the positive amounts, compared as numbers, given and returned as text with two decimals. */
export function smallestPrice(prices: (string | null)[]): string | null {
  let smallest: string | null = null;
  for (const price of prices) {
    if (price !== null && Number(price) > 0 && (smallest === null || Number(price) < Number(smallest)))
      smallest = price;
  }
  return smallest;
}
