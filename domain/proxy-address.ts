import type { Proxy } from './identity.ts';

/** Returns the URL of a proxy, without its password. */
export function addressOf({ protocol, username, host, port }: Omit<Proxy, 'password' | 'id'>): string {
  const user = username === null ? '' : `${encodeURIComponent(username)}@`;
  return `${protocol}://${user}${host.includes(':') ? `[${host}]` : host}:${port}`;
}
