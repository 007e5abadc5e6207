import type { MiddlewareHandler } from 'hono';
import { isTextTooDeep, JSON_DEPTH_MAX } from '../domain/json-depth.ts';
import type { ApiEnv } from './api-env.ts';
import { Problem } from './problem.ts';

/** Refuses a request whose Host header makes no valid URL, such as `127.999.1.1`: later steps build a URL from it. */
export function refuseMalformedHost(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const host = c.req.header('Host') ?? '';
    if (URL.canParse(c.req.url) && (host === '' || URL.canParse(`http://${host}`))) return next();
    const detail = `The Host header takes the name or address of this API, with its port, got ${JSON.stringify(host.slice(0, 80))}.`;
    throw new Problem('bad-input', detail, { errors: [{ in: 'header', pointer: '/Host', detail }] });
  };
}

/** Every type that the validation treats as JSON. */
const JSON_TYPE = /^application\/([a-z-.]+\+)?json\b/i;

/** Refuses a JSON body that is nested too deeply before it is parsed: later code may be recursive. */
export function refuseDeepBody(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    // A request without a key is refused later, before its body is parsed.
    const isParsed = c.get('actor') !== null && JSON_TYPE.test(c.req.header('Content-Type') ?? '');
    if (!isParsed || !isTextTooDeep(await c.req.text())) return next();
    const detail = `The body is nested more than ${JSON_DEPTH_MAX} levels deep.`;
    throw new Problem('bad-input', detail, { errors: [{ in: 'body', pointer: '', detail }] });
  };
}
