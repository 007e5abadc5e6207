import { cancellationSignal } from '@temporalio/activity';
import type { Area } from '../domain/discovery.ts';
import type { PlatformName } from '../domain/dispensary.ts';
import type { Db } from '../db/connect.ts';
import { saveDiscoveredStores, type SavedDiscovery } from '../db/queries/discovery.ts';
import { withIdentities } from '../egress/rotate-identities.ts';
import type { SessionPorts } from '../egress/session.ts';
import type { PlatformRegistry } from '../platforms/registry.ts';
import { fetchFromPlatform } from '../stages/fetch-from-platform.ts';
import { attemptKey } from '../stages/current-chain.ts';
import { heartbeatWhile } from '../stages/heartbeat-while.ts';
import type { QueryMemory } from '../stages/query-memory.ts';

interface Tools {
  db: Db;
  platforms: PlatformRegistry;
  sessions: SessionPorts;
  queryMemory: QueryMemory;
}

/** Creates the activities that find stores. */
export function createDiscoverStoresActivities({ db, platforms, sessions, queryMemory }: Tools) {
  return {
    /**
     * Requests the stores of a state, or of an area in it, from the platform and saves them. Valid stores become dispensaries.
     */
    async discoverStoresOfState(input: { platform: PlatformName } & Area): Promise<SavedDiscovery> {
      const platform = platforms[input.platform];
      const purpose = {
        platform: platform.name,
        target: platform.name,
        stateCode: input.stateCode,
        countryCode: null,
        timeZone: null,
        pageUrl: platform.homeUrl,
        attemptKey: attemptKey(),
        signal: cancellationSignal(),
      };
      const stores = await heartbeatWhile(
        () => input.stateCode,
        () =>
          withIdentities(sessions, purpose, (session) =>
            fetchFromPlatform(
              { session, platform, memory: queryMemory },
              { build: (known) => platform.requestStores(input, known), parse: platform.parseStores },
            ),
          ),
      );
      return saveDiscoveredStores(db, platform.name, stores);
    },
  };
}
