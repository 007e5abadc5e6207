import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readLegacyQueue } from '../../../legacy/read-queue.ts';
import { givenKey, startApiServer } from '../../support/api-server.ts';
import { makeLegacyQueue } from '../../support/legacy-queue.ts';
import { createEmptyDatabase, createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

const BASE = '/api/tasks/migration';

async function createServer() {
  const [legacy, { db }, { client }] = [
    await createEmptyDatabase(),
    await createTestDatabase(),
    await createTestNamespace(),
  ];
  await makeLegacyQueue(legacy.db);
  const server = await startApiServer({ db, client, env: { LEGACY_DATABASE_URL: legacy.url } });
  return { legacy: legacy.db, db, client, ...server };
}

test('compares the queue before with ours', async () => {
  const { call } = await createServer();
  const { status, body } = await call('GET', `${BASE}/status`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    source: 'LEGACY_DATABASE_URL',
    old: { worker_tasks: { total: 7, by_status: { pending: 2 } }, dispensaries: null },
    new: { tasks: { total: 0 }, dispensaries: { total: 0, crawl_enabled: 0 } },
  });
  expect(body['remaining']).toHaveLength(7);
});

test('finds nothing where no such table is in our database', async () => {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const { call } = await startApiServer({ db, client });
  const { body } = await call('GET', `${BASE}/status`);
  expect(body).toMatchObject({ source: 'DATABASE_URL', old: { worker_tasks: null, dispensaries: null } });
  expect((await call('POST', `${BASE}/disable-old-schedules`)).body).toEqual({
    dry_run: false,
    schedules: [],
  });
});

