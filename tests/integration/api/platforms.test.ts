import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listAudit } from '../../../db/queries/api-audit.ts';
import { givenKey, startApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

async function createServer() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const env = { DUTCHIE_REQUESTS_PER_SECOND: '2' };
  return { db, ...(await startApiServer({ db, client, isFollowed: false, env })) };
}

test('limits are set, shown and given back to the environment', async () => {
  const { call } = await createServer();
  const set = (body: object) => call('PATCH', '/api/platforms/dutchie', { body });
  const changed = await set({ requests_per_second: 0.5, max_concurrent_requests: 3 });
  const limits = { target: 'dutchie', requests_per_second: 0.5, max_concurrent_requests: 3 };
  const both = ['requests_per_second', 'max_concurrent_requests'];
  expect(changed).toMatchObject({ status: 200, body: { ...limits, set_by_operator: both } });
  expect((await set({ requests_per_second: null })).body).toMatchObject({
    requests_per_second: 2,
    max_concurrent_requests: 3,
    set_by_operator: ['max_concurrent_requests'],
  });
  expect((await call('GET', '/api/platforms')).body).toMatchObject({
    items: [
      { target: 'dutchie', speed: 1, stopped_at: null },
      { target: 'blaze', set_by_operator: [] },
    ],
    next_cursor: null,
  });
  for (const wrong of [
    {},
    { requests_per_second: 0 },
    { requests_per_second: 1_001 },
    { max_concurrent_requests: 1.5 },
    { max_concurrent_requests: 0 },
    { speed: 1 },
  ])
    expect([wrong, (await set(wrong)).status]).toEqual([wrong, 400]);
});

test('a platform is stopped and started, which is noted, and only by a key that operates', async () => {
  const { db, call } = await createServer();
  const stop = (reason: string) => call('POST', '/api/platforms/dutchie/stop', { body: { reason } });
  expect((await stop('they called')).body).toEqual({
    platform: 'dutchie',
    stopped: true,
    was_stopped: false,
    reason: 'they called',
  });
  expect((await stop('they wrote, password=hush')).body).toMatchObject({
    was_stopped: true,
    reason: 'they wrote, password=***',
  });
  const { body } = await call('GET', '/api/platforms');
  expect(body['items']).toMatchObject([
    { stopped_at: expect.any(String), stopped_because: 'they wrote, password=***' },
    { stopped_at: null, stopped_because: null },
  ]);
  const start = (headers?: Record<string, string>) =>
    call('POST', '/api/platforms/dutchie/start', headers === undefined ? {} : { headers });
  expect((await start()).body).toMatchObject({ stopped: false, was_stopped: true, reason: null });
  expect((await start()).body).toMatchObject({ was_stopped: false });
  const [, , , first] = await listAudit(db, { actor: null, before: null, limit: 4 });
  expect(first).toMatchObject({ path: '/api/platforms/dutchie/stop', reason: 'they called', status: 200 });

  expect((await stop(' ')).status).toBe(400);
  expect(await call('POST', '/api/platforms/weedmaps/start')).toMatchObject({
    status: 404,
    body: { detail: 'There is no platform "weedmaps"; there are dutchie, blaze.' },
  });
  const [read, operate] = [await givenKey(db, 'read'), await givenKey(db, 'operate')];
  await expect.poll(async () => (await start(read)).status, { timeout: 20_000 }).toBe(403);
  expect((await start(operate)).status).toBe(200);
});

test('a platform that refuses every proxy says since when, and when it is tried again', async () => {
  const { db, call } = await createServer();
  await sql`
    insert into target_breakers (target, opened_at, open_until, openings)
    values ('blaze', '2026-11-21T10:00:00Z', '2026-11-21T10:15:00Z', 2)
  `.execute(db);
  expect((await call('GET', '/api/platforms')).body['items']).toMatchObject([
    { target: 'dutchie', breaker: null },
    {
      target: 'blaze',
      breaker: {
        opened_at: '2026-11-21T10:00:00.000Z',
        open_until: '2026-11-21T10:15:00.000Z',
        openings: 2,
        being_tried: false,
        last_refusal: null,
      },
    },
  ]);
});
