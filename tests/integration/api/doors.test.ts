import { expect, test } from 'vitest';
import { revokeApiKey, listApiKeys } from '../../../db/queries/api-keys.ts';
import { givenKey, startApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

async function createServer(options: { env?: Record<string, string>; isLoopback?: boolean } = {}) {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  return { db, ...(await startApiServer({ db, client, ...options })) };
}

test('without any key the API of this machine runs open; with the first it asks for one', async () => {
  const { db, call } = await createServer();
  expect((await call('GET', '/api/audit')).status).toBe(200);
  const headers = await givenKey(db, 'admin');
  await expect.poll(async () => (await call('GET', '/api/audit')).status, { timeout: 30_000 }).toBe(401);
  expect((await call('GET', '/api/audit', { headers })).status).toBe(200);
});

test('a key is let in from the moment that it is made, however lately the keys were read', async () => {
  const { db, call } = await createServer({ isLoopback: false });
  for (const _ of 'abcde') {
    const headers = await givenKey(db, 'read');
    expect((await call('GET', '/api/dispensaries', { headers })).status).toBe(200);
  }
});

test('where others reach it, nobody gets in without a key', async () => {
  const { call } = await createServer({ isLoopback: false });
  const { status, body, headers } = await call('GET', '/api/audit');
  expect(status).toBe(401);
  expect(headers.get('content-type')).toBe('application/problem+json');
  expect(headers.get('www-authenticate')).toContain('Bearer');
  expect(body).toMatchObject({
    code: 'unauthenticated',
    status: 401,
    type: 'urn:crawlchain:problem:unauthenticated',
  });
});

test('a wrong, an expired and a revoked key are refused, also where none is needed', async () => {
  const { db, call } = await createServer({ isLoopback: false });
  const expired = await givenKey(db, 'admin', new Date(Date.now() - 1_000));
  const revoked = await givenKey(db, 'admin');
  const [{ id } = { id: '' }] = (await listApiKeys(db)).slice(-1);
  await revokeApiKey(db, id);
  const valid = await givenKey(db, 'admin');
  const wrong = { authorization: `${valid.authorization?.slice(0, -3)}AAA` };
  for (const headers of [
    expired,
    revoked,
    wrong,
    { 'x-api-key': 'nonsense' },
    { authorization: 'Basic eA==' },
  ])
    expect((await call('GET', '/openapi.json', { headers })).status).toBe(401);
  expect((await call('GET', '/api/audit', { headers: valid })).status).toBe(200);
  const inHeader = { 'x-api-key': String(valid.authorization).slice('Bearer '.length) };
  expect((await call('GET', '/api/audit', { headers: inHeader })).status).toBe(200);
});

test('a key with too little scope is told which it takes', async () => {
  const { db, call } = await createServer();
  const { status, body } = await call('GET', '/api/audit', { headers: await givenKey(db, 'operate') });
  expect(status).toBe(403);
  expect(body.detail).toMatch(/needs the scope admin; the key \w+ has operate/);
});

test('what a page of another site sends is refused, a link that is followed is not', async () => {
  const { call } = await createServer();
  for (const site of ['cross-site', 'same-site'])
    expect((await call('GET', '/api/audit', { headers: { 'sec-fetch-site': site } })).body.code).toBe(
      'cross-site',
    );
  const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  expect((await call('GET', '/reference', { headers: followed })).status).toBe(200);
  expect((await call('GET', '/api/audit', { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(
    200,
  );
});

test('what changes something is refused with a foreign Origin, also where the browser says no more', async () => {
  const { url, call } = await createServer();
  const post = async (headers: Record<string, string>) =>
    (await call('POST', '/api/jobs', { body: {}, headers })).body['code'];
  for (const origin of [
    'http://evil.example',
    'https://evil.example',
    'null',
    `${url}.evil.example`,
    `${url}0`,
    'x',
  ])
    expect([origin, await post({ origin })]).toEqual([origin, 'cross-site']);
  expect(await post({ origin: 'https://other.example', 'sec-fetch-site': 'none' })).toBe('cross-site');
  for (const headers of [
    {},
    { origin: url },
    { origin: 'https://api.example', host: 'api.example' },
    { origin: 'https://api.example', 'sec-fetch-site': 'same-origin' },
  ] as Record<string, string>[]) {
    // While the API needs no key, it accepts only host names of this machine, and refuses others with a message of their own.
    const answer = await call('POST', '/api/jobs', { body: {}, headers });
    expect(answer.body['detail']).not.toContain('A page of another site');
  }
});

test('a Host header that makes no URL is refused on every path', async () => {
  const { call } = await createServer();
  for (const path of ['/healthz', '/api/dispensaries', '/img/a.webp', '/nothing']) {
    const { status, body } = await call('GET', path, { headers: { host: '127.999.1.1' } });
    expect([status, body['code'], body['detail']]).toEqual([
      400,
      'bad-input',
      'The Host header takes the name or address of this API, with its port, got "127.999.1.1".',
    ]);
  }
});

test('a body that is nested too deep is refused by every route, before anything works on it', async () => {
  const { routes, call } = await createServer();
  const deep = `${'{"a":['.repeat(2_500)}${']}'.repeat(2_500)}`;
  const changing = routes.filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method));
  expect(changing.length).toBeGreaterThan(20);
  for (const { method, path } of changing)
    for (const body of [deep, `{"job_type":"download_media","payload":${deep},"input":${deep}}`]) {
      const headers = { 'content-type': 'application/json' };
      const { status, body: problem } = await call(method, path.replaceAll(/:\w+(\{.*?\})?/g, '1'), {
        body,
        headers,
      });
      expect([method, path, status, problem['detail']]).toEqual([
        method,
        path,
        400,
        'The body is nested more than 64 levels deep.',
      ]);
    }
});

test('an open API is not to be had by a foreign name', async () => {
  const { call } = await createServer();
  const { status } = await call('GET', '/api/audit', { headers: { host: 'menus.example:3000' } });
  expect(status).toBe(403);
});

test('more requests than a second takes are told to wait', async () => {
  const { call } = await createServer({ env: { API_REQUESTS_PER_SECOND: '3' } });
  const answers = await Promise.all(Array.from({ length: 12 }, () => call('GET', '/api/audit')));
  const limited = answers.filter(({ status }) => status === 429);
  expect(limited.length).toBeGreaterThan(0);
  expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await call('GET', '/healthz')).status).toBe(200);
});

test('behind a trusted proxy each visitor has a share of requests of their own, which no forged header enlarges', async () => {
  const { call } = await createServer({
    env: { API_REQUESTS_PER_SECOND: '3', TRUSTED_PROXIES: '127.0.0.1' },
  });
  const from = async (forwarded: string) =>
    (await call('GET', '/api/audit', { headers: { 'x-forwarded-for': forwarded } })).status;
  const busy = await Promise.all(
    Array.from({ length: 12 }, (_, at) => from(`203.0.113.${at}, 198.51.100.7`)),
  );
  expect(busy).toContain(429);
  expect(await Promise.all(['198.51.100.8', '198.51.100.9', '2001:db8::1'].map(from))).toEqual([
    200, 200, 200,
  ]);
});

test('the audit has the address of the visitor, and that of the connection where no proxy is trusted', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.7' };
  for (const [env, address] of [
    [{}, '127.0.0.1'],
    [{ TRUSTED_PROXIES: '127.0.0.0/8' }, '198.51.100.7'],
  ] as const) {
    const { db, call } = await createServer({ env });
    await call('POST', '/api/jobs', { body: {}, headers });
    expect(await db.selectFrom('api_audit').select('address').execute()).toEqual([{ address }]);
  }
});

