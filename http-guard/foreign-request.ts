import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from './loopback-host.ts';

/** Methods that change nothing. */
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Why a server without a login, which this machine alone may use, has to refuse a request: a page of another site sent it.
 * Such a page can reach every port of the machine that it is shown on. It either names the address, and then the browser
 * says where the page is from; or its own domain is made to point to this machine, and then the `Host` header says so.
 * @returns the reason as a sentence, or null
 */
export function foreignRequest({
  method,
  headers,
}: Pick<IncomingMessage, 'method' | 'headers'>): string | null {
  const { host = '', origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
  if (!isLoopbackHost(host.replace(/:\d+$/, '')))
    return `The Host header is ${JSON.stringify(host)}; this server takes localhost, 127.0.0.1 and [::1].`;
  const isFollowedLink = method === 'GET' && mode === 'navigate';
  if ((site === 'cross-site' || site === 'same-site') && !isFollowedLink)
    return `A page of another site sent this request (Sec-Fetch-Site: ${site}).`;
  // Browsers that send no Sec-Fetch-Site name the page's origin in what may change something.
  if (origin !== undefined && origin !== `http://${host}` && !SAFE_METHODS.includes(method ?? ''))
    return `A page of another site sent this request (Origin: ${origin}).`;
  return null;
}
