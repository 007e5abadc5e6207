import { heartbeatWhile } from '../stages/heartbeat-while.ts';
import type { EntryPoint } from '../domain/entry-point.ts';
import { enterStore, freeStore, releaseStore } from '../db/queries/store-locks.ts';
import type { Dispensary } from '../domain/dispensary.ts';
import type { MayWait, WaitsForStore } from '../domain/store-wait.ts';
import { withIdentities } from '../egress/rotate-identities.ts';
import type { SessionPorts } from '../egress/session.ts';
import type { PlatformRegistry } from '../platforms/registry.ts';
import { currentTask, endingTask } from '../stages/current-chain.ts';
import { loadCrawlable } from '../stages/fetch-stage.ts';
import { keepStore } from '../stages/keep-store.ts';
import { passStoreOn, unlessTaken, type StoreTools } from '../stages/pass-store-on.ts';
import type { QueryMemory } from '../stages/query-memory.ts';
import { resolveStore } from '../stages/resolve-store.ts';
import { purposeOf } from '../stages/session-purpose.ts';

interface Tools extends StoreTools {
  platforms: PlatformRegistry;
  sessions: SessionPorts;
  queryMemory: QueryMemory;
}

/** Creates the activities that find the platform ids of dispensaries. */
export function createResolveEntryPointActivities(tools: Tools) {
  return {
    /**
     * Requests the store behind a dispensary's slug from the platform and saves its id. A known id is not requested again.
     * @returns the id, or the task of the store that must end first
     * @throws CrawlError NotFound, InvalidInput when its crawls are switched off or another dispensary has the id,
     * SuspectPayload when the platform answers with another store, and whatever the request throws
     */
    resolveEntryPoint: (input: { dispensaryId: number } & MayWait): Promise<EntryPoint | WaitsForStore> =>
      unlessTaken(input, async () => {
        const dispensary = await loadCrawlable(tools.db, input.dispensaryId);
        const known = dispensary.platformDispensaryId;
        const found =
          known === null
            ? await resolveInTurn(tools, dispensary)
            : await leaveKnown(tools, { dispensaryId: dispensary.id, platformDispensaryId: known });
        await passStoreOn(tools, endingTask(input.dispensaryId));
        return found;
      }),
  };
}

async function resolveInTurn(
  { db, platforms, sessions, queryMemory }: Tools,
  dispensary: Dispensary,
): Promise<EntryPoint> {
  const held = await enterStore(db, currentTask(dispensary.id));
  const platform = platforms[dispensary.platform];
  const store = await heartbeatWhile(
    () => dispensary.id,
    () =>
      withIdentities(sessions, purposeOf(dispensary, dispensary.platform), (session) =>
        resolveStore({ session, platform, memory: queryMemory }, dispensary),
      ),
  );
  await keepStore(db, held, store);
  await releaseStore(db, held);
  return { platformDispensaryId: store.platformDispensaryId, wasKnown: false };
}

/**
 * Releases the store, which this run may hold needlessly: the task that it waited for, or an earlier attempt that died, may have
 * found the id.
 */
async function leaveKnown(
  { db }: Tools,
  { dispensaryId, platformDispensaryId }: { dispensaryId: number; platformDispensaryId: string },
): Promise<EntryPoint> {
  await freeStore(db, currentTask(dispensaryId).workflowRunId);
  return { platformDispensaryId, wasKnown: true };
}
