import type { CanonicalProduct } from './product.ts';

/** Returns each product of a menu once (the last one wins), sorted by id: locking rows in one order avoids deadlocks. */
export function uniqueSorted(products: readonly CanonicalProduct[]): CanonicalProduct[] {
  const byId = new Map(products.map((product) => [product.providerProductId, product]));
  return [...byId.values()].sort((a, b) => (a.providerProductId < b.providerProductId ? -1 : 1));
}
