import { ActivityFailure, isCancellation, setCurrentDetails } from '@temporalio/workflow';
import { PLATFORM_NAMES, type PlatformName } from '../domain/dispensary.ts';
import type { DiscoverStoresInput, DiscoverStoresResult } from '../domain/discovery.ts';
import { CHAINED_PRIORITY } from '../temporal-config/priorities.ts';
import { discoveryActivities, fanOutActivities } from './activity-proxies.ts';
import { requireInput } from './require-input.ts';

/** Chains that one activity starts: a state may have thousands of stores. */
const STARTS_PER_ACTIVITY = 200;

/** Looks for stores state by state and starts a first crawl for each new one. */
export async function discoverStores(input: DiscoverStoresInput): Promise<DiscoverStoresResult> {
  requireInput('discoverStores', input, {
    platform: (platform) => PLATFORM_NAMES.includes(platform as PlatformName),
    states: (states) => Array.isArray(states) && states.every((state) => /^[A-Z]{2}$/.test(String(state))),
  });
  const total: DiscoverStoresResult = {
    found: 0,
    promoted: 0,
    rejected: 0,
    chainsStarted: 0,
    failedStates: [],
  };
  let failure: ActivityFailure | null = null;
  for (const stateCode of input.states) {
    try {
      await searchState(input, stateCode, total);
    } catch (error) {
      // One state that cannot be asked must not keep the others from being searched.
      if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
      total.failedStates.push(stateCode);
      failure = error;
    }
    setCurrentDetails(`Searched up to ${stateCode}: ${total.found} stores, ${total.promoted} of them new`);
  }
  if (failure !== null && total.failedStates.length === input.states.length) throw failure;
  return total;
}

async function searchState(
  input: DiscoverStoresInput,
  stateCode: string,
  total: DiscoverStoresResult,
): Promise<void> {
  const { discoverStoresOfState } = discoveryActivities(
    input.platform,
    `${input.platform}, ${stateCode}: store_discovery`,
  );
  const found = await discoverStoresOfState({ platform: input.platform, stateCode });
  total.found += found.found;
  total.rejected += found.rejected;
  total.promoted += found.newDispensaryIds.length;
  for (let start = 0; start < found.uncrawledDispensaryIds.length; start += STARTS_PER_ACTIVITY) {
    const { started } = await fanOutActivities(`${stateCode}: first crawls`).startCrawls({
      dispensaryIds: found.uncrawledDispensaryIds.slice(start, start + STARTS_PER_ACTIVITY),
      role: 'product_discovery',
      priority: input.priority ?? CHAINED_PRIORITY,
    });
    total.chainsStarted += started;
  }
}
