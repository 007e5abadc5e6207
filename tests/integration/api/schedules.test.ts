import { expect, test } from 'vitest';
import { applySchedules } from '../../../temporal-client/apply-schedules.ts';
import { crawlDueId } from '../../../temporal-config/workflow-ids.ts';
import { defaultSchedules } from '../../../temporal-config/schedules.ts';
import { listAudit } from '../../../db/queries/api-audit.ts';
import { givenKey, startApiServer } from '../../support/api-server.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

interface ScheduleAnswer {
  id: string;
  enabled: boolean;
  [field: string]: unknown;
}

const DEFINITIONS = defaultSchedules({ discoveryStates: ['AZ'], crawlIntervalHours: 4 });

async function createServer() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  await applySchedules(client, DEFINITIONS);
  const { call } = await startApiServer({ db, client });
  const list = async () => (await call<{ items: ScheduleAnswer[] }>('GET', '/api/schedules')).body.items;
  return { client, call, list };
}

/** How long to poll: the list of schedules lags a little. */
const WAIT = { timeout: 60_000, interval: 500 };

test('the schedules of code are listed with the fields that operators know', async () => {
  const { call, list } = await createServer();
  await expect
    .poll(async () => (await list()).map(({ id }) => id), WAIT)
    .toEqual(DEFINITIONS.map(({ id }) => id).sort());
  const one = (await list()).find(({ id }) => id === 'payload_fetch_all');
  expect(one).toMatchObject({
    name: 'payload_fetch_all',
    role: 'payload_fetch',
    enabled: true,
    interval_hours: 4,
    priority: 0,
    state_code: null,
    last_run_at: null,
    next_run_at: expect.any(String),
    last_task_count: null,
    last_error: null,
    workflow_id: 'crawl-due/all',
    made_by_code: true,
  });
  expect((await call('GET', '/api/schedules/payload_fetch_all')).body).toMatchObject({ id: one!.id });
});

test('what is changed is changed at once, and stays when code is applied', async () => {
  const { client, call, list } = await createServer();
  const body = { interval_hours: 6, priority: 15, state_code: 'CA', enabled: false };
  const edited = await call('PUT', '/api/schedules/payload_fetch_all', { body });
  expect([edited.status, edited.body]).toMatchObject([
    200,
    { ...body, next_run_at: null, workflow_id: 'crawl-due/CA' },
  ]);
  expect((await list()).find(({ id }) => id === 'payload_fetch_all')).toMatchObject(body);
  await applySchedules(client, DEFINITIONS);
  const back = await call('PUT', '/api/schedules/payload_fetch_all', {
    body: { state_code: null, enabled: true },
  });
  expect(back.body).toMatchObject({ interval_hours: 6, priority: 15, state_code: null, enabled: true });
  const paused = await call('POST', '/api/schedules/analytics_refresh/pause', {
    body: { note: 'maintenance' },
  });
  expect(paused.body).toMatchObject({ enabled: false, note: 'maintenance', next_run_at: null });
  expect((await call('POST', '/api/schedules/analytics_refresh/resume')).body).toMatchObject({
    enabled: true,
  });
  const because = await call('POST', '/api/schedules/analytics_refresh/pause', {
    headers: { 'X-Reason': 'vacuum runs' },
  });
  expect(because.body).toMatchObject({ enabled: false, note: 'vacuum runs' });
});

test('the reason of each change of a schedule is in the audit', async () => {
  const { call } = await createServer();
  const one = '/api/schedules/analytics_refresh';
  const because = (reason: string) => ({ headers: { 'X-Reason': reason } });
  await call('PUT', one, { body: { interval_hours: 6 }, ...because('twice as often') });
  await call('POST', `${one}/pause`, because('the disk is full'));
  await call('POST', `${one}/resume`, because('there is room'));
  await call('POST', `${one}/trigger`, because('a report is due'));
  await call('DELETE', one, because('not needed'));
  const { body } = await call<{ items: Record<string, unknown>[] }>('GET', '/api/audit');
  expect(body.items.map(({ method, path, reason }) => [method, path, reason])).toEqual([
    ['DELETE', one, 'not needed'],
    ['POST', `${one}/trigger`, 'a report is due'],
    ['POST', `${one}/resume`, 'there is room'],
    ['POST', `${one}/pause`, 'the disk is full'],
    ['PUT', one, 'twice as often'],
  ]);
});

test('what cannot be is refused in words', async () => {
  const { call } = await createServer();
  const answer = async (method: string, path: string, body?: object) => {
    const { status, body: problem } = await call(
      method,
      `/api/schedules${path}`,
      body === undefined ? {} : { body },
    );
    return [status, problem.code];
  };
  expect(await answer('PUT', '/nothing', { enabled: true })).toEqual([404, 'not-found']);
  expect(await answer('POST', '/nothing/trigger')).toEqual([404, 'not-found']);
  expect(await answer('DELETE', '/nothing')).toEqual([404, 'not-found']);
  expect(await answer('GET', '/nothing')).toEqual([404, 'not-found']);
  for (const method of ['GET', 'DELETE']) {
    const { body } = await call(method, '/api/schedules/payload_fetch');
    expect(body.detail).toMatch(/^There is no schedule "payload_fetch"\. There are .*payload_fetch_all/);
  }
  expect(await answer('PUT', '/analytics_refresh', { state_code: 'CA' })).toEqual([409, 'conflict']);
  expect(await answer('POST', '/analytics_refresh/pause', { note: 'a\u0000b' })).toEqual([400, 'bad-input']);
  expect(await answer('PUT', '/analytics_refresh', {})).toEqual([400, 'bad-input']);
  expect(await answer('PUT', '/analytics_refresh', { interval_hours: 0 })).toEqual([400, 'bad-input']);
  const taken = { id: 'payload_fetch_all', role: 'payload_fetch', interval_hours: 1 };
  expect(await answer('POST', '', taken)).toEqual([409, 'conflict']);
  expect(await answer('POST', '', { ...taken, role: 'storage_sweep', id: 'x', platform: 'blaze' })).toEqual([
    400,
    'bad-input',
  ]);
});

