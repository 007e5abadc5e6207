/**
 * Whose fault it is when a session breaks off: a body that is cut, a connection that is reset or stalls, after the proxy
 * has shown that it works. No tunnel says which of its ends failed, so a proxy is compared with the others:
 *
 *     A break counts against its proxy once the same store has come whole through another proxy, unless since two minutes
 *     before the break the store, or half or more of the other proxies at the target, have broken off without it.
 *
 * A single break that the target caused may still count. It does no harm: a success clears it, and a proxy rests only
 * after five failures in a row.
 */

/** Failures of a connection; anything may cause them that lies between us and the site, the site included. */
const BREAKS: readonly string[] = [
  'truncated',
  'damaged-body',
  'reset',
  'timeout',
  'headers-timeout',
  'body-timeout',
  'connect',
  'connect-timeout',
  'tls',
  'certificate',
  'not-http',
  'unknown',
  'proxy-tunnel',
  'proxy-socks',
  'proxy-answer',
  'no-answer',
  'browser',
];

/** Whether a session that failed so broke off. @param fault of a failure's evidence; anything but a text is none */
export function isBreak(fault: unknown): boolean {
  return typeof fault === 'string' && BREAKS.includes(fault);
}

/** How far before a break to compare with other proxies; longer than any session timeout. */
export const BREAK_PERIOD_MINUTES = 2;

/** Breaks not attributed within this time stay unattributed. */
export const BREAK_PENDING_MINUTES = 30;

/** The other proxies that were used at the target from before a break until now, without their own faults. */
export interface OtherProxies {
  /** Through one of them the store has come whole. */
  used: number;
  /** Those of them that broke off. */
  broken: number;
  /** Those of them that broke off at the same store. */
  brokenAtStore: number;
}

/** Whether a break is its proxy's fault: see the rule above. */
export function isFaultOfProxy({ used, broken, brokenAtStore }: OtherProxies): boolean {
  return brokenAtStore === 0 && broken * 2 < used;
}
