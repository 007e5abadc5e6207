import type { Context, MiddlewareHandler } from 'hono';
import { isLoopbackHost } from '../config/loopback-host.ts';
import type { ApiEnv } from './api-env.ts';
import { LOCAL_ACTOR_ID } from './authenticate.ts';
import { Problem } from './problem.ts';

/**
 * Refuses what a browser sends for another site's page: such a page must not use that this machine, or this network, is
 * let in. Pictures are for everybody, and a link that a person follows may lead here. Where the browser sends no
 * `Sec-Fetch-Site`, as over plain HTTP, the `Origin` of what changes something has to be this API; programs send none.
 */
export function refuseCrossSite(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const site = c.req.header('Sec-Fetch-Site');
    const isFollowed = c.req.method === 'GET' && c.req.header('Sec-Fetch-Mode') === 'navigate';
    const isPicture = c.req.method === 'GET' && c.req.path.startsWith('/img/');
    if ((site === 'cross-site' || site === 'same-site') && !isFollowed && !isPicture)
      throw new Problem('cross-site', `A page of another site sent this request (Sec-Fetch-Site: ${site}).`);
    const origin = c.req.header('Origin');
    const isSafe = ['GET', 'HEAD', 'OPTIONS'].includes(c.req.method);
    if (!isSafe && site !== 'same-origin' && origin !== undefined && hostOf(origin) !== ownHost(c))
      throw new Problem(
        'cross-site',
        `A page of another site sent this request: its Origin is ${JSON.stringify(origin.slice(0, 200))}, and it came for ${ownHost(c)}.`,
      );
    return next();
  };
}

/** Null: it names no host, as `null` of a page in a frame or from a file. */
function hostOf(origin: string): string | null {
  return /^https?:/i.test(origin) ? (URL.parse(origin)?.host ?? null) : null;
}

/** The host that the request came for. */
function ownHost(c: Context): string {
  const host = c.req.header('Host') ?? '';
  return new URL(host === '' ? c.req.url : `http://${host}`).host;
}

/**
 * Refuses requests that came by another name than this machine's own, as when somebody's domain was made to point here:
 * for an API that runs open, the name is all that tells such a page from ours.
 */
export function refuseForeignNames(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const host = c.req.header('Host') ?? '';
    if (c.get('actor')?.id === LOCAL_ACTOR_ID && !isLoopbackHost(host.replace(/:\d+$/, '')))
      throw new Problem(
        'cross-site',
        `The Host header is ${JSON.stringify(host)}; an API that runs open without keys takes localhost, 127.0.0.1 or [::1].`,
      );
    return next();
  };
}
