import { expect, test } from 'vitest';
import { applySchedules } from '../../../temporal-client/apply-schedules.ts';
import { defaultSchedules } from '../../../temporal-config/schedules.ts';
import { startApiServer, type ApiAnswer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { completeStage } from '../../../db/queries/crawl-runs.ts';
import { beginRun, day, makeDispensary, makePayloadRecord, storePayload } from '../db/make-crawl.ts';

interface TaskAnswer {
  id: string;
  [field: string]: unknown;
}

/** Creates an API without a worker, so that started workflows stay open. */
async function createQuietServer() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const api = await startApiServer({ db, client });
  const create = (body: object) => api.call<TaskAnswer>('POST', '/api/tasks', { body });
  return { db, client, create, ...api };
}

test('requests of the older queue are taken as they were', async () => {
  const { db, create, call } = await createQuietServer();
  const id = await makeDispensary(db);
  const store = { dispensary_id: id, platform: 'dutchie' };
  const made = await create({ role: 'product_resync', ...store, priority: 20 });
  expect([made.status, made.body]).toMatchObject([201, { role: 'payload_fetch', priority: 20, ...store }]);
  const other = await create({ role: 'product_resync', ...store, platform: 'blaze' });
  expect([other.status, other.body.code, other.body.detail]).toEqual([
    409,
    'conflict',
    `Dispensary ${id} is on dutchie, not on blaze.`,
  ]);
  const search = await create({ role: 'entry_point_discovery', ...store });
  expect([search.status, search.body]).toMatchObject([201, { role: 'entry_point_discovery', priority: 10 }]);
  const stores = await create({ role: 'store_discovery', platform: 'blaze', state_code: 'CA' });
  expect([stores.status, stores.body]).toMatchObject([201, { platform: 'blaze', priority: 0 }]);
  const discovery = await call('POST', '/api/tasks/generate/discovery');
  expect([discovery.status, discovery.body]).toMatchObject([
    201,
    { role: 'store_discovery', platform: 'dutchie', priority: 10 },
  ]);
});

test('what is repeated with its Idempotency-Key is answered as before, whatever it starts', async () => {
  const { db, client, call, create } = await createQuietServer();
  await applySchedules(client, defaultSchedules({ discoveryStates: ['AZ'], crawlIntervalHours: 4 }));
  const ids = [await makeDispensary(db, { state: 'AZ' }), await makeDispensary(db, { state: 'AZ' })];
  const [first, second] = ids;
  const { body: cancelled } = await create({
    role: 'payload_fetch',
    dispensary_id: first,
    scheduled_for: '2100-01-01T00:00:00Z',
  });
  await call('POST', `/api/tasks/${cancelled.id}/cancel`);
  const run = await beginRun(db);
  const payloadId = await storePayload(db, run, await makePayloadRecord(db, day(3)));
  const requests: [string, object?][] = [
    ['/api/tasks', { role: 'payload_fetch', dispensary_id: first }],
    ['/api/tasks/generate/discovery', { platform: 'dutchie', state_code: 'AZ' }],
    ['/api/tasks/generate/resync', { batches_per_day: 2 }],
    ['/api/tasks/recover-stale', { threshold_minutes: 60 }],
    [`/api/tasks/${cancelled.id}/retry`],
    ['/api/job-queue/enqueue', { dispensary_id: second }],
    ['/api/job-queue/enqueue-batch', { dispensary_ids: ids }],
    ['/api/job-queue/enqueue-state', { state_code: 'AZ' }],
    [`/api/dispensaries/${second}/crawl`],
    ['/api/schedules/analytics_refresh/trigger'],
    [`/api/payloads/${payloadId}/refresh`],
  ];
  for (const [path, body] of requests) {
    const options = { headers: { 'Idempotency-Key': path }, ...(body === undefined ? {} : { body }) };
    const once = await call('POST', path, options);
    expect([path, once.status < 300, once.headers.get('idempotency-replayed')]).toEqual([path, true, null]);
    const again = await call('POST', path, options);
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([
      once.status,
      once.text,
      'true',
    ]);
  }
});

test('a retry may be tried again as often as the task before', async () => {
  const { db, client, create, call } = await createQuietServer();
  const id = await makeDispensary(db);
  const wishes = { max_retries: 2, priority: 7 };
  const { body: task } = await create({ role: 'payload_fetch', dispensary_id: id, ...wishes });
  await client.workflow.getHandle(`crawl/${id}`).terminate('a test');
  const retried = await call('POST', `/api/tasks/${task.id}/retry`);
  expect([retried.status, retried.body]).toMatchObject([201, wishes]);
  expect(retried.body.id).not.toBe(task.id);
  const { memo } = await client.workflow.getHandle(`crawl/${id}`).describe();
  expect(memo).toEqual({ ...wishes, requested_by: 'this machine' });
});

