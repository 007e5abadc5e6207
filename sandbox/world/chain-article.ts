import { HEX, createRandom } from './random.ts';

interface Article {
  seed: number;
  storeIndex: number;
  category: string;
  name: string;
  brand: string | null;
}

/** The indexes of test shops start here. */
const STORES_MAX = 10_000;

/**
 * The id of an article at a chain's head office; all its stores give the same. Every second store belongs to one chain, which
 * lists no gear and nothing without a brand: null for these, and in other stores.
 */
export function enterpriseIdOf({ seed, storeIndex, category, name, brand }: Article): string | null {
  const isOfChain = storeIndex % 2 === 0 && storeIndex < STORES_MAX;
  if (!isOfChain || brand === null || brand === '' || category === 'Accessories') return null;
  return createRandom(seed, 'enterprise', category, name.trim(), brand.trim()).text(HEX, 24);
}
