import {
  confirmMenu,
  isSeenAgain,
  isWorthRecheck,
  type OpenSuspect,
} from '../../domain/belief/confirm-menu.ts';
import { judgeMenu } from '../../domain/belief/judge-menu.ts';
import type { Suspicion } from '../../domain/belief/suspicion.ts';
import type { EarlierProduct, KnownMenu, RememberedMenu } from '../../domain/belief/known-menu.ts';
import type { Fault } from '../../domain/belief/rule.ts';
import { OVER_COUNTS_REMEMBERED } from '../../domain/over-count.ts';
import { rememberMenu } from './remember-menu.ts';
import type { SeenMenu } from './see-menu.ts';
import { comparedShelf, ingestMenu, type Shelf } from './simulated-shelf.ts';

/** The default of `CONFIRM_AFTER_MINUTES`. */
export const CONFIRM_AFTER_MS = 1_800_000;

interface Payload {
  id: number;
  fetchedAt: Date;
  verdict: 'accepted' | 'confirmed';
  products: number;
  remembered: RememberedMenu;
  missing: number;
  pageHashes: string[];
  snapshots: EarlierProduct[];
}

/** Production's knowledge of a store: its rows, its payloads and its doubts. */
export interface SimulatedStore {
  shelf: Shelf;
  /** Ingested payloads, newest first. */
  payloads: Payload[];
  suspects: (OpenSuspect & { pageHashes: string[] })[];
  /** Pages of suspects that a later crawl confirmed; they count as believed. */
  confirmedPages: { fetchedAt: Date; pageHashes: string[] }[];
  lastId: number;
}

export interface SimulatedCrawl {
  /** The error's message when the fetch fails. */
  seen: SeenMenu | string;
  at: Date;
  /** The platform's id of the store. */
  storeId: string;
  idsOfOthers: ReadonlySet<string>;
}

export interface CrawlEnd {
  verdict: 'accepted' | 'confirmed' | 'unconfirmed' | 'failed';
  /** Why the menu was doubted at first; empty when it was not. */
  faults: Fault[];
  /** Whether a confirmation half an hour later is due. */
  isLookDue: boolean;
}

/** Creates a store before its first crawl. */
export function emptyStore(): SimulatedStore {
  return { shelf: new Map(), payloads: [], suspects: [], confirmedPages: [], lastId: 0 };
}

/** Copies a store. The copy shares rows, payloads and suspects with the original: these are never changed in place. */
export function copyStore(store: SimulatedStore): SimulatedStore {
  return {
    ...store,
    shelf: new Map(store.shelf),
    payloads: [...store.payloads],
    suspects: [...store.suspects],
    confirmedPages: [...store.confirmedPages],
  };
}

/** Crawls a store by the rules of `stages/store-menu.ts` and of the chain, without servers. All proxies have one owner. */
export function crawlSimulated(store: SimulatedStore, crawl: SimulatedCrawl): CrawlEnd {
  const { seen, at, storeId } = crawl;
  if (typeof seen === 'string' || seen.owners.some((owner) => owner !== storeId))
    return { verdict: 'failed', faults: [], isLookDue: false };
  const suspicion = judgeSeen(store, crawl, seen);
  if (suspicion === null) {
    bringIn(store, { seen, at, verdict: 'accepted' });
    return { verdict: 'accepted', faults: [], isLookDue: false };
  }
  const { faults } = suspicion;
  for (let look = 1; ; look += 1) {
    const now = {
      suspicion,
      exitAddress: ADDRESSES[look % ADDRESSES.length] ?? null,
      proxyOwner: 'one owner',
      fetchedAt: at,
    };
    const confirmation =
      suspicion.fault === 'unreadable' ? null : confirmMenu(now, store.suspects, CONFIRM_AFTER_MS);
    if (confirmation !== null) {
      bringIn(store, { seen, at, verdict: 'confirmed', confirmedBy: confirmation.payloadIds });
      return { verdict: 'confirmed', faults, isLookDue: false };
    }
    const isLast = look === LOOKS_MAX || isSeenAgain(now, store.suspects);
    const isLookDue = isWorthRecheck(now, store.suspects, CONFIRM_AFTER_MS);
    store.suspects = [{ ...now, id: (store.lastId += 1), pageHashes: seen.pageHashes }, ...store.suspects];
    if (suspicion.fault === 'unreadable') return { verdict: 'failed', faults, isLookDue: false };
    if (isLast) return { verdict: 'unconfirmed', faults, isLookDue };
  }
}

