import { expect, test } from 'vitest';
import { listAudit } from '../../../db/queries/api-audit.ts';
import { givenKey, startApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

type Headers = Record<string, string>;

interface Made {
  id: string;
  key: string;
  expires_at: string | null;
}

async function createServer() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const { call } = await startApiServer({ db, client, isFollowed: false });
  return { db, call };
}

const withKey = (key: string): Headers => ({ authorization: `Bearer ${key}` });

test('a key is made, listed, rotated and revoked, and no secret is kept', async () => {
  const { db, call } = await createServer();
  const admin = await givenKey(db, 'admin');
  const body = { name: 'deploy', scope: 'operate', expires_in_seconds: 3_600 };
  const made = await call<Made>('POST', '/api/keys', {
    headers: { ...admin, 'x-reason': 'for CI' },
    body,
  });
  expect(made.status).toBe(201);
  expect(made.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{12}$/),
    key: expect.stringMatching(/^cc_[0-9a-f]{12}_[\w-]{43}$/),
    expires_at: expect.any(String),
  });
  const { id, key } = made.body;
  await expect
    .poll(async () => (await call('GET', '/api/proxies', { headers: withKey(key) })).status)
    .toBe(200);
  expect((await call('GET', '/api/keys', { headers: withKey(key) })).status).toBe(403);

  const rotated = await call<Made>('POST', `/api/keys/${id}/rotate`, { headers: admin });
  const again = await call('POST', `/api/keys/${id}/rotate`, { headers: admin });
  expect([again.status, again.body['detail']]).toEqual([
    409,
    `The key ${id} was rotated already; ${rotated.body.id} takes its place.`,
  ]);
  const revoked = await call('POST', `/api/keys/${rotated.body.id}/revoke`, { headers: admin });
  expect(revoked.body).toMatchObject({ id: rotated.body.id, revoked_at: expect.any(String) });
  for (const what of ['revoke', 'rotate'])
    expect((await call('POST', `/api/keys/${rotated.body.id}/${what}`, { headers: admin })).status).toBe(409);
  for (const what of ['revoke', 'rotate'])
    expect((await call('POST', `/api/keys/0123456789ab/${what}`, { headers: admin })).status).toBe(404);

  const listed = await call<{ items: object[] }>('GET', '/api/keys', { headers: admin });
  expect(listed.body.items).toMatchObject([
    { scope: 'admin', revoked_at: null },
    { id, name: 'deploy', scope: 'operate', replaced_by: rotated.body.id },
    { id: rotated.body.id, name: 'deploy', scope: 'operate' },
  ]);
  const noted = await listAudit(db, { actor: null, before: null, limit: 10 });
  expect(noted.at(-1)).toMatchObject({
    path: '/api/keys',
    reason: 'for CI',
    body: { name: 'deploy', scope: 'operate' },
  });
  for (const secret of [key, rotated.body.key])
    expect(JSON.stringify(noted) + listed.text).not.toContain(secret.slice(16));
});

test('the first key is not made by whoever asks without one, and the refusal says how it is made', async () => {
  const { call } = await createServer();
  const refused = await call('POST', '/api/keys', { body: { name: 'ada', scope: 'admin' } });
  expect([refused.status, refused.body['detail']]).toEqual([
    409,
    expect.stringContaining('`npx crawlchain keys create NAME --scope admin --direct`'),
  ]);
  expect((await call('GET', '/api/keys')).body).toEqual({ items: [], next_cursor: null });
});

test('keys take a key of admin, a name and a time that can be', async () => {
  const { db, call } = await createServer();
  const operator = await givenKey(db, 'operate');
  for (const [method, path] of [
    ['GET', '/api/keys'],
    ['POST', '/api/keys'],
    ['POST', '/api/keys/0123456789ab/rotate'],
    ['POST', '/api/keys/0123456789ab/revoke'],
  ] as const)
    expect((await call(method, path, { headers: operator })).status).toBe(403);
  const headers = await givenKey(db, 'admin');
  for (const body of [
    {},
    { name: '' },
    { name: 'x', scope: 'root' },
    { name: 'x', expires_in_seconds: 0 },
    { name: 'x', expires_in_seconds: 1e9 },
  ])
    expect((await call('POST', '/api/keys', { headers, body })).status).toBe(400);
});
