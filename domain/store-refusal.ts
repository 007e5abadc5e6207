/**
 * Who is to blame for a refusal. A store may refuse everyone, for as long as it likes: in a small fleet, its refusals alone would
 * cool down every proxy, and all other stores would wait.
 *
 *     A refusal is the store's fault, and not the proxy's, if since its last answer within the hour the store has refused two or
 *     more proxies that other stores of the target have answered within the hour, including this proxy.
 *
 * A target that refuses every store opens its breaker instead (see proxy-state.ts).
 */

/** How long a store's answer is evidence about its proxy. */
export const STORE_REFUSAL_MINUTES = 60;

/** A proxy's failures in a row at one store, and the store's answers to others since its last success. */
export interface FailuresAtStore {
  failures: number;
  /** How many of the failures are refusals. */
  refusals: number;
  /** Distinct proxies refused by the store that other stores have answered. */
  refusedProxies: number;
  /** Whether the proxy is one of these. */
  isRefused: boolean;
}

/** How many of a proxy's failures in a row at a target are not refusals by a store that is itself at fault. */
export function countOwnFailures(stores: readonly FailuresAtStore[]): number {
  return stores.reduce(
    (sum, store) => sum + store.failures - (isFaultOfStore(store) ? store.refusals : 0),
    0,
  );
}

function isFaultOfStore({ refusedProxies, isRefused }: FailuresAtStore): boolean {
  return isRefused && refusedProxies >= 2;
}
