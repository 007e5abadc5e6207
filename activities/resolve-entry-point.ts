import { heartbeatWhile } from './heartbeat-while.ts';
import type { EntryPoint } from '../domain/entry-point.ts';
import type { Db } from '../db/connect.ts';
import { withIdentities } from '../egress/rotate-identities.ts';
import type { SessionPorts } from '../egress/session.ts';
import type { PlatformRegistry } from '../platforms/registry.ts';
import { loadCrawlable } from './fetch-stage.ts';
import { keepStore } from './keep-store.ts';
import type { QueryMemory } from './query-memory.ts';
import { resolveStore } from './resolve-store.ts';
import { purposeOf } from './session-purpose.ts';

interface Tools {
  db: Db;
  platforms: PlatformRegistry;
  sessions: SessionPorts;
  queryMemory: QueryMemory;
}

/** Activities that find the platform's ids of dispensaries. */
export function createResolveEntryPointActivities({ db, platforms, sessions, queryMemory }: Tools) {
  return {
    /**
     * Asks the platform for the store behind a dispensary's slug, and keeps its id. One that is known is not asked for again.
     * @throws CrawlError NotFound, InvalidInput when its crawls are switched off or another dispensary has the id,
     *   SuspectPayload when the platform answers with another store, and whatever the request throws
     */
    async resolveEntryPoint({ dispensaryId }: { dispensaryId: number }): Promise<EntryPoint> {
      const dispensary = await loadCrawlable(db, dispensaryId);
      const known = dispensary.platformDispensaryId;
      if (known !== null) return { platformDispensaryId: known, wasKnown: true };
      const platform = platforms[dispensary.platform];
      const store = await heartbeatWhile(
        () => dispensaryId,
        () =>
          withIdentities(sessions, purposeOf(dispensary, dispensary.platform), (session) =>
            resolveStore({ session, platform, memory: queryMemory }, dispensary),
          ),
      );
      const { platformDispensaryId } = store;
      await keepStore(db, dispensaryId, store);
      return { platformDispensaryId, wasKnown: false };
    },
  };
}
