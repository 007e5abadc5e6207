import { createRoute, type z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { closeAudit, openAudit } from '../../db/queries/api-audit.ts';
import { readKey } from '../../db/api-key-text.ts';
import { allows, SCOPES } from '../../domain/api-scope.ts';
import { LOCAL_ACTOR_ID, type Actor, type ReadSession } from '../actor.ts';
import type { Api, ApiEnv, ApiTools } from '../api-env.ts';
import { SESSION_PATH } from '../audit.ts';
import type { KeyStore, KnownKey } from '../key-store.ts';
import type { RequestLimits } from '../limit-requests.ts';
import { Problem } from '../problem.ts';
import { json, jsonBody, operation, problems, PUBLIC } from '../route-parts.ts';
import { sessionSchema, signInSchema } from '../schemas/session.ts';
import type { Sessions } from '../sessions.ts';

const tag = 'Session';

const readRoute = createRoute({
  ...PUBLIC,
  ...operation(`get ${SESSION_PATH}`, 'getSession', tag),
  summary: 'Who is signed in, and with what scope',
  responses: { 200: json(sessionSchema, 'The session, even if nobody is signed in.'), ...problems() },
});

const beginRoute = createRoute({
  ...PUBLIC,
  ...operation(`post ${SESSION_PATH}`, 'signIn', tag),
  summary: 'Sign in with a key',
  description:
    'Sets a cookie that the API accepts instead of a key for 12 hours, or until the key expires or is revoked. Scripts cannot read the cookie, and browsers send it to no other site. After ten wrong keys within a minute, an address has to wait.',
  request: { body: jsonBody(signInSchema) },
  responses: { 200: json(sessionSchema, 'The session.'), ...problems('not-json', 'cross-site') },
});

const endRoute = createRoute({
  ...PUBLIC,
  ...operation(`delete ${SESSION_PATH}`, 'signOut', tag),
  summary: 'Sign out',
  description: 'The browser deletes its cookie. To end all sessions of a key, revoke the key.',
  responses: { 200: json(sessionSchema, 'The session after signing out.'), ...problems('cross-site') },
});

interface SessionTools {
  keys: KeyStore;
  sessions: Sessions;
  isLoopback: boolean;
  /** How to call the command here. */
  command: string;
  limits: RequestLimits;
}

/** Adds sign-in and sign-out for browsers. */
export function addSessionRoutes(api: Api, { db }: ApiTools, tools: SessionTools): void {
  const { keys, sessions, limits } = tools;

  api.openapi(readRoute, async (c) => {
    return c.json(await toSession(tools, { actor: c.get('actor'), session: c.get('session') }), 200);
  });

  api.openapi(beginRoute, async (c) => {
    await limits.admitSignIn(c);
    const { key: text } = c.req.valid('json');
    const given = text.trim();
    const key = await keys.find(given);
    const note = (status: number) => noteSignIn(c, { db, keys, given, key, status });
    if (key === null) {
      await limits.countWrongSignIn(c);
      await note(401);
      throw new Problem(
        'unknown-key',
        'It is unknown, expired or revoked. `crawlchain keys create NAME --direct` makes one where the database can be reached, and `crawlchain keys list` lists the existing keys.',
      );
    }
    await note(200);
    const actor = { id: key.id, name: key.name, scope: key.scope };
    return c.json(
      await toSession(tools, { actor, session: { actor, expiresAt: sessions.begin(c, key) } }),
      200,
    );
  });

  api.openapi(endRoute, async (c) => {
    sessions.end(c);
    const actor = c.get('actor');
    return c.json(
      await toSession(tools, { actor: actor?.id === LOCAL_ACTOR_ID ? actor : null, session: null }),
      200,
    );
  });
}

/** Records who signed in, or which key an attempt used, but never the key itself. */
async function noteSignIn(
  c: Context<ApiEnv>,
  {
    db,
    keys,
    given,
    key,
    status,
  }: Pick<ApiTools, 'db'> & { keys: KeyStore; given: string; key: KnownKey | null; status: number },
): Promise<void> {
  const named = key ?? (await nameTried(keys, given));
  const id = await openAudit(db, {
    requestId: c.get('requestId'),
    actor: named?.id ?? 'unknown',
    actorName: named?.name ?? 'a key that is unknown',
    address: c.get('address'),
    method: 'POST',
    path: SESSION_PATH,
    reason: null,
    body: undefined,
  });
  await closeAudit(db, id, { status });
}

/** Finds the key that was tried, even if it is expired or revoked; null when no such key was made. */
async function nameTried(keys: KeyStore, given: string): Promise<KnownKey | null> {
  const tried = readKey(given);
  const known = tried === null ? null : await keys.byId(tried.id);
  // A guessed secret does not identify the holder of the key.
  return known?.secret_sha256.equals(tried?.secretSha256 ?? Buffer.of()) === true ? known : null;
}

async function toSession(
  { keys, isLoopback, command }: SessionTools,
  { actor, session }: { actor: Actor | null; session: ReadSession | null },
): Promise<z.input<typeof sessionSchema>> {
  const isOpen = actor?.id === LOCAL_ACTOR_ID;
  const isSession = session !== null && 'actor' in session;
  return {
    signed_in: actor !== null,
    by: actor === null ? null : isOpen ? 'open' : isSession ? 'session' : 'key',
    keys_required: !(isLoopback && (await keys.isEmpty())),
    id: actor?.id ?? null,
    name: actor?.name ?? null,
    scope: actor?.scope ?? null,
    scopes: actor === null ? [] : SCOPES.filter((scope) => allows(actor.scope, scope)),
    expires_at: isSession ? session.expiresAt.toISOString() : null,
    ended_because: session !== null && 'endedBecause' in session ? session.endedBecause : null,
    // Callers without a key do not get it, because it may name a folder of this machine.
    command: actor === null && !isLoopback ? 'npx crawlchain' : command,
  };
}
