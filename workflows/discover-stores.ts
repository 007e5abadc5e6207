import { setCurrentDetails } from '@temporalio/workflow';
import { PLATFORM_NAMES, type PlatformName } from '../domain/dispensary.ts';
import type { DiscoverStoresInput, DiscoverStoresResult } from '../domain/discovery.ts';
import { CHAINED_PRIORITY } from '../temporal-config/priorities.ts';
import { fanOutActivities, fetchActivities } from './activity-proxies.ts';
import { requireInput } from './require-input.ts';

/** Looks for stores state by state and starts a first crawl for each new one. */
export async function discoverStores(input: DiscoverStoresInput): Promise<DiscoverStoresResult> {
  requireInput('discoverStores', input, {
    platform: (platform) => PLATFORM_NAMES.includes(platform as PlatformName),
    states: (states) => Array.isArray(states) && states.every((state) => /^[A-Z]{2}$/.test(String(state))),
  });
  const total: DiscoverStoresResult = { found: 0, promoted: 0, rejected: 0, chainsStarted: 0 };
  for (const stateCode of input.states) {
    const { discoverStoresOfState } = fetchActivities(
      input.platform,
      `${input.platform}, ${stateCode}: store_discovery`,
    );
    const found = await discoverStoresOfState({ platform: input.platform, stateCode });
    total.found += found.found;
    total.rejected += found.rejected;
    total.promoted += found.newDispensaryIds.length;
    if (found.newDispensaryIds.length > 0) {
      const { startCrawls } = fanOutActivities(`${stateCode}: first crawls`);
      const started = await startCrawls({
        dispensaryIds: found.newDispensaryIds,
        role: 'product_discovery',
        priority: input.priority ?? CHAINED_PRIORITY,
      });
      total.chainsStarted += started.started;
    }
    setCurrentDetails(`Searched up to ${stateCode}: ${total.found} stores, ${total.promoted} of them new`);
  }
  return total;
}
