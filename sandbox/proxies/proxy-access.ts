import { timingSafeEqual } from 'node:crypto';

export type ProxyProtocol = 'http' | 'https' | 'socks5';

/** The address and credentials of a proxy, as clients need them. */
export interface ProxyAccess {
  protocol: ProxyProtocol;
  host: string;
  port: number;
  username: string;
  password: string;
  /** The address that the storefront sees, from a block that is reserved for documentation (TEST-NET-3). */
  exitAddress: string;
}

export type ProxyRule = Omit<ProxyAccess, 'host' | 'port'>;

// The passwords contain every character that breaks a carelessly built URL. They protect nothing: the proxies listen on loopback only.
export const PROXY_RULES: readonly ProxyRule[] = [
  { protocol: 'http', username: 'rotator-a', password: 'p@ss:w/rd%41', exitAddress: '203.0.113.11' },
  { protocol: 'https', username: 'rotator-b', password: 's%2Fcret@:#?', exitAddress: '203.0.113.12' },
  { protocol: 'socks5', username: 'rotator-c', password: 'k/ey:@100%', exitAddress: '203.0.113.13' },
];

/** Whether this user name and password are the proxy's. */
export function isWelcome(rule: ProxyRule, username: string, password: string): boolean {
  return isSame(rule.username, username) && isSame(rule.password, password);
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
