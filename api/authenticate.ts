import type { Context, MiddlewareHandler } from 'hono';
import { allows, type Scope } from '../domain/api-scope.ts';
import { LOCAL_ACTOR_ID, type Actor, type ReadSession } from './actor.ts';
import type { ApiEnv } from './api-env.ts';
import type { KeyStore } from './key-store.ts';
import { Problem } from './problem.ts';
import type { Sessions } from './sessions.ts';

/** Any caller on this machine before the first key is made. */
const LOCAL: Actor = { id: LOCAL_ACTOR_ID, name: 'this machine', scope: 'admin' };

/** Health checks of monitoring systems; answered even when the database is away. */
export const HEALTH_PATHS: readonly string[] = ['/healthz', '/readyz'];

/** What identifies a caller. */
interface Recognition {
  keys: KeyStore;
  sessions: Sessions;
  /** Whether only this machine can reach the API. If so, callers need no key until the first one is made. */
  isLoopback: boolean;
}

/**
 * Identifies the caller by `Authorization: Bearer <key>`, `X-API-Key: <key>` or else the browser's session. Refuses a wrong key
 * on every path but the health checks; `requireScope` refuses an ended session on routes that take a key.
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
      throw new Problem('unknown-key', 'The API key of this request is unknown, expired or revoked.');
    }
    c.set('session', caller.session);
    c.set('actor', caller.actor);
    c.set('isStillKnown', async () => (await recognize(c, recognition))?.actor?.id === caller.actor?.id);
    return next();
  };
}

/** Finds the caller and the session of a request. @returns null for a wrong key */
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

/** Accepts only callers whose key has this scope, or a scope that includes it. */
export function requireScope(scope: Scope): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const actor = c.get('actor');
    const session = c.get('session');
    if (session !== null && 'endedBecause' in session)
      throw new Problem('unauthenticated', `${session.endedBecause} Sign in again.`);
    if (actor === null)
      throw new Problem(
        'unauthenticated',
        `This request needs an API key with the scope ${scope}, as \`X-API-Key: <key>\` or \`Authorization: Bearer <key>\`. \`crawlchain keys create NAME --direct\` makes one where its database can be reached.`,
      );
    if (!allows(actor.scope, scope))
      throw new Problem(
        'forbidden',
        `This request needs the scope ${scope}; the key ${actor.id} has ${actor.scope}.`,
      );
    return next();
  };
}
