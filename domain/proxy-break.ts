/**
 * Who is to blame when a session breaks: a truncated body, a reset or stalled connection, after the proxy has shown that it
 * works. A tunnel does not show which of its ends failed, so a proxy is compared with the others:
 *
 *     A break counts against its proxy once the same store was fetched completely through another proxy. It does not count if, from
 *     two minutes before the break until then, sessions of other proxies have broken off too: one at the same store, or those of
 *     half or more of the other proxies at the target.
 *
 * A single break that the target caused may still count. This does no harm: a success clears it, and a proxy rests only after
 * five failures in a row.
 */

/** Connection failures, which anything between us and the site may cause, including the site. */
const BREAKS: readonly string[] = [
  'truncated',
  'damaged-body',
  'reset',
  'timeout',
  'headers-timeout',
  'body-timeout',
  'chunk-timeout',
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

/** Whether a failed session broke off. @param fault of a failure's evidence; anything but a text counts as none */
export function isBreak(fault: unknown): boolean {
  return typeof fault === 'string' && BREAKS.includes(fault);
}

/** The period before a break in which other proxies are compared; longer than any session timeout. */
export const BREAK_PERIOD_MINUTES = 2;

/** Breaks not attributed within this time stay unattributed. */
export const BREAK_PENDING_MINUTES = 30;

/**
 * The other proxies that sessions at the target have used, from shortly before a break until now. Faults that only
 * those proxies can have caused do not count.
 */
export interface OtherProxies {
  /** How many there are. The store was fetched completely through at least one of them. */
  used: number;
  /** Through how many of these proxies a session broke off. */
  broken: number;
  /** Through how many of these proxies a session at the same store broke off. */
  brokenAtStore: number;
}

/** Whether a break is its proxy's fault, by the rule above. */
export function isFaultOfProxy({ used, broken, brokenAtStore }: OtherProxies): boolean {
  return brokenAtStore === 0 && broken * 2 < used;
}
