import { log } from '@temporalio/activity';
import { isAskedStore, isCertainlyAskedStore } from '../domain/requested-store.ts';
import type { DiscoveredStore, Dispensary } from '../domain/dispensary.ts';
import { CrawlError } from '../domain/errors.ts';
import type { ChainRole } from '../domain/role.ts';
import type { Db } from '../db/connect.ts';
import type { HeldRun } from '../db/queries/crawl-runs.ts';
import { findByPlatformId } from '../db/queries/dispensaries.ts';
import { noteResolved } from '../db/queries/stages.ts';
import type { CrawlSession } from '../egress/session.ts';
import type { Platform } from '../platforms/platform.ts';
import type { MenuCollector } from './collect-menu.ts';
import { keepStore } from './keep-store.ts';
import type { QueryMemory } from './query-memory.ts';
import { resolveStore } from './resolve-store.ts';

interface Tools {
  db: Db;
  queryMemory: QueryMemory;
  worker: string;
}

interface Aim {
  run: HeldRun;
  dispensary: Dispensary;
  platform: Platform;
  role: ChainRole;
  collector: MenuCollector;
  now: () => Date;
}

/** The platform's data of a store, and when it was requested. */
interface Found {
  store: DiscoveredStore;
  askedAt: Date;
}

/**
 * Prepares to fetch the menu of one store into a collector. The returned function may be called with one session after another
 * until the menu is complete; it returns the platform's id of the store.
 *
 * The function requests that id if the dispensary has none. It also does so when the platform has no products for the known id, or
 * does not know the id: a store that moved to another menu leaves an empty menu behind, or none, and has its products under a new
 * id. The new id is saved once it has led to a menu.
 */
export function createStoreFetch(tools: Tools, aim: Aim): (session: CrawlSession) => Promise<string> {
  const { dispensary, role, collector } = aim;
  const known = dispensary.platformDispensaryId;
  let id = known;
  let moved: Found | null = null;

  async function keep(found: Found): Promise<void> {
    const { db, worker } = tools;
    const { platformDispensaryId } = found.store;
    await keepStore(db, aim.run, found.store);
    await noteResolved(db, aim.run, { worker, platformDispensaryId, startedAt: found.askedAt });
  }

  async function findMissing(session: CrawlSession): Promise<string> {
    const found = await fetchId(tools, aim, { session, isSame: isAskedStore });
    await keep(found);
    return found.store.platformDispensaryId;
  }

  return async function fetchFrom(session): Promise<string> {
    id ??= await findMissing(session);
    collector.begin({ role, doing: 'fetching the menu' });
    const notFound = await collector.collect(session, id).then(() => null, asNotFound);
    if (notFound === null && !collector.isEmpty()) {
      if (moved !== null) await keep(moved);
      return id;
    }
    // For a store with its own API address, a new id cannot be found: the platform's usual API does not know its ids.
    if (id === known && dispensary.apiUrl === null) {
      moved = await findMoved(tools, aim, session);
      if (moved !== null) {
        id = moved.store.platformDispensaryId;
        await collector.startOver();
        return fetchFrom(session);
      }
      collector.begin({ role, doing: 'judging the menu' });
    }
    if (notFound !== null) throw notFound;
    return id;
  };
}

/** Returns a NotFound failure. @throws any other error */
function asNotFound(error: unknown): CrawlError {
  if (error instanceof CrawlError && error.kind === 'NotFound') return error;
  throw error;
}

/**
 * Finds the new id of a store that has moved; null when it has not moved, or when this is uncertain. The request is optional: if it
 * fails, the fetched menu is judged anyway.
 */
async function findMoved({ db, ...tools }: Tools, aim: Aim, session: CrawlSession): Promise<Found | null> {
  const { dispensary } = aim;
  const about = { dispensaryId: dispensary.id, platformDispensaryId: dispensary.platformDispensaryId };
  try {
    const found = await fetchId(tools, aim, { session, isSame: isCertainlyAskedStore });
    const { platformDispensaryId: id } = found.store;
    if (id === dispensary.platformDispensaryId) return null;
    const other = await findByPlatformId(db, dispensary.platform, id);
    if (other === null) return found;
    log.warn('the store has the id of another dispensary: two rows are one store', {
      ...about,
      movedTo: id,
      otherDispensaryId: other,
    });
  } catch (error) {
    if (!(error instanceof CrawlError)) throw error;
    if (error.kind !== 'NotFound')
      log.warn('whether the store has moved to another menu could not be found out', {
        ...about,
        reason: error.message,
      });
  }
  return null;
}

interface Question {
  session: CrawlSession;
  isSame: typeof isAskedStore;
}

/** Requests the platform's id of a dispensary, as a step with its own role. */
async function fetchId(
  { queryMemory }: Pick<Tools, 'queryMemory'>,
  { dispensary, platform, collector, now }: Aim,
  { session, isSame }: Question,
): Promise<Found> {
  const requestedAt = now();
  collector.begin({
    role: 'entry_point_discovery',
    doing: `asking ${platform.name} for its id of ${dispensary.name}`,
  });
  const asking = { session, platform, memory: queryMemory };
  return { store: await resolveStore(asking, dispensary, isSame), askedAt: requestedAt };
}
