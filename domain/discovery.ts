import type { PlatformName } from './dispensary.ts';

/** Where stores are looked for: a state, a city in it, or what lies within some miles of a point. */
export interface Area {
  /** Two letters. */
  stateCode: string;
  city?: string;
  near?: { latitude: number; longitude: number; miles: number };
}

/** Input of the workflow `discoverStores`: states, areas, or both. */
export interface DiscoverStoresInput {
  platform: PlatformName;
  /** Two-letter states that are searched, one activity each. */
  states?: string[];
  /** Cities, or surroundings of points, one activity each. */
  areas?: Area[];
  /** Priority of the first crawls that are started. Default 10. */
  priority?: number;
}

export interface DiscoverStoresResult {
  /** Stores that the platform named, test shops and closed ones included. */
  found: number;
  /** Stores that became dispensaries in this run. */
  promoted: number;
  /** Their ids in `dispensaries`, the first 2,000: a result is small. */
  newStoreIds: number[];
  /** Stores that did not, with the reason in `dutchie_discovery_locations`. */
  rejected: number;
  chainsStarted: number;
  /** States, and areas in words, that could not be searched; the next run asks them again. */
  failedStates: string[];
}
