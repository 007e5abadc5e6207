import type { PlatformName } from '../domain/dispensary.ts';
import type { Db } from '../db/connect.ts';
import {
  learnPersistedQuery,
  loadFoundQueries,
  rejectPersistedQuery,
} from '../db/queries/persisted-queries.ts';
import type { Platform, QueryKnowledge } from '../platforms/platform.ts';

/** What this worker and the others have found out about persisted queries. */
export interface QueryMemory {
  known(platform: PlatformName): Promise<QueryKnowledge>;
  /** The platform does not know this hash: nobody sends it again for a day. */
  reject(platform: PlatformName, operation: string, hash: string): Promise<void>;
  /** Looks at a request that a page of the platform sent by itself, and keeps its hash. */
  learn(platform: Platform, seen: { url: string; body?: string | undefined }): Promise<void>;
}

/** How long what is known may be old: a hash that another worker found out about costs one request more. */
const FRESH_FOR_MS = 60_000;

/** Keeps what is known in the database, with a short memory of its own so that pages need not ask for it. */
export function createQueryMemory(db: Db): QueryMemory {
  const kept = new Map<PlatformName, { knowledge: Promise<QueryKnowledge>; until: number }>();

  return {
    async known(platform) {
      const held = kept.get(platform);
      if (held !== undefined && held.until > performance.now()) return held.knowledge;
      const knowledge = loadFoundQueries(db, platform);
      kept.set(platform, { knowledge, until: performance.now() + FRESH_FOR_MS });
      // What could not be read is not remembered.
      knowledge.catch(() => kept.delete(platform));
      return knowledge;
    },
    async reject(platform, operation, hash) {
      await rejectPersistedQuery(db, { platform, operation, hash });
      kept.delete(platform);
    },
    async learn(platform, seen) {
      const query = platform.learnQuery(seen);
      if (query === null) return;
      await learnPersistedQuery(db, { platform: platform.name, ...query });
      kept.delete(platform.name);
    },
  };
}
