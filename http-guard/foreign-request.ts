import { isLoopbackHost } from './loopback-host.ts';

/** Methods that change nothing. */
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

const ORIGIN_CHARACTERS_SHOWN = 200;

/** The parts of a request that identify the page that sent it. */
export interface SentRequest {
  method?: string | undefined;
  /** By name in lower case. */
  headers: Record<string, string | string[] | undefined>;
}

/**
 * Says why a server has to refuse a request if it has no login and only this machine may use it: a page of another site sent the
 * request. A page can reach every port of the machine that shows it, by the machine's address or by a domain that points there.
 * @returns the reason as a sentence, or null
 */
export function foreignRequest(request: SentRequest): string | null {
  return foreignHost(request) ?? foreignPage(request);
}

/**
 * Says that the Host header does not name this machine, for example because a foreign domain points here (DNS rebinding); null if
 * it does.
 */
export function foreignHost({ headers }: Pick<SentRequest, 'headers'>): string | null {
  const host = textOf(headers['host']);
  return isLoopbackHost(host.replace(/:\d+$/, ''))
    ? null
    : `The Host header is ${JSON.stringify(host)}; without a login, this server takes localhost, 127.0.0.1 and [::1].`;
}

/**
 * Says by which header a page of another site sent the request, or null. A link that a person follows is allowed. Programs other
 * than browsers send neither `Sec-Fetch-*` nor `Origin`. Over plain HTTP, browsers send only `Origin`, and only with requests that
 * may change something.
 */
export function foreignPage({ method, headers }: SentRequest): string | null {
  const site = textOf(headers['sec-fetch-site']);
  const isFollowedLink = method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
  if ((site === 'cross-site' || site === 'same-site') && !isFollowedLink)
    return `A page of another site sent this request (Sec-Fetch-Site: ${site}).`;
  if (SAFE_METHODS.includes(method ?? '') || site === 'same-origin' || headers['origin'] === undefined)
    return null;
  const [origin, host] = [textOf(headers['origin']), textOf(headers['host'])];
  const originHost = /^https?:/i.test(origin) ? URL.parse(origin)?.host : undefined;
  return originHost !== undefined && originHost === URL.parse(`http://${host}`)?.host
    ? null
    : `A page of another site sent this request: its Origin is ${JSON.stringify(origin.slice(0, ORIGIN_CHARACTERS_SHOWN))}, and it came for ${host}.`;
}

function textOf(header: string | string[] | undefined): string {
  return String(header ?? '');
}
