import type { PlatformName } from './dispensary.ts';

/** Input of the workflow `discoverStores`. */
export interface DiscoverStoresInput {
  platform: PlatformName;
  /** Two-letter states that are searched, one activity each. */
  states: string[];
  /** Priority of the first crawls that are started. Default 10. */
  priority?: number;
}

export interface DiscoverStoresResult {
  /** Stores that the platform named, test shops and closed ones included. */
  found: number;
  /** Stores that became dispensaries in this run. */
  promoted: number;
  /** Stores that did not, with the reason in `dutchie_discovery_locations`. */
  rejected: number;
  chainsStarted: number;
  /** States that could not be searched; the next run asks them again. */
  failedStates: string[];
}