test('a schedule that a person makes fires, is left alone by code, and can be removed', async () => {
  const world = await createCrawlWorld({ dispensaries: 1 });
  const { call } = await startApiServer(world);
  const request = {
    id: 'blaze_in_california',
    role: 'payload_fetch',
    interval_hours: 12,
    state_code: 'CA',
    platform: 'blaze',
    priority: 4,
  };
  const made = await call('POST', '/api/schedules', { body: request });
  expect([made.status, made.body]).toMatchObject([
    201,
    {
      id: request.id,
      role: 'payload_fetch',
      interval_hours: 12,
      priority: 4,
      state_code: 'CA',
      enabled: true,
      made_by_code: false,
    },
  ]);
  expect(made.body.workflow_id).toBe(crawlDueId('CA', 'blaze'));
  expect(
    (await applySchedules(world.client, DEFINITIONS, { prune: true })).map(({ id }) => id),
  ).not.toContain(request.id);
  await world.startWorker('all', { WORKER_QUEUES: 'crawlchain,ingest' });
  const fired = await call('POST', `/api/schedules/${request.id}/trigger`);
  // On a busy server, the result may not be known yet when the API answers. The run itself is checked below.
  expect([fired.status, ['fired', 'taken']]).toEqual([200, expect.arrayContaining([fired.body['outcome']])]);
  await expect
    .poll(async () => (await call('GET', `/api/schedules/${request.id}`)).body, WAIT)
    .toMatchObject({
      last_outcome: 'completed',
      last_task_count: 0,
      last_error: null,
      last_run_at: expect.any(String),
    });
  expect((await call('DELETE', `/api/schedules/${request.id}`)).status).toBe(204);
  expect((await call('GET', `/api/schedules/${request.id}`)).status).toBe(404);
});

test('schedules are compared with code, applied, pruned and backfilled, with the reason in the audit', async () => {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const [{ call }, operator] = [
    await startApiServer({ db, client, env: { DISCOVERY_STATES: 'AZ' } }),
    await givenKey(db, 'operate'),
  ];
  const reader = await givenKey(db, 'read');
  const ids = DEFINITIONS.map(({ id }) => id);
  interface Diffs {
    items: { id: string; state: string; changes: object[]; done?: string }[];
  }
  const diff = async () => (await call<Diffs>('GET', '/api/schedule-diff', { headers: reader })).body.items;
  expect(await diff()).toMatchObject(ids.map((id) => ({ id, state: 'missing' })));
  expect((await call('POST', '/api/schedules/apply', { headers: reader })).status).toBe(403);
  const headers = { ...operator, 'x-reason': 'the first time' };
  const applied = await call<Diffs>('POST', '/api/schedules/apply', { headers });
  expect(applied.body.items).toMatchObject(ids.map((id) => ({ id, done: 'created' })));
  await call('PUT', '/api/schedules/payload_fetch_all', { headers: operator, body: { interval_hours: 6 } });
  expect((await diff())[0]).toMatchObject({
    state: 'different',
    changes: [
      expect.objectContaining({
        field: 'interval_seconds',
        changed_by: 'operator',
        schedule: 21_600,
        code: 14_400,
      }),
    ],
  });
  const again = await call<Diffs>('POST', '/api/schedules/apply', { headers, body: { prune: true } });
  expect(again.body.items).toMatchObject([{ done: 'left' }, ...ids.slice(1).map(() => ({ done: 'left' }))]);

  const period = { from: '2026-01-01T12:00:00Z', to: '2026-01-03T12:00:00Z' };
  const path = '/api/schedules/storage_sweep/backfill';
  const backfilled = await call('POST', path, { headers: operator, body: period });
  expect(backfilled.body).toMatchObject({ id: 'storage_sweep', overlap: 'SKIP', state_filter: null });
  const reversed = { from: period.to, to: period.from };
  expect(await call('POST', path, { headers: operator, body: reversed })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('is no period') },
  });
  const endless = { from: '1970-01-01T00:00:00Z', to: period.to };
  expect(await call('POST', path, { headers: operator, body: endless })).toMatchObject({
    status: 409,
    body: {
      detail: expect.stringMatching(
        /^The schedule .* fires about \d+ times .*; a backfill takes at most 1000\.$/,
      ),
    },
  });
  expect(await listAudit(db, { actor: null, before: null, limit: 20 })).toContainEqual(
    expect.objectContaining({ path: '/api/schedules/apply', reason: 'the first time', status: 200 }),
  );
});
