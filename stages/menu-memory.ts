import type { NormalizedMenu } from '../platforms/normalize-menu.ts';

/**
 * Menus that this process has normalized to judge them, until it ingests them: normalizing is most of what the judge costs.
 * Where another process ingests, it normalizes for itself.
 */
export interface MenuMemory {
  /** @param sha256 digest of the payload's file, which says that what is ingested is what was judged */
  keep: (sha256: string, menu: NormalizedMenu) => void;
  /** The menu of this payload, which is then no longer kept; undefined: it is not here. */
  take: (sha256: string) => NormalizedMenu | undefined;
}

/** Products that are kept at once, of all menus: some 30 MB. A process has a few menus between fetch and ingest. */
const PRODUCTS_MAX = 10_000;

/** Drops the oldest menus when it is full. */
export function createMenuMemory(productsMax = PRODUCTS_MAX): MenuMemory {
  const menus = new Map<string, NormalizedMenu>();
  let products = 0;
  const take = (sha256: string): NormalizedMenu | undefined => {
    const menu = menus.get(sha256);
    if (menus.delete(sha256)) products -= menu?.products.length ?? 0;
    return menu;
  };
  return {
    take,
    keep(sha256, menu) {
      take(sha256);
      // Empty ones would count for nothing, and stay.
      if (menu.products.length === 0) return;
      menus.set(sha256, menu);
      products += menu.products.length;
      for (const oldest of menus.keys()) {
        if (products <= productsMax) break;
        take(oldest);
      }
    },
  };
}
