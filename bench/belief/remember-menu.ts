import { countPriceMoves } from '../../domain/belief/count-price-moves.ts';
import { findRepriced } from '../../domain/belief/count-returns.ts';
import type { ComparedProduct, RememberedMenu } from '../../domain/belief/known-menu.ts';
import type { SeenMenu } from './see-menu.ts';

interface Before {
  /** The products of the previous menu; empty for the first one. */
  shelf: readonly ComparedProduct[];
  /** Whether the menu was doubted, and a later crawl confirmed it. */
  isConfirmed?: boolean;
}

/** Returns what production remembers of an accepted menu, as `loadKnownMenu` does, without the database. */
export function rememberMenu({ ids, products }: SeenMenu, { shelf, isConfirmed }: Before): RememberedMenu {
  return {
    products: ids.length,
    inStock: products.filter(({ inStock }) => inStock).length,
    priceMoves: isConfirmed === true ? { up: 0, down: 0 } : countPriceMoves(findRepriced(shelf, products)),
  };
}
