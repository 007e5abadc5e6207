import type { OptionSize } from './option-size.ts';
import type { CanonicalSpecial } from './special.ts';

/**
 * A product as Crawlchain stores it, whatever the platform. Money is in dollars with two decimals, as text, because
 * floating point has no place in prices. What a platform does not say is null, or an empty list.
 */
export interface CanonicalProduct {
  providerProductId: string;
  /** The id that the stores of a chain share for it. */
  enterpriseProductId: string | null;
  /** Its name in URLs, which may change. */
  slug: string | null;
  nameRaw: string;
  /** Trimmed, runs of white space made one. */
  name: string;
  brandId: string | null;
  brandNameRaw: string | null;
  brandName: string | null;
  brandDescription: string | null;
  /** The brand's logo. */
  brandImageUrl: string | null;
  category: string | null;
  subcategory: string | null;
  strainType: string | null;
  /**
   * Recreational list price of the cheapest option that can be had, or where none can, of the cheapest of all; null
   * when these have none.
   */
  priceRec: string | null;
  /** The same of the medical list prices, and below of the special prices, each by itself. */
  priceMed: string | null;
  specialRec: string | null;
  specialMed: string | null;
  /**
   * Label of the option that `priceRec` is the price of, or `priceMed` where there is no `priceRec`; null where there is
   * neither. A special price may be that of another option.
   */
  priceOption: string | null;
  /** Some option, in stock or not, has a special price below its list price, or a sale or bundle offer is attached. */
  onSpecial: boolean;
  /** The offers that are attached, and what they mean. */
  specials: CanonicalSpecial[];
  /** `Active`, `Inactive` or `OutOfStock`, however the platform writes it; else its own word. */
  status: string | null;
  /** Active, or without a status, and at least one option has stock or does not say. */
  inStock: boolean;
  /** Sum over the options that report one; null when none does. */
  quantity: number | null;
  /** At least one option's quantity is the platform's cap and means “or more”. */
  quantityCapped: boolean;
  /** For patients alone; false also where the platform does not say. */
  medicalOnly: boolean;
  recOnly: boolean;
  thc: Potency | null;
  cbd: Potency | null;
  cannabinoids: Cannabinoid[];
  imageUrl: string | null;
  /** Every picture that is in use, the main one first. */
  imageUrls: string[];
  /** ISO 8601, by the platform's own clock. */
  createdAt: string | null;
  updatedAt: string | null;
  options: CanonicalOption[];
}

/** One size that can be bought. */
export interface CanonicalOption {
  /** The label, by which the option is known. */
  option: string;
  /** The till's spelling of it. */
  rawOption: string | null;
  /** What the label says it weighs or measures; what the till's spelling says where the label says nothing. */
  size: OptionSize | null;
  rec: string | null;
  med: string | null;
  specialRec: string | null;
  specialMed: string | null;
  /** What can be ordered online; null when nobody says. */
  quantity: number | null;
  /** The quantity is the platform's cap and means “or more”. */
  quantityCapped: boolean;
  /** What the store has in all, and at its kiosks; capped in the same way. */
  quantityTotal: number | null;
  quantityKiosk: number | null;
  /** Too few are left for the store to sell it online. */
  belowThreshold: boolean;
  /** The till's id of the option, and of the package that is being sold, which changes on restock. */
  posId: string | null;
  packageId: string | null;
}

/** A potency as the platform states it: one number is a point, two are a range. */
export interface Potency {
  low: number;
  high: number;
  unit: string;
}

/** The unit of a potency whose number stands but whose unit is not told, or cannot be right. */
export const UNKNOWN_UNIT = 'UNKNOWN';

/** One substance of a laboratory's report. */
export interface Cannabinoid {
  name: string;
  value: number;
  unit: string;
}

/** A product misses this many payloads in a row before it counts as out of stock: one bad crawl empties no shelf. */
export const MISSES_UNTIL_OUT_OF_STOCK = 3;

/**
 * Version of the rules that made a canonical product; stored with it. 2: sizes, offers, cannabinoids, thresholds, and
 * an account of what was wrong. 3: words of the status, special prices beside list prices, milligrams of edibles, stock of
 * no option. 4: prices of the sizes that can be had.
 */
export const NORMALIZER_VERSION = 5;

/** Something in a product that is not what it should be. It costs what it is in, and no more. */
export interface Flaw {
  /** What was left out: a whole option, or one value. */
  cost: 'option' | 'value';
  /** Where in the product, such as `recPrices[1]`. */
  place: string;
  /** What was expected and what was found. */
  reason: string;
}

export type NormalizedProduct =
  | { ok: true; product: CanonicalProduct; flaws: Flaw[] }
  | { ok: false; id: string | null; reason: string };