test('some tasks are listed and counted by their ids, with other filters, and an id that is none is refused', async () => {
  const { db, create, call } = await createQuietServer();
  const tasks: string[] = [];
  for (const state of ['AZ', 'AZ', 'NV']) {
    const store = await makeDispensary(db, { state });
    tasks.unshift((await create({ role: 'payload_fetch', dispensary_id: store })).body.id);
  }
  const listed = async (query: string) => {
    const { body } = await call<{ items?: TaskAnswer[] }>('GET', `/api/tasks?${query}`);
    return body.items?.map(({ id }) => id);
  };
  const two = tasks.slice(1);
  // Polls, because the list is complete only after the ledger has followed Temporal once.
  await expect.poll(() => listed(`ids=${two.join(',')}`), { timeout: 60_000 }).toEqual(two);
  expect(await listed(`ids=${tasks.join(',')}&state=NV`)).toEqual([tasks[0]]);
  const { body } = await call<{ counts: object }>('GET', `/api/tasks/counts?ids=${tasks[0]}`);
  expect(body.counts).toMatchObject({ pending: 1 });
  expect(await call('GET', `/api/tasks?ids=${tasks[0]},`)).toMatchObject({
    status: 400,
    body: { code: 'bad-input' },
  });
});

test('a refresh of one of its payloads is an active task of a store', async () => {
  const { db, create, call } = await createQuietServer();
  const run = await beginRun(db);
  const payloadId = await storePayload(db, run, await makePayloadRecord(db, day(3)));
  await completeStage(db, run, { stage: 'fetch', result: {}, isLast: true });
  const active = async () => (await call('GET', `/api/tasks/store/${run.dispensaryId}/active`)).body;
  // Polls, because the list is complete only after the ledger has followed Temporal once.
  await expect
    .poll(active, { timeout: 60_000 })
    .toMatchObject({ dispensary_id: run.dispensaryId, active: false, task: null });
  const { body: task } = await create({ role: 'product_refresh', payload: { payload_id: payloadId } });
  await expect
    .poll(active, { timeout: 60_000 })
    .toMatchObject({ active: true, task: { id: task.id, role: 'product_refresh' } });
});

test('a schedule may be sent back as it was read, and neither its name nor its role is changed', async () => {
  const { client, call } = await createQuietServer();
  await applySchedules(client, defaultSchedules({ discoveryStates: ['AZ'], crawlIntervalHours: 4 }));
  const path = '/api/schedules/payload_fetch_all';
  const { body: schedule } = await call('GET', path);
  const { name, role, enabled, interval_hours, priority, state_code } = schedule;
  const sent = { name, role, enabled, interval_hours, priority, state_code };
  const put = (body: object) => call('PUT', path, { body });
  expect(await put(sent)).toMatchObject({ status: 200, body: sent });
  expect(await put({ ...sent, name: 'other' })).toMatchObject({ status: 409, body: { code: 'conflict' } });
  const moved = await put({ ...sent, role: 'store_discovery' });
  expect([moved.status, moved.body.detail]).toEqual([
    409,
    'payload_fetch_all has the role payload_fetch, which cannot be changed; got store_discovery.',
  ]);
});

test('lists are CSV or one JSON object a line, with the next page in the header Link', async () => {
  const { db, client, call, create } = await createQuietServer();
  await applySchedules(client, defaultSchedules({ discoveryStates: ['AZ'], crawlIntervalHours: 4 }));
  for (let store = 0; store < 3; store += 1)
    await create({ role: 'payload_fetch', dispensary_id: await makeDispensary(db) });
  const as = (type: string) => ({ headers: { accept: type } });
  await expect
    .poll(async () => (await call<{ items: [] }>('GET', '/api/tasks')).body.items, { timeout: 60_000 })
    .toHaveLength(3);
  const ids: string[] = [];
  let path: string | null = '/api/tasks?limit=2&status=pending';
  const sizes: number[] = [];
  while (path !== null) {
    const page: ApiAnswer = await call('GET', path, as('application/x-ndjson'));
    expect(page.headers.get('content-type')).toMatch(/^application\/x-ndjson/);
    const lines = page.text.trimEnd().split('\n');
    ids.push(...lines.map((line) => (JSON.parse(line) as TaskAnswer).id));
    sizes.push(lines.length);
    path = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ?? null;
  }
  expect([sizes, new Set(ids).size]).toEqual([[2, 1], 3]);
  for (const list of ['/api/tasks', '/api/schedules', '/api/tasks/capacity']) {
    const { headers, text } = await call('GET', list, as('text/csv'));
    expect(headers.get('content-type')).toMatch(/^text\/csv/);
    const { body } = await call<{ items: object[] }>('GET', list);
    const [names, ...rows] = text.trimEnd().split('\n');
    expect(names!.split(',').toSorted()).toEqual(Object.keys(body.items[0]!).toSorted());
    expect(rows).toHaveLength(body.items.length);
  }
});
