import type { NormalizedMenu } from '../platforms/normalize-menu.ts';

/**
 * Menus that this process has normalized in order to judge them, kept until it ingests them: normalizing is most of the cost of
 * judging. Another process that ingests them normalizes them again.
 */
export interface MenuMemory {
  /** Keeps a menu. @param sha256 digest of the payload's file, which proves that the ingested payload is the judged one */
  keep: (sha256: string, menu: NormalizedMenu) => void;
  /** Returns and removes the menu of this payload; undefined if it is not here. */
  take: (sha256: string) => NormalizedMenu | undefined;
}

/** The most products kept at once, over all menus: some 30 MB. A process has only a few menus between fetch and ingest. */
const PRODUCTS_MAX = 10_000;

/** Creates a menu memory that drops the oldest menus when it is full. */
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
      // Empty menus would not count against the limit, and would stay forever.
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
