import { HEX, createRandom } from './random.ts';

interface Article {
  seed: number;
  storeIndex: number;
  category: string;
  name: string;
  brand: string | null;
}

/** Stores with this index or a higher one are test shops. */
const STORES_MAX = 10_000;

/**
 * Returns the id of an article at a chain's head office, which is the same in all stores of the chain. Every second store belongs to the
 * one chain, which lists no gear and nothing without a brand. Null for these products, and in other stores.
 */
export function enterpriseIdOf({ seed, storeIndex, category, name, brand }: Article): string | null {
  const isOfChain = storeIndex % 2 === 0 && storeIndex < STORES_MAX;
  if (!isOfChain || brand === null || brand === '' || category === 'Accessories') return null;
  return createRandom(seed, 'enterprise', category, name.trim(), brand.trim()).text(HEX, 24);
}
