import { ActivityFailure, isCancellation, setCurrentDetails } from '@temporalio/workflow';
import { PLATFORM_NAMES, type PlatformName } from '../domain/dispensary.ts';
import type { Area, DiscoverStoresInput, DiscoverStoresResult } from '../domain/discovery.ts';
import { CHAINED_PRIORITY } from '../temporal-config/priorities.ts';
import { discoveryActivities, fanOutActivities } from './activity-proxies.ts';
import { hasFields, requireInput } from './require-input.ts';

/** How many chains one activity starts at most. A state may have thousands of stores. */
const STARTS_PER_ACTIVITY = 200;

/** The maximum number of ids in a result, because each takes some bytes of the history. */
const NEW_STORE_IDS_MAX = 2_000;

/** Looks for stores state by state and starts a first crawl for each new one. */
export async function discoverStores(
  input: DiscoverStoresInput,
  ...more: unknown[]
): Promise<DiscoverStoresResult> {
  requireInput<DiscoverStoresInput>('discoverStores', [input, ...more], {
    platform: (platform) => PLATFORM_NAMES.includes(platform as PlatformName),
    states: (states) => states === undefined || (Array.isArray(states) && states.every(isState)),
    areas: (areas) => areas === undefined || (Array.isArray(areas) && areas.every(isArea)),
    priority: (priority) => priority === undefined || Number.isSafeInteger(priority),
  });
  const areas: Area[] = [...(input.states ?? []).map((stateCode) => ({ stateCode })), ...(input.areas ?? [])];
  const total: DiscoverStoresResult = {
    found: 0,
    promoted: 0,
    newStoreIds: [],
    rejected: 0,
    chainsStarted: 0,
    failedStates: [],
  };
  let failure: ActivityFailure | null = null;
  for (const area of areas) {
    const name = nameArea(area);
    try {
      await searchArea(input, area, total);
    } catch (error) {
      // A failing area must not keep the others from being searched.
      if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
      total.failedStates.push(name);
      failure = error;
    }
    setCurrentDetails(`Searched up to ${name}: ${total.found} stores, ${total.promoted} of them new`);
  }
  if (failure !== null && total.failedStates.length === areas.length) throw failure;
  return total;
}

function isState(state: unknown): boolean {
  return typeof state === 'string' && /^[A-Z]{2}$/.test(state);
}

function isArea(area: unknown): boolean {
  return hasFields<Area>(area, {
    stateCode: isState,
    city: (city) => city === undefined || (typeof city === 'string' && isPlaceName(city)),
    near: (near) => near === undefined || isSurrounding(near),
  });
}

/** Whether a text can be the name of a city. The name becomes part of an activity's summary, whose length the server limits. */
function isPlaceName(city: string): boolean {
  return city.trim() !== '' && city.length <= 80;
}

function isSurrounding(near: unknown): boolean {
  const isUpTo = (most: number) => (value: unknown) => typeof value === 'number' && Math.abs(value) <= most;
  return hasFields<NonNullable<Area['near']>>(near, {
    latitude: isUpTo(90),
    longitude: isUpTo(180),
    miles: (miles) => typeof miles === 'number' && miles > 0,
  });
}

function nameArea({ stateCode, city, near }: Area): string {
  if (near !== undefined) return `${near.miles} miles around ${near.latitude},${near.longitude}`;
  return city === undefined ? stateCode : `${city}, ${stateCode}`;
}

async function searchArea(
  input: DiscoverStoresInput,
  area: Area,
  total: DiscoverStoresResult,
): Promise<void> {
  const { discoverStoresOfState } = discoveryActivities(
    input.platform,
    `${input.platform}, ${nameArea(area)}: store_discovery`,
  );
  const found = await discoverStoresOfState({ platform: input.platform, ...area });
  total.found += found.found;
  total.rejected += found.rejected;
  total.promoted += found.newDispensaryIds.length;
  total.newStoreIds.push(...found.newDispensaryIds.slice(0, NEW_STORE_IDS_MAX - total.newStoreIds.length));
  for (let start = 0; start < found.uncrawledDispensaryIds.length; start += STARTS_PER_ACTIVITY) {
    const { started } = await fanOutActivities(`${nameArea(area)}: first crawls`).startCrawls({
      dispensaryIds: found.uncrawledDispensaryIds.slice(start, start + STARTS_PER_ACTIVITY),
      role: 'product_discovery',
      priority: input.priority ?? CHAINED_PRIORITY,
    });
    total.chainsStarted += started;
  }
}