const ADDRESSES = ['203.0.113.1', '203.0.113.2'];

/** Production's values, from `stages/fetch-stage.ts`, `stages/store-menu.ts`, `db/queries/menu-evidence.ts`. */
const LOOKS_MAX = 3;
const PAYLOADS_REMEMBERED = 6;
const REPEATED_WITHIN_MS = 7 * 86_400_000;

function judgeSeen(
  store: SimulatedStore,
  { at, idsOfOthers }: SimulatedCrawl,
  seen: SeenMenu,
): Suspicion | null {
  const known = knownOf(store);
  const shelf = new Set(known.shelf.map(({ providerProductId }) => providerProductId));
  return judgeMenu({
    known,
    fetched: seen,
    ofOtherStores: {
      count: seen.ids.filter((id) => !shelf.has(id) && idsOfOthers.has(id)).length,
      first: [],
    },
    twin: null,
    stale: holdsOldPage(store, seen, at) ? { payloadId: 1, dispensaryId: 1 } : null,
  });
}

function knownOf({ shelf, payloads }: SimulatedStore): KnownMenu {
  const last = payloads.slice(0, PAYLOADS_REMEMBERED);
  const filled = payloads.find(({ products }) => products > 0);
  const restart = last.findIndex(({ verdict }) => verdict === 'confirmed');
  const recent = restart === -1 ? last : last.slice(0, restart + 1);
  return {
    shelf: filled === undefined ? [] : comparedShelf(shelf, filled.id),
    recent: recent.map(({ remembered }) => remembered),
    earlier: last.slice(1).flatMap(({ snapshots }) => snapshots),
    recentMissing: last.slice(0, OVER_COUNTS_REMEMBERED).map(({ missing }) => missing),
  };
}

function holdsOldPage({ payloads, confirmedPages }: SimulatedStore, seen: SeenMenu, at: Date): boolean {
  const [last, ...earlier] = payloads;
  if (last === undefined || last.pageHashes.length === 0) return false;
  const pages = new Set(seen.pageHashes.filter((page) => !last.pageHashes.includes(page)));
  return [...earlier, ...confirmedPages].some(
    ({ fetchedAt, pageHashes }) =>
      at.getTime() - fetchedAt.getTime() < REPEATED_WITHIN_MS && pageHashes.some((page) => pages.has(page)),
  );
}

interface Believed {
  seen: SeenMenu;
  at: Date;
  verdict: Payload['verdict'];
  confirmedBy?: number[];
}

function bringIn(store: SimulatedStore, { seen, at, verdict, confirmedBy = [] }: Believed): void {
  const id = (store.lastId += 1);
  const { shelf } = knownOf(store);
  const accepted = store.payloads.filter((payload) => payload.verdict === 'accepted');
  ingestMenu(store.shelf, {
    id,
    fetchedAt: at,
    menu: seen,
    missingBefore: accepted.slice(0, OVER_COUNTS_REMEMBERED).map(({ missing }) => missing),
  });
  store.confirmedPages.push(...store.suspects.filter((suspect) => confirmedBy.includes(suspect.id)));
  store.suspects = [];
  store.payloads = [
    {
      id,
      fetchedAt: at,
      verdict,
      products: seen.ids.length,
      remembered: rememberMenu(seen, { shelf, isConfirmed: verdict === 'confirmed' }),
      missing: seen.missing,
      pageHashes: seen.pageHashes,
      snapshots: seen.products.map(({ providerProductId, quantity, options }) => ({
        payloadId: id,
        providerProductId,
        quantity,
        options,
      })),
    },
    ...store.payloads,
  ];
}