test('the text of a key in a path is neither in the audit nor in the events that every key may read', async () => {
  const { db, call } = await createServer();
  const key = `cc_${'0'.repeat(12)}_${'A'.repeat(43)}`;
  for (const written of [key, key.replaceAll('_', '%5F')]) await call('POST', `/api/tasks/${written}/retry`);
  const paths = (await db.selectFrom('api_audit').select('path').execute()).map(({ path }) => path);
  expect(paths).toEqual(['/api/tasks/cc_***/retry', '/api/tasks/cc_***/retry']);
  const reported = await db
    .selectFrom('run_events')
    .select('data')
    .where('topic', '=', 'operation')
    .execute();
  expect(reported).toHaveLength(2);
  expect(JSON.stringify(reported)).not.toContain('AAAA');
});

test('what is not known or not accepted is a problem that names it', async () => {
  const { call } = await createServer();
  const unknown = await call('GET', '/api/nothing');
  expect([unknown.status, unknown.body.code]).toEqual([404, 'not-found']);
  const wrong = await call('GET', '/api/audit?limit=0&colour=red');
  expect(wrong.status).toBe(400);
  expect(wrong.body.errors).toEqual(
    expect.arrayContaining([expect.objectContaining({ in: 'query', pointer: '/limit' })]),
  );
  const cursor = await call('GET', '/api/audit?cursor=abc');
  expect([cursor.status, cursor.body.code]).toEqual([422, 'bad-cursor']);
  const large = await call('POST', '/api/audit', { body: 'x'.repeat(1024 * 1024 + 1) });
  expect(large.status).toBe(413);
});

test('every answer has strict headers and the id of its request', async () => {
  const { call } = await createServer();
  const { headers } = await call('GET', '/healthz');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});
