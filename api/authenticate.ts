import type { Context, MiddlewareHandler } from 'hono';
import { allows, type Scope } from '../domain/api-scope.ts';
import { LOCAL_ACTOR_ID, type Actor, type ReadSession } from './actor.ts';
import type { ApiEnv } from './api-env.ts';
import type { KeyBook } from './key-book.ts';
import { Problem } from './problem.ts';
import type { Sessions } from './sessions.ts';

/** Whoever asks on this machine while no key was ever made. */
const LOCAL: Actor = { id: LOCAL_ACTOR_ID, name: 'this machine', scope: 'admin' };

/** Asked by machines that watch over this one, and answered also when the database is away. */
export const HEALTH_PATHS: readonly string[] = ['/healthz', '/readyz'];

/** What tells who asks. */
interface Recognition {
  keys: KeyBook;
  sessions: Sessions;
  /** The API can be reached from this machine alone: then it runs open until the first key is made. */
  isLoopback: boolean;
}

/**
 * Finds out who asks, by `Authorization: Bearer <key>`, `X-API-Key: <key>` or else by the session of a browser. A wrong key
 * is refused at any other path than those of health; a session that is over, where a route takes a key.
 */
export function authenticate(
  recognition: Recognition,
  limits: { countWrongKey: (c: Context<ApiEnv>) => Promise<void> },
): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (HEALTH_PATHS.includes(c.req.path)) return next();
    const caller = await recognize(c, recognition);
    if (caller === null) {
      await limits.countWrongKey(c);
      throw new Problem('unknown-key', 'The API key that came is unknown, expired or revoked.');
    }
    c.set('session', caller.session);
    c.set('actor', caller.actor);
    c.set('isStillKnown', async () => (await recognize(c, recognition))?.actor?.id === caller.actor?.id);
    return next();
  };
}

/** @returns null: a wrong key came */
async function recognize(
  c: Context<ApiEnv>,
  { keys, sessions, isLoopback }: Recognition,
): Promise<{ actor: Actor | null; session: ReadSession | null } | null> {
  const text = keyIn(c.req.header('Authorization'), c.req.header('X-API-Key'));
  if (text !== null) {
    const actor = await keys.find(text);
    return actor && { actor, session: null };
  }
  if (isLoopback && (await keys.isEmpty())) return { actor: LOCAL, session: null };
  const session = await sessions.read(c);
  return { session, actor: session !== null && 'actor' in session ? session.actor : null };
}

function keyIn(authorization: string | undefined, header: string | undefined): string | null {
  if (authorization === undefined) return header ?? null;
  return /^bearer\s+(\S+)$/i.exec(authorization.trim())?.[1] ?? '';
}

/** Lets in whose key has this scope, or one that allows more. */
export function requireScope(scope: Scope): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const actor = c.get('actor');
    const session = c.get('session');
    if (session !== null && 'endedBecause' in session)
      throw new Problem('unauthenticated', `${session.endedBecause} Sign in again.`);
    if (actor === null)
      throw new Problem(
        'unauthenticated',
        `This takes an API key with the scope ${scope}, as \`X-API-Key: <key>\` or \`Authorization: Bearer <key>\`. \`crawlchain keys create NAME --direct\` makes one where its database can be reached.`,
      );
    if (!allows(actor.scope, scope))
      throw new Problem(
        'forbidden',
        `This takes the scope ${scope}; the key ${actor.id} has ${actor.scope}.`,
      );
    return next();
  };
}
