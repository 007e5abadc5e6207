import type { CanonicalProduct } from './product.ts';

/** The products of a menu, each once, as its last mention has it, in the order of their ids: rows locked in one order cannot deadlock. */
export function uniqueSorted(products: readonly CanonicalProduct[]): CanonicalProduct[] {
  const byId = new Map(products.map((product) => [product.providerProductId, product]));
  return [...byId.values()].sort((a, b) => (a.providerProductId < b.providerProductId ? -1 : 1));
}
