import type { OptionSize } from './option-size.ts';
import type { CanonicalSpecial } from './special.ts';

/**
 * A product as Crawlchain stores it, whatever the platform. Prices are texts in dollars with two decimals, because floating point
 * is unsuitable for money. What a platform does not give is null or an empty list.
 */
export interface CanonicalProduct {
  providerProductId: string;
  /** The product's id that all stores of a retail chain share. */
  enterpriseProductId: string | null;
  /** The product's name in URLs; may change. */
  slug: string | null;
  nameRaw: string;
  /** Trimmed, with white space collapsed. */
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
   * Recreational list price of the cheapest available option, or of the cheapest of all options if none is available; null if none
   * of these options has such a price.
   */
  priceRec: string | null;
  /** The medical list price and, below, the special prices are chosen in the same way, each independently. */
  priceMed: string | null;
  specialRec: string | null;
  specialMed: string | null;
  /**
   * Label of the option whose price `priceRec` is, or `priceMed` if there is no `priceRec`; null if there is neither. A special
   * price may belong to another option.
   */
  priceOption: string | null;
  /** Whether some option, in stock or not, has a special price below its list price, or a sale or bundle offer is attached. */
  onSpecial: boolean;
  /** The attached offers and their meaning. */
  specials: CanonicalSpecial[];
  /** `Active`, `Inactive` or `OutOfStock`, however the platform spells it; otherwise the platform's own word. */
  status: string | null;
  /** Active or without a status, and at least one option has stock or does not report it. */
  inStock: boolean;
  /** Sum over the options that report a quantity; null when none does. */
  quantity: number | null;
  /** Whether the quantity of at least one option is the platform's cap and means “or more”. */
  quantityCapped: boolean;
  /** Only for patients; also false if the platform does not say. */
  medicalOnly: boolean;
  recOnly: boolean;
  thc: Potency | null;
  cbd: Potency | null;
  cannabinoids: Cannabinoid[];
  imageUrl: string | null;
  /** All images in use, the main one first. */
  imageUrls: string[];
  /** ISO 8601, by the platform's clock. */
  createdAt: string | null;
  updatedAt: string | null;
  options: CanonicalOption[];
}

/** One size that can be bought. */
export interface CanonicalOption {
  /** The label, which identifies the option. */
  option: string;
  /** The till's spelling of the label. */
  rawOption: string | null;
  /** The weight or volume in the label, or in the till's spelling if the label has none. */
  size: OptionSize | null;
  rec: string | null;
  med: string | null;
  specialRec: string | null;
  specialMed: string | null;
  /** What can be ordered online; null if unknown. */
  quantity: number | null;
  /** Whether the quantity is the platform's cap and means “or more”. */
  quantityCapped: boolean;
  /** The store's total stock, and that of its kiosks; capped in the same way. */
  quantityTotal: number | null;
  quantityKiosk: number | null;
  /** Whether so few are left that the store no longer sells the option online. */
  belowThreshold: boolean;
  /** The till's id of the option, and of the package on sale, which changes on restock. */
  posId: string | null;
  packageId: string | null;
}

/** A potency as the platform states it: one number is a point, two are a range. */
export interface Potency {
  low: number;
  high: number;
  unit: string;
}

/** The unit of a potency whose unit is missing or cannot be right. */
export const UNKNOWN_UNIT = 'UNKNOWN';

/** One substance of a laboratory report. */
export interface Cannabinoid {
  name: string;
  value: number;
  unit: string;
}

/**
 * A product counts as out of stock only after it is absent from this many consecutive payloads, so that one bad crawl does not
 * empty a shelf.
 */
export const MISSES_UNTIL_OUT_OF_STOCK = 3;

/**
 * Version of the rules that made a canonical product; stored with it. 2: sizes, offers, cannabinoids, thresholds, and noted
 * flaws. 3: status words, special prices beside list prices, milligrams of edibles, stock without options. 4: prices of the
 * available sizes. 5: labels that are numbers, and stock by the quantities where no label can be read.
 */
export const NORMALIZER_VERSION = 5;

/** A flaw in a product. Only the flawed part is dropped. */
export interface Flaw {
  /** What was dropped: a whole option, or one value. */
  cost: 'option' | 'value';
  /** The location of the dropped part in the product, such as `recPrices[1]`. */
  place: string;
  /** What was expected and what was found. */
  reason: string;
}

export type NormalizedProduct =
  | { ok: true; product: CanonicalProduct; flaws: Flaw[] }
  | { ok: false; id: string | null; reason: string };
