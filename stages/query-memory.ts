import type { PlatformName } from '../domain/dispensary.ts';
import type { Db } from '../db/connect.ts';
import {
  learnPersistedQuery,
  loadFoundQueries,
  rejectPersistedQuery,
} from '../db/queries/persisted-queries.ts';
import type { Platform, QueryKnowledge } from '../platforms/platform.ts';

/** What all workers have learned about persisted queries. */
export interface QueryMemory {
  known(platform: PlatformName): Promise<QueryKnowledge>;
  /** Records that the platform does not know this hash, so that no worker sends it for a day. */
  reject(platform: PlatformName, operation: string, hash: string): Promise<void>;
  /** Inspects a request that a page of the platform sent, and saves the hash of its query, if it has one. */
  learn(platform: Platform, seen: { url: string; body?: string | undefined }): Promise<void>;
}

/** How old the cached knowledge may be. A hash that another worker has just rejected costs one extra request. */
const FRESH_FOR_MS = 60_000;

/** Keeps the knowledge in the database, with a short-lived cache so that not every page reads it. */
export function createQueryMemory(db: Db): QueryMemory {
  const kept = new Map<PlatformName, { knowledge: Promise<QueryKnowledge>; until: number }>();

  return {
    async known(platform) {
      const held = kept.get(platform);
      if (held !== undefined && held.until > performance.now()) return held.knowledge;
      const knowledge = loadFoundQueries(db, platform);
      kept.set(platform, { knowledge, until: performance.now() + FRESH_FOR_MS });
      // A failed read is not cached.
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
