import { createHash } from 'node:crypto';
import { CrawlError } from '../domain/errors.ts';
import type { MenuOrder, MenuPage, Platform } from '../platforms/platform.ts';

/** A page as it is kept for a resume. */
export interface KeptPage extends MenuPage {
  /** The request named the fields that it wanted. Absent in pages that earlier versions kept. */
  fieldsSelected?: boolean;
}

/** What the pages held. */
export interface GatheredMenu {
  /** The products as they came, each id once, in the order of their first page. */
  products: unknown[];
  /** Their ids, in the same order. */
  ids: string[];
  unique: number;
  /** Requests that were answered, of both orders. */
  pages: number;
  totalCount: number | null;
  /** How many products the platform says there are beyond those that came. */
  missing: number;
  /** Some of the pages came by a request that names the fields it wants. */
  fieldsSelected: boolean;
  /** A short hash of each page that held products. */
  pageHashes: string[];
}

/** The pages of a menu as they come in. */
export interface Gathering {
  take(page: KeptPage): void;
  /** The page to ask for next, or null when the menu is whole, or as whole as it will be. */
  next(): { page: number; order: MenuOrder } | null;
  /** Requests that were answered so far. */
  pages(): number;
  /** Whether no page so far held a product. */
  isEmpty(): boolean;
  menu(): GatheredMenu;
}

/**
 * What the pages say so far, in the order in which they came.
 *
 *     ascending ──► descending   the pass is over and the platform counts more, or fewer, products than came
 *         │             │
 *         └─────────────┴──► done
 *
 * Pages of one order overlap and skip at other places than those of the opposite one, so the second pass finds most of
 * what the first one lacked.
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
    // A count that more products than it have already belied ends nothing.
    if (totalCount === null || products.size > totalCount) return length < platform.pageSize;
    // Where the platform says how many there are, its own first page shows how long a full one is.
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
      // A full page that was there before: the platform goes round in circles.
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

/** Where no total is told, only a page that is short or empty is an end, and a full one that repeats is none. */
function goesRound(pages: number): CrawlError {
  return new CrawlError(
    'SuspectPayload',
    `The menu goes round in circles: page ${pages - 1} is full of products that came before, and no total is told.`,
    { evidence: { fault: 'repeating-pages', pages } },
  );
}

/** One way through the menu, from its first page in an order to its last. */
function newPass() {
  return { pages: 0, firstLength: 0, seen: new Set<string>() };
}

/** Enough of a hash to tell pages apart; the products alone, since envelopes repeat. */
function hashOf(page: MenuPage): string {
  const text = JSON.stringify(page.products.map(({ raw }) => raw));
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
