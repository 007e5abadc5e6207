import { OpenAPIHono } from '@hono/zod-openapi';
import { serve } from '@hono/node-server';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { ApiEnv, ApiTools } from '../../../api/api-env.ts';
import { audit } from '../../../api/audit.ts';
import { idempotent } from '../../../api/idempotent.ts';
import { sendProblem } from '../../../api/problem.ts';
import { problemOf } from '../../../api/problem-of.ts';
import { listAudit } from '../../../db/queries/api-audit.ts';
import type { Db } from '../../../db/connect.ts';
import { createEventBell } from '../../../db/event-bell.ts';
import { createLog } from '../../../observability/log.ts';
import { createTestDatabase } from '../../support/test-database.ts';

/** Creates an API with two of the real middlewares and a handler of the test. */
async function serveHandler(db: Db, handle: (startId: string) => Promise<{ status: 200 | 202 | 500 }>) {
  const api = new OpenAPIHono<ApiEnv>();
  const tools = { db, log: createLog('fatal'), bell: createEventBell(db) } as unknown as ApiTools;
  api.use(async (c, next) => {
    c.set('requestId', '01a1fe54-627e-77a8-8368-3e60209410e1');
    c.set('startId', crypto.randomUUID());
    c.set('address', '198.51.100.7');
    c.set('actor', { id: 'k1', name: 'the test', scope: 'admin' });
    await next();
  });
  api.use(audit(tools));
  api.post('/starts', idempotent(tools), async (c) => {
    const { status } = await handle(c.get('startId'));
    c.set('started', { workflowId: 'crawl/1', runId: 'r1' });
    return c.json({ start: c.get('startId') }, status);
  });
  api.onError((error, c) => {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return sendProblem(c, problem);
  });
  const server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/starts`;
  return async (key: string | null, body: unknown = {}, more: Record<string, string> = {}) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key === null ? {} : { 'idempotency-key': key }),
        ...more,
      },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      isReplay: response.headers.get('idempotency-replayed') === 'true',
      body: (await response.json()) as Record<string, unknown>,
    };
  };
}

test('a request that is repeated with its key is answered as before, and carried out once', async () => {
  const { db } = await createTestDatabase();
  let carriedOut = 0;
  const post = await serveHandler(db, async () => {
    carriedOut += 1;
    return { status: 202 };
  });
  const first = await post('a', { store: 1 });
  const second = await post('a', { store: 1 });
  expect(second).toEqual({ ...first, isReplay: true });
  expect([first.status, carriedOut]).toEqual([202, 1]);
  const other = await post('a', { store: 2 });
  expect([other.status, other.body.code]).toEqual([422, 'idempotency-key-reused']);
  expect((await post(null, { store: 1 })).body.start).not.toBe(first.body.start);
  expect(carriedOut).toBe(2);
});

test('of many at once with one key one is carried out, and the others are told that it is under way', async () => {
  const { db } = await createTestDatabase();
  const gate = Promise.withResolvers<void>();
  let carriedOut = 0;
  const post = await serveHandler(db, async () => {
    carriedOut += 1;
    await gate.promise;
    return { status: 200 };
  });
  const refused: unknown[] = [];
  const posts = Array.from({ length: 5 }, async () => {
    const answer = await post('b');
    if (answer.status !== 200) refused.push(answer.body.code);
    return answer.status;
  });
  await expect.poll(() => refused, { timeout: 60_000 }).toHaveLength(4);
  expect(new Set(refused)).toEqual(new Set(['idempotency-key-in-use']));
  gate.resolve();
  expect((await Promise.all(posts)).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409, 409]);
  expect(carriedOut).toBe(1);
});

test('a request that broke may be repeated, and is still the same start', async () => {
  const { db } = await createTestDatabase();
  const starts: string[] = [];
  const post = await serveHandler(db, async (startId) => {
    starts.push(startId);
    return { status: starts.length === 1 ? 500 : 202 };
  });
  expect((await post('c')).status).toBe(500);
  expect((await post('c')).status).toBe(202);
  expect(starts).toHaveLength(2);
  expect(starts[0]).toBe(starts[1]);
});

test('who did what, when and why is kept, without what is secret', async () => {
  const { db } = await createTestDatabase();
  const post = await serveHandler(db, async () => ({ status: 202 }));
  await post(
    null,
    { host: 'p', password: 'hush', nested: { api_token: 'hush' } },
    { 'x-reason': 'a new fleet, http://u:hush@proxy.example, password=hush' },
  );
  const [entry] = await listAudit(db, { actor: null, before: null, limit: 10 });
  expect(entry).toMatchObject({
    actor: 'k1',
    actor_name: 'the test',
    method: 'POST',
    path: '/starts',
    reason: 'a new fleet, http://***@proxy.example, password=***',
    status: 202,
    address: '198.51.100.7',
    body: { host: 'p', password: '***', nested: { api_token: '***' } },
  });
});

test('a body that says dry_run is noted where the path knows no dry run', async () => {
  const { db } = await createTestDatabase();
  const post = await serveHandler(db, async () => ({ status: 202 }));
  await post(null, { dry_run: true });
  expect(await listAudit(db, { actor: null, before: null, limit: 10 })).toHaveLength(1);
});

test('the reason of a body is kept where the header gives none, and nothing else that it has', async () => {
  const { db } = await createTestDatabase();
  const post = await serveHandler(db, async () => ({ status: 202 }));
  const said = { decision: 'reject', reason: 'it is half, password=hush' };
  await post(null, said);
  await post(null, said, { 'x-reason': 'a second look' });
  await post(null, { note: 'maintenance' });
  await post(null, { reason: ['none'] });
  await post(null, { reason: 'x'.repeat(1_000) });
  const entries = await listAudit(db, { actor: null, before: null, limit: 10 });
  expect(entries.map(({ reason }) => reason).toReversed()).toEqual([
    'it is half, password=***',
    'a second look',
    'maintenance',
    null,
    'x'.repeat(500),
  ]);
});

test('of a long body its beginning is kept, its length, and a digest of the whole where nothing secret was in it', async () => {
  const { db } = await createTestDatabase();
  const post = await serveHandler(db, async () => ({ status: 202 }));
  const ids = Array.from({ length: 100 }, (_, at) => `crawl~${at}~0199c6f2-3c4d-7e5f-8a6b-0123456789ab`);
  const filter = { ids: ids.join(',') };
  const bodies = [
    { filter, action: 'retry' },
    { api_key: 'hush', ids },
    { note: 'http://u:hush@proxy.example', ids },
    { ids, end: '\ud800\u0000' },
  ];
  for (const body of bodies) expect((await post(null, body)).status).toBe(202);
  const entries = await listAudit(db, { actor: null, before: null, limit: 10 });
  const kept = entries.map(({ body }) => body as Record<string, unknown>).toReversed();
  const sent = bodies.map((body) => JSON.stringify(body));
  const digests = sent.map((text) => createHash('sha256').update(text).digest('hex'));
  expect(kept.map(({ characters, sha256 }) => [characters, sha256])).toEqual([
    [sent[0]!.length, digests[0]],
    [sent[1]!.length, null],
    [sent[2]!.length, null],
    [sent[3]!.length, digests[3]],
  ]);
  expect(JSON.stringify(kept)).not.toContain('hush');
  expect(kept[3]!.beginning).toBe(sent[3]!.slice(0, 4_000));
  expect(kept[1]!.beginning).toMatch(/^\{"api_key":"\*\*\*","ids":\["crawl~0~/);
});

test('a reason may have any letters, as RFC 8187 writes them; one that is too long or broken is refused, and nothing is done', async () => {
  const { db } = await createTestDatabase();
  let carriedOut = 0;
  const post = await serveHandler(db, async () => {
    carriedOut += 1;
    return { status: 202 };
  });
  const reasons = ['прокси снова работают 🎉', "it's plain", '🎉'.repeat(250)];
  for (const reason of reasons) {
    const isPlain = /^[ -~]*$/.test(reason);
    const sent = isPlain ? reason : `UTF-8''${encodeURIComponent(reason)}`;
    expect((await post(null, {}, { 'x-reason': sent })).status).toBe(202);
  }
  for (const wrong of [`UTF-8''${'%D0%BF'.repeat(501)}`, 'x'.repeat(501), "utf-8''%ff", "UTF-8''a%00b"])
    expect([wrong, (await post(null, {}, { 'x-reason': wrong })).status]).toEqual([wrong, 400]);
  expect(carriedOut).toBe(3);
  const entries = await listAudit(db, { actor: null, before: null, limit: 10 });
  expect(entries.map(({ reason }) => reason).toReversed()).toEqual(reasons);
});

test('what no database takes is left out of the audit, and the request carried out', async () => {
  const { db } = await createTestDatabase();
  const post = await serveHandler(db, async () => ({ status: 202 }));
  expect((await post(null, { 'a\u0000b': ['c\u0000', { d: '\ud800e' }] })).status).toBe(202);
  const [entry] = await listAudit(db, { actor: null, before: null, limit: 10 });
  expect(entry?.body).toEqual({ ab: ['c', { d: '\ufffde' }] });
});

test('an Idempotency-Key that is none is refused', async () => {
  const { db } = await createTestDatabase();
  const post = await serveHandler(db, async () => ({ status: 202 }));
  expect((await post('two words')).status).toBe(400);
});