test('migrates step by step, dry at first', async () => {
  const { call, legacy, client } = await createServer();
  const post = async (step: string, body?: object) => {
    const answer = await call('POST', `${BASE}/${step}`, body === undefined ? {} : { body });
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const dry = { dry_run: true };
  const before = await readLegacyQueue(legacy);
  expect(await post('disable-old-schedules', dry)).toMatchObject({ schedules: [{ disabled: 2 }, {}] });
  expect(await post('cancel-pending-crawl-jobs', dry)).toMatchObject({ queues: [{ cancelled: 3 }, {}] });
  expect(await post('create-resync-tasks', { ...dry, state_code: 'AZ' })).toMatchObject({
    scope: 'AZ',
    outcome: 'would start',
  });
  expect(await post('full-migrate', dry)).toMatchObject({ dry_run: true, analytics: { run_id: null } });
  expect(await readLegacyQueue(legacy)).toEqual(before);

  expect(await post('disable-old-schedules')).toMatchObject({
    dry_run: false,
    schedules: [{ disabled: 2 }, {}],
  });
  expect(await post('cancel-pending-crawl-jobs')).toMatchObject({
    queues: [{ table: 'worker_tasks' }, { table: 'dispensary_crawl_jobs', under_way_ids: ['3'] }],
  });
  const resync = await post('create-resync-tasks', { state_code: 'AZ' });
  expect(resync).toMatchObject({ workflow_id: 'crawl-due/AZ', outcome: 'started' });
  expect((await client.workflow.getHandle('crawl-due/AZ').describe()).runId).toBe(resync['run_id']);
  expect(await post('full-migrate')).toMatchObject({
    disabled_schedules: [{ disabled: 0 }, { disabled: 0 }],
    resync: { workflow_id: 'crawl-due/all', outcome: 'started' },
  });
});

test('a wish that is not JSON is refused, and not passed over', async () => {
  const { call, legacy } = await createServer();
  const before = await readLegacyQueue(legacy);
  const form = { body: 'dry_run=true', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  const { status, body } = await call('POST', `${BASE}/full-migrate`, form);
  expect([status, body['code']]).toEqual([415, 'not-json']);
  for (const wrong of [{ dryrun: true }, { dry_run: 'yes' }])
    expect((await call('POST', `${BASE}/full-migrate`, { body: wrong })).status).toBe(400);
  const state = await call('POST', `${BASE}/create-resync-tasks`, { body: { state_code: 'Arizona' } });
  expect(state.body['errors']).toMatchObject([{ in: 'body', pointer: '/state_code' }]);
  expect(await readLegacyQueue(legacy)).toEqual(before);
});

test('takes a key of admin', async () => {
  const { db, call } = await createServer();
  const headers = await givenKey(db, 'operate');
  for (const step of ['full-migrate', 'disable-old-schedules', 'cancel-pending-crawl-jobs'])
    expect((await call('POST', `${BASE}/${step}`, { headers })).status).toBe(403);
  expect((await call('GET', `${BASE}/status`, { headers })).status).toBe(200);
});

test('a table that cannot be stopped is a conflict that names it', async () => {
  const { call, legacy } = await createServer();
  await legacy.schema.alterTable('dispensary_crawl_jobs').dropColumn('status').execute();
  const before = await readLegacyQueue(legacy);
  const { status, body } = await call('POST', `${BASE}/full-migrate`);
  expect([status, body['code']]).toEqual([409, 'conflict']);
  expect(body['detail']).toContain('dispensary_crawl_jobs has no column status');
  expect(await readLegacyQueue(legacy)).toEqual(before);
});

test('a legacy database that cannot be used is told from our own', async () => {
  const [{ url }, { db }, { client }] = [
    await createEmptyDatabase(),
    await createTestDatabase(),
    await createTestNamespace(),
  ];
  const at = (change: (wrong: URL) => void) => {
    const wrong = new URL(url);
    change(wrong);
    return wrong.href;
  };
  const wrongs: [url: string, status: number, detail: string][] = [
    [at((wrong) => (wrong.pathname = '/none')), 409, 'database "none" does not exist'],
    [at((wrong) => (wrong.port = '1')), 503, 'The legacy database does not answer: '],
  ];
  for (const [wrong, status, detail] of wrongs) {
    const { call } = await startApiServer({ db, client, env: { LEGACY_DATABASE_URL: wrong } });
    for (const [method, step] of [
      ['GET', 'status'],
      ['POST', 'full-migrate'],
    ] as const) {
      const answer = await call(method, `${BASE}/${step}`);
      expect([answer.status, answer.body['detail']]).toEqual([status, expect.stringContaining(detail)]);
    }
  }
});

test('a user that may not change the queue is told so, and nothing is half done', async () => {
  const [legacy, { db }, { client }] = [
    await createEmptyDatabase(),
    await createTestDatabase(),
    await createTestNamespace(),
  ];
  await makeLegacyQueue(legacy.db);
  const reader = new URL(legacy.url);
  reader.searchParams.set('options', '-c default_transaction_read_only=on');
  const before = await readLegacyQueue(legacy.db);
  const { call } = await startApiServer({ db, client, env: { LEGACY_DATABASE_URL: reader.href } });
  expect((await call('GET', `${BASE}/status`)).status).toBe(200);
  const { status, body } = await call('POST', `${BASE}/full-migrate`);
  expect([status, body['detail']]).toEqual([409, expect.stringContaining('read-only transaction')]);
  expect(await readLegacyQueue(legacy.db)).toEqual(before);
});

test('waits for a slow database longer than for Temporal', async () => {
  const { call, legacy } = await createServer();
  const locked = Promise.withResolvers<void>();
  // Holds a lock for six seconds, which is longer than the API waits for Temporal.
  const slow = legacy.transaction().execute(async (tx) => {
    await sql`lock table job_schedules in access exclusive mode`.execute(tx);
    locked.resolve();
    await sql`select pg_sleep(6)`.execute(tx);
  });
  await locked.promise;
  const answers = await Promise.all([
    call('GET', `${BASE}/status`),
    call('POST', `${BASE}/full-migrate`, { body: { dry_run: true } }),
  ]);
  await slow;
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});
