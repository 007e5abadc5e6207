import type { PlatformName } from './dispensary.ts';

/** Where to search for stores: a state, a city in it, or the surroundings of a point. */
export interface Area {
  /** Two letters. */
  stateCode: string;
  city?: string;
  near?: { latitude: number; longitude: number; miles: number };
}

/** Input of the workflow `discoverStores`: states, areas, or both. */
export interface DiscoverStoresInput {
  platform: PlatformName;
  /** Two-letter states to search, one activity each. */
  states?: string[];
  /** Cities or surroundings of points, one activity each. */
  areas?: Area[];
  /** Priority of the first crawls. Default 10. */
  priority?: number;
}

export interface DiscoverStoresResult {
  /** Stores that the platform returned, including test shops and closed ones. */
  found: number;
  /** Stores that became dispensaries in this run. */
  promoted: number;
  /** Their ids in `dispensaries`; only the first 2,000, to keep the result small. */
  newStoreIds: number[];
  /** Stores that did not become dispensaries; `dutchie_discovery_locations` has the reasons. */
  rejected: number;
  chainsStarted: number;
  /** States, and descriptions of areas, whose search failed; the next run tries them again. */
  failedStates: string[];
}
