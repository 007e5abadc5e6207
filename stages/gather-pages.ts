import { createHash } from 'node:crypto';
import { CrawlError } from '../domain/errors.ts';
import type { MenuOrder, MenuPage, Platform } from '../platforms/platform.ts';

/** A page as it is saved for a resume. */
export interface KeptPage extends MenuPage {
  /** Whether the request named the fields it wanted. Absent in pages that earlier versions saved. */
  fieldsSelected?: boolean;
}

/** The content of all pages. */
export interface GatheredMenu {
  /** The raw products, each id once, in the order of first appearance. */
  products: unknown[];
  /** Their ids, in the same order. */
  ids: string[];
  unique: number;
  /** Answered requests, in both orders. */
  pages: number;
  totalCount: number | null;
  /** How many products the platform counts but no page had. */
  missing: number;
  /** Whether some of the pages came from a request that names the fields it wants. */
  fieldsSelected: boolean;
  /** A short hash of each page that held products. */
  pageHashes: string[];
}

/** Gathers the pages of a menu as they arrive. */
export interface Gathering {
  take(page: KeptPage): void;
  /** The page to request next; null when the menu is complete, or cannot become more complete. */
  next(): { page: number; order: MenuOrder } | null;
  /** Answered requests so far. */
  pages(): number;
  /** Whether no page so far held a product. */
  isEmpty(): boolean;
  menu(): GatheredMenu;
}

/**
 * Gathers pages in the order in which they arrive.
 *
 *     ascending ──► descending   the pass has ended and the platform's count differs from the number of products
 *         │             │
 *         └─────────────┴──► done
 *
 * The pages of the two orders overlap and skip at different places, so the second pass finds most of what the first one lacked.
 */
export function createGathering(platform: Platform): Gathering {
  const products = new Map<string, unknown>();
  const pageHashes: string[] = [];
  let pages = 0;
  let totalCount: number | null = null;
  let fieldsSelected = false;
  let order: MenuOrder | 'done' = 'ascending';
  let pass = newPass();

  const missing = (): number => Math.max(0, (totalCount ?? 0) - products.size);

  function isPassOver(page: MenuPage, isNothingNew: boolean): boolean {
    const length = page.products.length;
    if (isNothingNew && totalCount === null && length >= platform.pageSize) throw goesRound(pages);
    if (length === 0 || isNothingNew) return true;
    // A count that is already exceeded cannot end the pass.
    if (totalCount === null || products.size > totalCount) return length < platform.pageSize;
    // If the platform reports a total, the length of the first page of this pass shows how long a full page is.
    return products.size === totalCount || length < pass.firstLength;
  }

  return {
    take(page) {
      const before = pass.seen.size;
      for (const { id, raw } of page.products) {
        pass.seen.add(id);
        if (!products.has(id)) products.set(id, raw);
      }
      pages += 1;
      pass.pages += 1;
      if (pass.pages === 1) pass.firstLength = page.products.length;
      totalCount = page.totalCount ?? totalCount;
      fieldsSelected ||= page.fieldsSelected ?? false;
      if (page.products.length > 0) pageHashes.push(hashOf(page));
      // A full page without new products means that the platform repeats its pages.
      if (!isPassOver(page, pass.seen.size === before)) return;
      const isDisputed = totalCount !== null && products.size !== totalCount;
      order = order === 'ascending' && isDisputed ? 'descending' : 'done';
      pass = newPass();
    },
    next() {
      if (order === 'done') return null;
      if (pass.pages < platform.pagesMax) return { page: pass.pages, order };
      throw new CrawlError(
        'ContractBroken',
        `The menu has no end: page ${pass.pages} is as full as the ones before.`,
        { evidence: { fault: 'endless-menu', pages, unique: products.size } },
      );
    },
    pages: () => pages,
    isEmpty: () => products.size === 0,
    menu: () => ({
      products: [...products.values()],
      ids: [...products.keys()],
      unique: products.size,
      pages,
      totalCount,
      missing: missing(),
      fieldsSelected,
      pageHashes,
    }),
  };
}

/** Makes the failure of a menu without a total whose full pages repeat: only a short or empty page could end such a menu. */
function goesRound(pages: number): CrawlError {
  return new CrawlError(
    'SuspectPayload',
    `The menu goes round in circles: page ${pages - 1} has only products of earlier pages, and the platform gives no total.`,
    { evidence: { fault: 'repeating-pages', pages } },
  );
}

/** Creates the state of one pass through the menu, in one order, from its first page to its last. */
function newPass() {
  return { pages: 0, firstLength: 0, seen: new Set<string>() };
}

/** Hashes the products of a page, because envelopes repeat. Sixteen digits are enough to distinguish pages. */
function hashOf(page: MenuPage): string {
  const text = JSON.stringify(page.products.map(({ raw }) => raw));
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
