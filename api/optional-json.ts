import type { MiddlewareHandler } from 'hono';
import type { ApiEnv } from './api-env.ts';
import { Problem } from './problem.ts';

/**
 * For routes whose body may be left out. One that is not said to be JSON would be passed over, and with it what it wished,
 * such as a dry run.
 */
export function optionalJson(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const isJson = /^application\/json\b/i.test(c.req.header('Content-Type') ?? '');
    if (!isJson && (await c.req.text()) !== '')
      throw new Problem('not-json', 'The body has to be JSON, with Content-Type: application/json.');
    return next();
  };
}
