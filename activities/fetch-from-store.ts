import type { Dispensary } from '../domain/dispensary.ts';
import { CrawlError } from '../domain/errors.ts';
import type { ChainRole } from '../domain/role.ts';
import type { Db } from '../db/connect.ts';
import type { HeldRun } from '../db/queries/crawl-runs.ts';
import { savePlatformId } from '../db/queries/dispensaries.ts';
import { noteResolved } from '../db/queries/stages.ts';
import type { CrawlSession } from '../egress/session.ts';
import type { Platform } from '../platforms/platform.ts';
import type { MenuCollector } from './collect-menu.ts';
import type { QueryMemory } from './query-memory.ts';
import { resolvePlatformId } from './resolve-platform-id.ts';

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

/**
 * Prepares to fetch the menu of one store into a collector. The function that it returns may be called with one session after
 * another, until one of them gets the whole menu; it returns the platform's id of the store.
 *
 * It asks for that id where the dispensary has none. It asks again where the platform has no products for the id, or does not
 * know it: a store that moves to another menu leaves an empty one behind, or none, and its products are at the new id.
 */
export function createStoreFetch(tools: Tools, aim: Aim): (session: CrawlSession) => Promise<string> {
  const { dispensary, role, collector } = aim;
  let id = dispensary.platformDispensaryId;

  async function keep(found: string, startedAt: Date): Promise<void> {
    await savePlatformId(tools.db, dispensary.id, found);
    await noteResolved(tools.db, aim.run, { worker: tools.worker, platformDispensaryId: found, startedAt });
    id = found;
  }

  async function collect(session: CrawlSession, from: string): Promise<CrawlError | null> {
    collector.begin({ role, doing: 'fetching the menu' });
    try {
      await collector.collect(session, from);
      return null;
    } catch (error) {
      if (error instanceof CrawlError && error.kind === 'NotFound') return error;
      throw error;
    }
  }

  return async (session) => {
    const startedAt = aim.now();
    if (id === null) {
      const found = await askForId(tools, aim, session);
      await keep(found, startedAt);
    }
    const asked = id ?? '';
    const notFound = await collect(session, asked);
    if (notFound === null && !collector.isEmpty()) return asked;
    const moved = asked === dispensary.platformDispensaryId ? await findMoved(tools, aim, session) : null;
    if (moved === null) {
      if (notFound !== null) throw notFound;
      return asked;
    }
    await collector.startOver();
    await keep(moved, startedAt);
    const gone = await collect(session, moved);
    if (gone !== null) throw gone;
    return moved;
  };
}

/** The id of a store that has another one by now; null: it has not, or the platform does not know the store. */
async function findMoved(tools: Tools, aim: Aim, session: CrawlSession): Promise<string | null> {
  try {
    const found = await askForId(tools, aim, session);
    return found === aim.dispensary.platformDispensaryId ? null : found;
  } catch (error) {
    if (error instanceof CrawlError && error.kind === 'NotFound') return null;
    throw error;
  }
}

/** Asks for the platform's id of a dispensary: a step with a role of its own. */
async function askForId(
  { queryMemory }: Tools,
  { dispensary, platform, collector }: Aim,
  session: CrawlSession,
): Promise<string> {
  collector.begin({
    role: 'entry_point_discovery',
    doing: `asking ${platform.name} for its id of ${dispensary.name}`,
  });
  return resolvePlatformId({ session, platform, memory: queryMemory }, dispensary);
}
