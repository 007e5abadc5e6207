import type { CanonicalOption, CanonicalProduct } from '../product.ts';

/** What is compared of one option. */
export type ComparedOption = Pick<CanonicalOption, 'option' | 'rec' | 'med' | 'specialRec' | 'specialMed'>;

/** What is compared of one product, on the shelf and in a fetched menu alike. */
export interface ComparedProduct extends Pick<
  CanonicalProduct,
  'providerProductId' | 'name' | 'brandName' | 'category' | 'inStock' | 'quantity' | 'onSpecial' | 'updatedAt'
> {
  options: readonly ComparedOption[];
  /** The stock is that of an earlier payload, since the last one did not tell it. */
  isStockKept?: boolean;
}

/** What is known of a store's menu before the next one is judged. */
export interface KnownMenu {
  /** The products that its last payload had; where that was empty, the last one with any. */
  shelf: readonly ComparedProduct[];
  /**
   * Its last payloads, newest first, that went in. Those before the last one that was doubted and confirmed do not count:
   * a store that has shrunk stays small.
   */
  recent: readonly RememberedMenu[];
  /**
   * What its payloads before the last one had of products: at least of those whose prices are new in the menu that is
   * judged. Also from before a payload that was doubted and confirmed.
   */
  earlier: readonly EarlierProduct[];
  /** How many products the platform counted and no page had, of its last payloads that went in. */
  recentMissing: readonly number[];
}

/** What a payload before the last one had of a product. */
export interface EarlierProduct extends Pick<CanonicalProduct, 'providerProductId' | 'quantity'> {
  payloadId: number;
  options: readonly ComparedOption[];
}

/** How many products have higher, and lower, list prices than in the payload before. */
export interface PriceMoves {
  up: number;
  down: number;
}

/** What is remembered of an earlier menu. */
export interface RememberedMenu {
  products: number;
  /** Zero for a menu that was doubted and confirmed: what it changed is settled. */
  priceMoves: PriceMoves;
  /** How many were in stock; null where earlier versions did not write it down. */
  inStock: number | null;
}

/** A menu as it was fetched. */
export interface FetchedProducts {
  /** Every id that came, also those of products that could not be read. */
  ids: readonly string[];
  /** The products that could be read. */
  products: readonly ComparedProduct[];
  /** What the platform says there are; null when it does not say. */
  totalCount: number | null;
  /** How many of these did not come, in either order of the pages. */
  missing: number;
  /** Products that could not be read, and what was wrong with each; the id where it could be read. */
  unreadable: readonly { id: string | null; reason: string }[];
}
