import type { MiddlewareHandler } from 'hono';
import { foreignHost, foreignPage } from '../http-guard/foreign-request.ts';
import type { ApiEnv } from './api-env.ts';
import { LOCAL_ACTOR_ID } from './actor.ts';
import { Problem } from './problem.ts';

/** Refuses requests from pages of other sites; pictures are public. */
export function refuseCrossSite(): MiddlewareHandler<ApiEnv> {
  return async ({ req }, next) => {
    const isPicture = req.method === 'GET' && req.path.startsWith('/img/');
    const reason = isPicture ? null : foreignPage({ method: req.method, headers: req.header() });
    if (reason !== null) throw new Problem('cross-site', reason);
    return next();
  };
}

/** While the API runs without keys, refuses requests whose host name is not this machine's own. */
export function refuseForeignNames(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const isOpen = c.get('actor')?.id === LOCAL_ACTOR_ID;
    const reason = isOpen ? foreignHost({ headers: c.req.header() }) : null;
    if (reason !== null) throw new Problem('cross-site', reason);
    return next();
  };
}
