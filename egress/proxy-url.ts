import type { Proxy } from '../domain/identity.ts';

/**
 * Returns the URL of a proxy with its credentials, in the form that wreq-js and proxy-chain accept. It contains the password: never show
 * it.
 *
 * The scheme of a SOCKS proxy is socks5h, so that the proxy resolves names: our own lookups would reveal where the crawler is.
 */
export function proxyUrl(proxy: Proxy): string {
  const scheme = proxy.protocol === 'socks5' ? 'socks5h' : proxy.protocol;
  const user = encodeURIComponent(proxy.username ?? '');
  const password = proxy.password === null ? '' : `:${encodeURIComponent(proxy.password)}`;
  const credentials = proxy.username === null ? '' : `${user}${password}@`;
  const host = proxy.host.includes(':') && !proxy.host.startsWith('[') ? `[${proxy.host}]` : proxy.host;
  return `${scheme}://${credentials}${host}:${proxy.port}`;
}
