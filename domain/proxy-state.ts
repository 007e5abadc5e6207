/**
 * The states of a proxy, and how long it rests.
 *
 *     active ──► cooling     recordProxyOutcome: too many failures in a row
 *     active ──► disabled    disableProxies, replaceProxies
 *     cooling ──► active     reviveProxy after a probe; openBreaker, when it was the target that refused everybody;
 *                            enableProxies, saveProxies, replaceProxies
 *     cooling ──► cooling    extendCooldown: the probe failed
 *     cooling ──► disabled   disableProxies, replaceProxies
 *     disabled ──► active    enableProxies, replaceProxies; nothing else ever does
 *
 * Invariants, after every transition:
 * 1. Each counter equals the number of its events, including those deleted since; failures in a row are those after both the last
 * success and the last fresh start.
 * 2. An active proxy is not waiting for a probe. It has fewer failures in a row than the limit, or was revived, or its failures
 * above the limit are refusals by stores that are at fault themselves (see store-refusal.ts).
 * 3. A cooling proxy has had at least one cool-down.
 */

/** This many consecutive failures at one target, or consecutive faults of the proxy over all targets, start a cool-down. */
export const FAILURES_UNTIL_COOLDOWN = 5;

const COOLDOWN_MS_MIN = 5 * 60_000;
const COOLDOWN_MS_MAX = 60 * 60_000;

/** The fields that decide the state; `cooldownUntil` only matters while the proxy is inactive. */
export interface ProxyStanding {
  isActive: boolean;
  cooldownUntil: Date | null;
}

export type ProxyState = 'active' | 'cooling' | 'disabled';

/** Returns the state of a row of `proxies`. */
export function proxyStateOf({ isActive, cooldownUntil }: ProxyStanding): ProxyState {
  if (isActive) return 'active';
  return cooldownUntil === null ? 'disabled' : 'cooling';
}

/** Whether a proxy has too many failures in a row: of any kind at one target, or its own faults over all targets together. */
export function mustCoolDown(row: { atTarget: number; faults: number }): boolean {
  return row.atTarget >= FAILURES_UNTIL_COOLDOWN || row.faults >= FAILURES_UNTIL_COOLDOWN;
}

/**
 * Chooses how long a proxy rests: full jitter between five minutes and a bound that doubles with each cool-down, up to an hour.
 * @param inRow cool-downs in a row, this one included
 * @param roll from 0 up to 1
 * @returns milliseconds
 */
export function cooldownMs(inRow: number, roll: number): number {
  const boundMs = Math.min(COOLDOWN_MS_MAX, COOLDOWN_MS_MIN * 2 ** Math.max(1, inRow));
  return Math.round(COOLDOWN_MS_MIN + (boundMs - COOLDOWN_MS_MIN) * roll);
}

/** The latest outcomes at a target within its window. Excludes faults, which never reached the target. */
export interface TargetStanding {
  /** Distinct proxies that reached the target. */
  proxies: number;
  /** How many of them were refused in their latest answer there. */
  refusedProxies: number;
  /** Distinct stores whose latest answer was a refusal. */
  refusedStores: number;
}

/**
 * Whether a target refuses everybody. Needs two proxies and two stores: one proxy may be burnt, and one store may refuse
 * everyone, neither of which says anything about the target.
 */
export function refusesEverybody({ proxies, refusedProxies, refusedStores }: TargetStanding): boolean {
  return refusedProxies >= 2 && refusedStores >= 2 && refusedProxies * 2 >= proxies;
}

/** Faults that only the proxy can have caused. If a probe fails with any other fault, the echo service may be down. */
const CERTAIN_FAULTS = ['proxy-auth', 'proxy-dns', 'proxy-tls', 'proxy-refused', 'proxy-connect'];

/** Whether a fault is certainly the proxy's own. @param fault of a failure's evidence; anything but a text counts as none */
export function isCertainFault(fault: unknown): boolean {
  return typeof fault === 'string' && CERTAIN_FAULTS.includes(fault);
}
