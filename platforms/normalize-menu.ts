import { countFlaws, noFlaws, type FlawCounts } from '../domain/count-flaws.ts';
import type { CanonicalProduct } from '../domain/product.ts';
import type { Platform } from './platform.ts';

/** The normalized products of a menu. */
export interface NormalizedMenu {
  products: CanonicalProduct[];
  /** Products that could not be normalized, with the reason and, if readable, the id. */
  skipped: { id: string | null; reason: string }[];
  /** How many values of the normalized products were dropped, by kind of flaw. */
  flaws: FlawCounts;
}

/** Normalizes every raw product. Skips and reports products that cannot be normalized. */
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
