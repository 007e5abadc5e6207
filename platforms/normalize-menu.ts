import { countFlaws, noFlaws, type FlawCounts } from '../domain/count-flaws.ts';
import type { CanonicalProduct } from '../domain/product.ts';
import type { Platform } from './platform.ts';

/** What became of the products of a menu. */
export interface NormalizedMenu {
  products: CanonicalProduct[];
  /** Products that could not be normalized, with the reason; the id where it could be read. */
  skipped: { id: string | null; reason: string }[];
  /** What was left out of the products that could. */
  flaws: FlawCounts;
}

/** Normalizes every product as the platform sent it. One that cannot be is skipped and told; the others go on. */
export function normalizeMenu(platform: Platform, rawProducts: readonly unknown[]): NormalizedMenu {
  const menu: NormalizedMenu = { products: [], skipped: [], flaws: noFlaws() };
  const normalize = platform.normalizerOf(rawProducts);
  for (const raw of rawProducts) {
    const normalized = normalize(raw);
    if (normalized.ok) {
      menu.products.push(normalized.product);
      countFlaws(menu.flaws, normalized.product.providerProductId, normalized.flaws);
    } else menu.skipped.push({ id: normalized.id, reason: normalized.reason });
  }
  return menu;
}
