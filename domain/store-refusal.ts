/**
 * Who is to blame for a refusal. A store may refuse everyone, for as long as it likes: in a small fleet, its refusals alone would
 * cool down every proxy, and all other stores would wait.
 *
 *     A refusal is the store's fault, not the proxy's, if the store has refused
 *     - at least two proxies, this one among them, that other stores of the target have answered, or
 *     - at least two other proxies, whether or not other stores have answered them.
 *     Only the past hour counts, and of it only the time since the store's last answer.
 *
 * The second case matters between crawls, when nothing but the refused store is fetched: no other store answers then, and each
 * proxy would cool down again as soon as it came back. Once the store answers somebody, its refusals count again.
 * A target that refuses every store opens its breaker instead (see proxy-state.ts).
 */

/** How long an answer of a store is evidence about the proxy that got it. */
export const STORE_REFUSAL_MINUTES = 60;

/** A proxy's failures in a row at one store, and whom the store has refused since its last success. */
export interface FailuresAtStore {
  failures: number;
  /** How many of the failures are refusals. */
  refusals: number;
  /** Distinct proxies refused by the store that other stores have answered. */
  refusedProxies: number;
  /** Whether the proxy is one of these. */
  isRefused: boolean;
  /** Distinct other proxies refused by the store. */
  othersRefused: number;
}

/** Counts a proxy's failures in a row at a target, without the refusals by stores that are themselves at fault. */
export function countOwnFailures(stores: readonly FailuresAtStore[]): number {
  return stores.reduce(
    (sum, store) => sum + store.failures - (isFaultOfStore(store) ? store.refusals : 0),
    0,
  );
}

function isFaultOfStore({ refusedProxies, isRefused, othersRefused }: FailuresAtStore): boolean {
  return (isRefused && refusedProxies >= 2) || othersRefused >= 2;
}
