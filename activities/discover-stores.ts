import { cancellationSignal } from '@temporalio/activity';
import type { PlatformName } from '../domain/dispensary.ts';
import type { Db } from '../db/connect.ts';
import { saveDiscoveredStores, type SavedDiscovery } from '../db/queries/discovery.ts';
import type { SessionPorts } from '../egress/session.ts';
import { withIdentities } from '../egress/rotate-identities.ts';
import { NOTHING_KNOWN } from '../platforms/platform.ts';
import type { PlatformRegistry } from '../platforms/registry.ts';
import { askPlatform } from './ask-platform.ts';
import { attemptKey } from './calling-chain.ts';
import { heartbeatWhile } from './heartbeat-while.ts';

interface Tools {
  db: Db;
  platforms: PlatformRegistry;
  sessions: SessionPorts;
}

/** Activities that find stores. */
export function createDiscoverStoresActivities({ db, platforms, sessions }: Tools) {
  return {
    /** Asks the platform for the stores of a state and keeps them; valid ones become dispensaries. */
    async discoverStoresOfState(input: {
      platform: PlatformName;
      stateCode: string;
    }): Promise<SavedDiscovery> {
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
            askPlatform(
              session,
              platform.requestStores({ stateCode: input.stateCode }, NOTHING_KNOWN),
              platform.parseStores,
            ),
          ),
      );
      return saveDiscoveredStores(db, platform.name, stores);
    },
  };
}
