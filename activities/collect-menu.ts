import { createHash } from 'node:crypto';
import { heartbeat } from '@temporalio/activity';
import { CrawlError } from '../domain/errors.ts';
import type { Role } from '../domain/role.ts';
import type { CrawlSession } from '../egress/session.ts';
import type { MenuOrder, MenuPage, Platform } from '../platforms/platform.ts';
import type { PageSpool, SpoolKey } from '../storage/page-spool.ts';
import { askPlatform } from './ask-platform.ts';
import type { QueryMemory } from './query-memory.ts';

/** The step that a fetch is at, for whoever looks at its heartbeats. */
interface FetchStep {
  role: Role;
  doing: string;
}

/** How far a fetch is; travels in heartbeats, so that another worker can go on. */
export interface MenuCursor extends Partial<FetchStep> {
  /** The fence of the attempt that left the pages. */
  attempt: number;
  pages: number;
  /** ISO 8601: when the first attempt began, or a stop of the platform was over. */
  startedAt: string;
  /** ISO 8601: when the first of the pages was asked for. */
  pagesSince: string;
  /** How often the store has refused, or sent what cannot be believed, over all attempts. */
  refusals: number;
}

/** A page as it is kept for a resume. */
interface KeptPage extends MenuPage {
  /** The request named the fields that it wanted. Absent in pages that earlier versions kept. */
  fieldsSelected?: boolean;
}

export interface CollectedMenu {
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
  startedAt: Date;
}

export interface MenuCollector {
  /** Fetches what is missing and heartbeats the cursor at each page; may be called again with another session. */
  collect(session: CrawlSession, platformDispensaryId: string): Promise<void>;
  /** The whole menu, copied out of what was collected: for its end alone, while `cursor` is cheap at any time. */
  menu(): CollectedMenu;
  cursor(): MenuCursor;
  /** Tells what is being done; the menu is not the first that is asked for. */
  begin(step: FetchStep): void;
  /** Counts one more refusal; it travels in the cursor. */
  countRefusal(): number;
  /** The time so far does not count. */
  restartClock(): void;
  /** Removes the pages that this attempt and those before it kept for a resume. A later attempt keeps its own. */
  forget(): Promise<void>;
}

interface Origin {
  platform: Platform;
  memory: QueryMemory;
  /** Where this store is asked, when not at the platform's usual address. */
  apiUrl: string | null;
  /** Unique for the attempt: a timed-out attempt that still runs writes to a folder of its own. */
  key: SpoolKey;
  cursor: MenuCursor | null;
  /** The database's time: a cursor may be that of an attempt on another machine. */
  now: () => Date;
}

/** Gathers the pages of one menu, starting where an earlier attempt left off when all its pages can be read. */
export async function createMenuCollector(spool: PageSpool, origin: Origin): Promise<MenuCollector> {
  const { platform, memory, key, cursor, now } = origin;
  const gathered = createGathering(platform);
  const usable = cursor !== null && cursor.pages > 0 && isFresh(cursor, now()) ? cursor : null;
  const pagesSince = usable === null ? now() : new Date(usable.pagesSince);
  let startedAt = cursor === null ? now() : new Date(cursor.startedAt);
  let refusals = cursor?.refusals ?? 0;
  let step: Partial<FetchStep> = {};

  const currentCursor = (): MenuCursor => ({
    ...step,
    attempt: key.attempt,
    pages: gathered.pages(),
    startedAt: startedAt.toISOString(),
    pagesSince: pagesSince.toISOString(),
    refusals,
  });

  const left = usable === null ? null : await spool.adopt<KeptPage>(key, usable);
  for (const page of left ?? []) gathered.take(page);

  return {
    async collect(session, platformDispensaryId) {
      for (let next = gathered.next(); next !== null; next = gathered.next()) {
        const wish = { ...next, platformDispensaryId, apiUrl: origin.apiUrl };
        const page: KeptPage = await askPlatform(
          { session, platform, memory },
          {
            build: (known) => platform.requestMenuPage(wish, known),
            parse: (answer, { selectsFields = false }) => ({
              ...platform.parseMenuPage(answer),
              fieldsSelected: selectsFields,
            }),
          },
        );
        refuseOfAnother(page, platformDispensaryId);
        await spool.write(key, gathered.pages(), page);
        gathered.take(page);
        heartbeat(currentCursor());
      }
    },
    menu: () => ({ ...gathered.menu(), startedAt }),
    cursor: currentCursor,
    begin(next) {
      step = next;
      heartbeat(currentCursor());
    },
    countRefusal() {
      refusals += 1;
      heartbeat(currentCursor());
      return refusals;
    },
    restartClock() {
      startedAt = now();
      heartbeat(currentCursor());
    },
    forget: () => spool.removeAttempt(key),
  };
}

/** Pages that are older than this are of another menu: prices and stock move on while a platform is stopped. */
const PAGES_FRESH_FOR_MS = 3_600_000;

function isFresh({ pagesSince }: MenuCursor, now: Date): boolean {
  return now.getTime() - Date.parse(pagesSince) < PAGES_FRESH_FOR_MS;
}

/** A proxy that answers from its memory may give one store's menu for another's. @throws CrawlError SuspectPayload */
function refuseOfAnother(page: MenuPage, platformDispensaryId: string): void {
  const other = page.ownerIds?.find((id) => id !== platformDispensaryId);
  if (other === undefined) return;
  throw new CrawlError(
    'SuspectPayload',
    `The menu of store ${platformDispensaryId} was asked for; products of store ${other.slice(0, 40)} came.`,
    { evidence: { fault: 'another-store', asked: platformDispensaryId, got: other.slice(0, 40) } },
  );
}

interface Gathering {
  take(page: KeptPage): void;
  /** The page to ask for next, or null when the menu is whole, or as whole as it will be. */
  next(): { page: number; order: MenuOrder } | null;
  /** Requests that were answered so far. */
  pages(): number;
  menu(): Omit<CollectedMenu, 'startedAt'>;
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
function createGathering(platform: Platform): Gathering {
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
