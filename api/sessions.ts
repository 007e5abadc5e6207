import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { ReadSession } from './actor.ts';
import type { ApiEnv } from './api-env.ts';
import type { KeyStore, KnownKey } from './key-store.ts';

// A session stands for the API key that began it, in a cookie that scripts cannot read. A session is not stored anywhere: the cookie names
// the key and the session's end, and is signed with the digest of that key and with IMAGE_SIGNING_KEY. So a session survives a restart,
// every API process accepts the cookie, and neither the cookie nor the database alone suffices to forge one.

/** The length of a work shift. */
const SESSION_MS = 12 * 3_600_000;

/** How long a browser keeps the cookie of a session that has ended. */
const COOKIE_KEPT_MS = 24 * 3_600_000;

const SESSION_TEXT = /^v1\.([0-9a-f]{12})\.(\d{10,13})\.([\w-]{43})$/;

/** Begins, reads and ends the sessions of browsers. */
export interface Sessions {
  /** Gives the browser a session of this key, for a shift or until the key expires. @returns when it expires */
  begin(c: Context<ApiEnv>, key: KnownKey): Date;
  /** Reads the session of a request; null when the request carries none. */
  read(c: Context<ApiEnv>): Promise<ReadSession | null>;
  /** Has the browser delete its session. */
  end(c: Context<ApiEnv>): void;
}

/**
 * Creates the sessions of an API. @param secret the installation's, such as IMAGE_SIGNING_KEY; empty where only this machine can reach the
 * API
 */
export function createSessions(keys: KeyStore, secret: string): Sessions {
  return {
    begin(c, key) {
      const expiresAt = new Date(Math.min(Date.now() + SESSION_MS, Date.now() + key.validMs()));
      const isSecure = isHttps(c);
      setCookie(c, cookieName(c), sign(secret, key, expiresAt.getTime()), {
        path: '/',
        httpOnly: true,
        sameSite: 'Strict',
        secure: isSecure,
        // The cookie outlives the session, so that we can say why the session ended.
        maxAge: Math.ceil((expiresAt.getTime() - Date.now() + COOKIE_KEPT_MS) / 1000),
      });
      return expiresAt;
    },
    async read(c) {
      const text = getCookie(c, cookieName(c));
      return text === undefined || text === '' ? null : readSession({ keys, secret, text });
    },
    end(c) {
      deleteCookie(c, cookieName(c), { path: '/' });
    },
  };
}

async function readSession(given: { keys: KeyStore; secret: string; text: string }): Promise<ReadSession> {
  const [, id = '', endsAt = ''] = SESSION_TEXT.exec(given.text) ?? [];
  const key = id === '' ? null : await given.keys.byId(id);
  if (key === null || !isSame(sign(given.secret, key, Number(endsAt)), given.text))
    return { endedBecause: 'The session in the cookie is not one of this API.' };
  if (key.revoked_at !== null)
    return { endedBecause: `The key ${key.id} (${key.name}) of this session was revoked.` };
  if (key.validMs() <= 0) return { endedBecause: `The key ${key.id} (${key.name}) of this session expired.` };
  const expiresAt = new Date(Number(endsAt));
  if (expiresAt.getTime() <= Date.now())
    return { endedBecause: `The session ended at ${expiresAt.toISOString()}.` };
  return { actor: { id: key.id, name: key.name, scope: key.scope }, expiresAt };
}

function sign(secret: string, key: Pick<KnownKey, 'id' | 'secret_sha256'>, endsAtMs: number): string {
  const named = `v1.${key.id}.${endsAtMs}`;
  const own = createHmac('sha256', secret).update('session ').update(key.secret_sha256).digest();
  return `${named}.${createHmac('sha256', own).update(named).digest('base64url')}`;
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Returns the name of the cookie. Cookies ignore ports, so two installations on one machine need different names. */
function cookieName(c: Context<ApiEnv>): string {
  const port = /:(\d+)$/.exec(c.req.header('Host') ?? '')?.[1];
  return port === undefined ? 'crawlchain_session' : `crawlchain_session_${port}`;
}

/**
 * Whether the browser uses HTTPS. A proxy that terminates TLS sets `X-Forwarded-Proto`; a forged header only makes the cookie HTTPS-only.
 */
function isHttps(c: Context<ApiEnv>): boolean {
  const forwarded = c.req.header('X-Forwarded-Proto')?.split(',', 1)[0]?.trim().toLowerCase();
  return forwarded === 'https' || new URL(c.req.url).protocol === 'https:';
}
