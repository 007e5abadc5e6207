/**
 * Whose fault a refusal is. A store may refuse whoever asks, for as long as it likes: in a small fleet its refusals alone would send every proxy
 * to rest, and all other stores would wait.
 *
 *     A refusal is the store's, and not the proxy's, if since its last answer within the hour the store has refused two proxies or
 *     more that other stores of the target have answered within the hour, this proxy among them.
 *
 * A target that refuses every store opens its breaker instead (see proxy-state.ts).
 */

/** So long an answer of a store says something about the proxy through which it came. */
export const STORE_REFUSAL_MINUTES = 60;

/** Failures in a row of one proxy at one store, and what the store has answered others since its last success. */
export interface FailuresAtStore {
  failures: number;
  /** Those of the failures that are refusals. */
  refusals: number;
  /** Distinct proxies that the store refused, of those that other stores have answered. */
  refusedProxies: number;
  /** Whether the proxy is one of these. */
  isRefused: boolean;
}

/** How many of a proxy's failures in a row at a target are not the refusals of a store that is at fault itself. */
export function countOwnFailures(stores: readonly FailuresAtStore[]): number {
  return stores.reduce(
    (sum, store) => sum + store.failures - (isFaultOfStore(store) ? store.refusals : 0),
    0,
  );
}

function isFaultOfStore({ refusedProxies, isRefused }: FailuresAtStore): boolean {
  return isRefused && refusedProxies >= 2;
}
