import type { Proxy } from '../domain/identity.ts';

/**
 * The address of a proxy with its credentials, as both libraries take it. It holds the password: never show it.
 *
 * It says socks5h, so that the proxy resolves names: a lookup of our own would show where the crawler stands.
 */
export function proxyUrl(proxy: Proxy): string {
  const scheme = proxy.protocol === 'socks5' ? 'socks5h' : proxy.protocol;
  const user = encodeURIComponent(proxy.username ?? '');
  const password = proxy.password === null ? '' : `:${encodeURIComponent(proxy.password)}`;
  const credentials = proxy.username === null ? '' : `${user}${password}@`;
  const host = proxy.host.includes(':') && !proxy.host.startsWith('[') ? `[${proxy.host}]` : proxy.host;
  return `${scheme}://${credentials}${host}:${proxy.port}`;
}
