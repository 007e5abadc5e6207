import type { CanonicalOption, CanonicalProduct } from '../product.ts';

/** The compared fields of an option. */
export type ComparedOption = Pick<CanonicalOption, 'option' | 'rec' | 'med' | 'specialRec' | 'specialMed'>;

/** The compared fields of a product, both on the shelf and in a fetched menu. */
export interface ComparedProduct extends Pick<
  CanonicalProduct,
  'providerProductId' | 'name' | 'brandName' | 'category' | 'inStock' | 'quantity' | 'onSpecial' | 'updatedAt'
> {
  options: readonly ComparedOption[];
  /** True if the stock comes from an earlier payload, because the last one did not report it. */
  isStockKept?: boolean;
}

/** What is known of a store's menu before the next one is judged. */
export interface KnownMenu {
  /** The products of the last payload; if it was empty, of the last one with products. */
  shelf: readonly ComparedProduct[];
  /**
   * The last ingested payloads, newest first. Payloads before the last one that was doubted and confirmed are left out: if that
   * payload showed that the store has shrunk, earlier, larger menus are no longer the measure.
   */
  recent: readonly RememberedMenu[];
  /**
   * Products of the payloads before the last one; at least those whose prices have changed in the menu being judged. Includes
   * payloads before a doubted and confirmed one.
   */
  earlier: readonly EarlierProduct[];
  /** How many products the platform counted but did not return, for each of the last ingested payloads. */
  recentMissing: readonly number[];
}

/** A product in a payload before the last one. */
export interface EarlierProduct extends Pick<CanonicalProduct, 'providerProductId' | 'quantity'> {
  payloadId: number;
  options: readonly ComparedOption[];
}

/** How many products have higher and lower list prices than in the previous payload. */
export interface PriceMoves {
  up: number;
  down: number;
}

/** What is remembered of an earlier menu. */
export interface RememberedMenu {
  products: number;
  /** Zero for a menu that was doubted and confirmed, because its changes are settled. */
  priceMoves: PriceMoves;
  /** How many products were in stock; null if an earlier version did not record it. */
  inStock: number | null;
}

/** A fetched menu. */
export interface FetchedProducts {
  /** Every id that came, including those of unreadable products. */
  ids: readonly string[];
  /** The readable products. */
  products: readonly ComparedProduct[];
  /** The platform's count; null when it gives none. */
  totalCount: number | null;
  /** How many products of the platform's count were on no page, in either sort order. */
  missing: number;
  /** Unreadable products, each with the reason and, if readable, the id. */
  unreadable: readonly { id: string | null; reason: string }[];
}
