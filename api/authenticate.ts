import type { Context, MiddlewareHandler } from 'hono';
import { allows, type Scope } from '../domain/api-scope.ts';
import { LOCAL_ACTOR_ID, type Actor } from './actor.ts';
import type { ApiEnv } from './api-env.ts';
import type { KeyBook } from './key-book.ts';
import { Problem } from './problem.ts';

/** Whoever asks on this machine while no key was ever made. */
const LOCAL: Actor = { id: LOCAL_ACTOR_ID, name: 'this machine', scope: 'admin' };

/** Asked by machines that watch over this one, and answered also when the database is away. */
export const HEALTH_PATHS: readonly string[] = ['/healthz', '/readyz'];

/**
 * Finds out who asks, by `Authorization: Bearer <key>` or `X-API-Key: <key>`. A wrong key is refused at any other
 * path than those of health.
 * @param isLoopback the API can be reached from this machine alone: then it runs open until the first key is made
 */
export function authenticate(
  keys: KeyBook,
  isLoopback: boolean,
  limits: { countWrongKey: (c: Context<ApiEnv>) => Promise<void> },
): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (HEALTH_PATHS.includes(c.req.path)) return next();
    const text = keyIn(c.req.header('Authorization'), c.req.header('X-API-Key'));
    if (text === null) {
      c.set('actor', isLoopback && (await keys.isEmpty()) ? LOCAL : null);
      return next();
    }
    const key = await keys.find(text);
    if (key === null) {
      await limits.countWrongKey(c);
      throw new Problem('unauthenticated', 'The API key that came is unknown, expired or revoked.');
    }
    c.set('actor', key);
    return next();
  };
}

function keyIn(authorization: string | undefined, header: string | undefined): string | null {
  if (authorization === undefined) return header ?? null;
  return /^bearer\s+(\S+)$/i.exec(authorization.trim())?.[1] ?? '';
}

/** Lets in whose key has this scope, or one that allows more. */
export function requireScope(scope: Scope): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const actor = c.get('actor');
    if (actor === null)
      throw new Problem(
        'unauthenticated',
        `This takes an API key with the scope ${scope}, as \`X-API-Key: <key>\` or \`Authorization: Bearer <key>\`. \`crawlchain keys create\` makes one.`,
      );
    if (!allows(actor.scope, scope))
      throw new Problem(
        'forbidden',
        `This takes the scope ${scope}; the key ${actor.id} has ${actor.scope}.`,
      );
    return next();
  };
}
