import { afterEach, expect, test, vi } from 'vitest';
import { makeKey } from '../../../db/api-key-text.ts';
import type { Db } from '../../../db/connect.ts';
import { listAudit } from '../../../db/queries/api-audit.ts';
import { addApiKey, revokeApiKey } from '../../../db/queries/api-keys.ts';
import type { Scope } from '../../../domain/api-scope.ts';
import { startApiServer, type ApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

interface Answer {
  signed_in: boolean;
  by: string | null;
  keys_required: boolean;
  id: string | null;
  scope: Scope | null;
  scopes: Scope[];
  expires_at: string | null;
  ended_because: string | null;
  code?: string;
  detail?: string;
}

const PATH = '/api/session';

afterEach(() => void vi.useRealTimers());

async function createServer(env: Record<string, string> = {}) {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  return { db, client, ...(await startApiServer({ db, client, env })) };
}

async function addKey(db: Db, scope: Scope, expiresAt: Date | null = null) {
  const { id, text, secretSha256 } = makeKey();
  await addApiKey(db, { id, name: `a ${scope} key`, scope, secretSha256, expiresAt });
  return { id, text };
}

async function signIn({ call }: ApiServer, key: string, headers: Record<string, string> = {}) {
  const answer = await call<Answer>('POST', PATH, { body: { key }, headers });
  const cookie = answer.headers.get('set-cookie') ?? '';
  return { ...answer, cookie, session: { cookie: cookie.split(';', 1)[0]! } };
}

test('a key begins a session whose cookie stands for it, and which says who one is and until when', async () => {
  const server = await createServer();
  const { id, text } = await addKey(server.db, 'operate');
  const signedIn = await signIn(server, text);
  expect(signedIn.status).toBe(200);
  expect(signedIn.body).toMatchObject({
    signed_in: true,
    by: 'session',
    keys_required: true,
    id,
    scope: 'operate',
    scopes: ['read', 'operate'],
  });
  const hours = (Date.parse(signedIn.body.expires_at!) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(11.9);
  expect(hours).toBeLessThanOrEqual(12);
  const { session } = signedIn;
  expect((await server.call<Answer>('GET', PATH, { headers: session })).body).toEqual(signedIn.body);
  expect((await server.call('GET', '/api/tasks', { headers: session })).status).toBe(200);
  const admin = await server.call('GET', '/api/audit', { headers: session });
  expect([admin.status, admin.body['code']]).toEqual([403, 'forbidden']);
});

test('the cookie is out of the reach of scripts and other sites, does not hold the key, and by HTTPS is for HTTPS alone', async () => {
  const server = await createServer();
  const { text } = await addKey(server.db, 'read');
  const { cookie } = await signIn(server, text);
  expect(cookie).toMatch(/; Path=\/;.* HttpOnly; SameSite=Strict$/);
  expect(cookie).not.toContain('Secure');
  const secret = text.split('_').slice(2).join('_');
  expect(cookie).not.toContain(secret);
  const byHttps = await signIn(server, text, { 'x-forwarded-proto': 'https' });
  expect(byHttps.cookie).toContain('; Secure');
});

test('a wrong key is refused without a cookie, and both it and a right one are in the audit without the key', async () => {
  const server = await createServer();
  const { id, text } = await addKey(server.db, 'operate');
  const stranger = `cc_${id}_${'A'.repeat(43)}`;
  const wrong = await signIn(server, stranger);
  expect([wrong.status, wrong.body.code, wrong.cookie]).toEqual([401, 'unknown-key', '']);
  await signIn(server, text);
  const audit = await listAudit(server.db, { actor: null, before: null, limit: 10 });
  expect(audit.map(({ actor, method, path, status }) => ({ actor, method, path, status }))).toEqual([
    { actor: id, method: 'POST', path: PATH, status: 200 },
    { actor: 'unknown', method: 'POST', path: PATH, status: 401 },
  ]);
  expect(JSON.stringify(audit)).not.toContain('AAAA');
});

test('after ten wrong keys an address has to wait, with a right one too', async () => {
  const server = await createServer();
  const { text } = await addKey(server.db, 'read');
  for (let attempt = 0; attempt < 10; attempt += 1) expect((await signIn(server, 'wrong')).status).toBe(401);
  const refused = await signIn(server, text);
  expect([refused.status, refused.body.code]).toEqual([429, 'rate-limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a revoked key ends its sessions, and the next request says so', async () => {
  const server = await createServer();
  const { id, text } = await addKey(server.db, 'operate');
  const { session } = await signIn(server, text);
  await revokeApiKey(server.db, id);
  const ask = () => server.call<Answer>('GET', '/api/tasks', { headers: session });
  await expect.poll(async () => (await ask()).status, { timeout: 30_000 }).toBe(401);
  const reason = `The key ${id} (a operate key) of this session was revoked.`;
  expect((await ask()).body.detail).toBe(`${reason} Sign in again.`);
  // A page reads its session again for each request that was refused, and may drop the first answer: the cookie stays, with the reason.
  for (let time = 0; time < 2; time += 1) {
    const seen = await server.call<Answer>('GET', PATH, { headers: session });
    expect(seen.body).toMatchObject({ signed_in: false, by: null, scope: null, ended_because: reason });
    expect(seen.headers.get('set-cookie')).toBeNull();
  }
});

test('a key that expires ends its session no later', async () => {
  const server = await createServer();
  const end = new Date(Date.now() + 3_000);
  const { id, text } = await addKey(server.db, 'read', end);
  const { session, body } = await signIn(server, text);
  expect(Date.parse(body.expires_at!)).toBeLessThanOrEqual(end.getTime() + 1_000);
  const ask = () => server.call<Answer>('GET', PATH, { headers: session });
  await expect
    .poll(async () => (await ask()).body.ended_because, { timeout: 30_000 })
    .toMatch(new RegExp(`^(The key ${id} .* expired|The session ended at )`));
});

test('a session ends after twelve hours', async () => {
  const server = await createServer();
  const { text } = await addKey(server.db, 'read');
  const { session } = await signIn(server, text);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12.1 * 3_600_000 });
  const late = await server.call<Answer>('GET', '/api/tasks', { headers: session });
  expect([late.status, late.body.detail]).toEqual([
    401,
    expect.stringMatching(/^The session ended at .* Sign in again\.$/),
  ]);
});

test('a cookie that was changed, or signed by another installation, is none', async () => {
  const server = await createServer();
  const { text } = await addKey(server.db, 'admin');
  const other = await startApiServer({ ...server, env: { IMAGE_SIGNING_KEY: 'x'.repeat(32) } });
  const { session } = await signIn(server, text);
  const [name, value = ''] = session.cookie.split('=');
  const port = (url: string) => new URL(url).port;
  const longer = value.replace(
    /^(v1\.\w+\.)(\d+)/,
    (_, key: string, end: string) => `${key}${Number(end) + 1}`,
  );
  const foreign = { cookie: `${name!.replace(port(server.url), port(other.url))}=${value}` };
  for (const [api, headers] of [
    [server, { cookie: `${name}=${longer}` }],
    [server, { cookie: `${name}=rubbish` }],
    [other, foreign],
  ] as const) {
    const { status, body } = await api.call<Answer>('GET', '/api/tasks', { headers });
    expect([status, body.detail]).toEqual([
      401,
      'The session in the cookie is not one of this API. Sign in again.',
    ]);
  }
});

test('a session does not act for a page of another site, and a key in a header goes before it', async () => {
  const server = await createServer();
  const [{ text }, reader] = [await addKey(server.db, 'operate'), await addKey(server.db, 'read')];
  const { session } = await signIn(server, text);
  for (const foreign of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'same-site' }]) {
    for (const [method, path] of [
      ['POST', '/api/tasks'],
      ['POST', PATH],
      ['DELETE', PATH],
    ] as const) {
      const answer = await server.call<Answer>(method, path, {
        body: {},
        headers: { ...session, ...foreign },
      });
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 403, 'cross-site']);
    }
  }
  const asReader = { ...session, 'x-api-key': reader.text };
  const refused = await server.call<Answer>('POST', '/api/tasks', { body: {}, headers: asReader });
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
  expect((await server.call<Answer>('GET', PATH, { headers: asReader })).body.by).toBe('key');
});

test('signing in takes JSON', async () => {
  const { call } = await createServer();
  const headers = { 'content-type': 'text/plain' };
  const answer = await call<Answer>('POST', PATH, { body: '{"key":"x"}', headers });
  expect([answer.status, answer.body.code]).toEqual([415, 'not-json']);
});

test('signing out deletes the cookie', async () => {
  const server = await createServer();
  const { text } = await addKey(server.db, 'read');
  const { session } = await signIn(server, text);
  const answer = await server.call<Answer>('DELETE', PATH, { headers: session });
  expect(answer.body).toMatchObject({ signed_in: false, keys_required: true, ended_because: null });
  expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
});

test('without keys this machine is let in, and another one is told that keys are required', async () => {
  const open = await createServer();
  expect((await open.call<Answer>('GET', PATH)).body).toMatchObject({
    signed_in: true,
    by: 'open',
    keys_required: false,
    id: 'local',
    scopes: ['read', 'operate', 'admin'],
    expires_at: null,
  });
  const closed = await startApiServer({ ...open, isLoopback: false });
  expect((await closed.call<Answer>('GET', PATH)).body).toMatchObject({
    signed_in: false,
    by: null,
    keys_required: true,
    scopes: [],
  });
});
