import { expect, test } from 'vitest';
import { startCrawl } from '../../../temporal-client/crawl-control.ts';
import { startJob } from '../../../temporal-client/job-control.ts';
import { startPlanLater } from '../../../temporal-client/start-plan.ts';
import { planCrawl } from '../../../temporal-client/task-plans.ts';
import { crawlDispensaryId, jobWorkflowId } from '../../../temporal-config/workflow-ids.ts';
import { givenKey } from '../../support/api-server.ts';
import { blocked, createBulkWorld, type BulkWorld, type ShownBulkAction } from '../../support/bulk-world.ts';
import { createGate } from '../../support/chain-gate.ts';
import { addDispensaries } from '../../support/fan-out-world.ts';
import { readRuns } from '../../support/keep-ledger.ts';

const store = (id: number, stateCode = 'NV') => ({
  id,
  name: `Store ${id}`,
  platform: 'dutchie' as const,
  stateCode,
});

async function crawlAll({ db, client }: BulkWorld, count: number, state: string): Promise<number[]> {
  const ids = await addDispensaries(db, count, { state });
  for (const id of ids) await startCrawl(client, store(id, state));
  return ids;
}

const HOUR_AGO = () => new Date(Date.now() - 3_600_000).toISOString();

test('one request retries all that failed in the last hour with one error in one state, and nothing else', async () => {
  let isBlocked = true;
  const world = await createBulkWorld({
    crawl: async () => {
      if (isBlocked) throw blocked();
    },
  });
  const { db, api } = world;
  const inNevada = await crawlAll(world, 42, 'NV');
  const inArizona = await crawlAll(world, 4, 'AZ');
  await world.untilRuns('crawlDispensary', 'failed', 46);
  isBlocked = false;
  const filter = { status: 'failed', error: 'Blocked', state: 'NV', ended_since: HOUR_AGO() };
  const body = { action: 'retry', of: 'tasks', filter };

  const dry = await api.call('POST', '/api/bulk-actions', { body: { ...body, dry_run: true } });
  const none = { count: 42, has_more: false, skipped: 0, skipped_by_reason: [] };
  expect(dry).toMatchObject({ status: 200, body: none });
  const refused = await api.call('POST', '/api/bulk-actions', { body: { ...body, expected_count: 36 } });
  expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(refused.body['detail']).toContain('matches 42 tasks now, but 36 were expected');
  expect((await api.call<{ items: [] }>('GET', '/api/bulk-actions')).body.items).toEqual([]);
  const noted = async () => (await api.call<{ items: object[] }>('GET', '/api/audit')).body.items;
  const summary = `retry of 42 tasks with status failed, state NV, error Blocked, ended_since ${filter.ended_since}`;
  // A dry run changes nothing, so it leaves no entry.
  expect(await noted()).toMatchObject([{ outcome: 'refused', summary }]);

  const headers = { 'X-Reason': 'the proxies are new', 'Idempotency-Key': 'once' };
  const started = await api.call<{ id: string; count: number }>('POST', '/api/bulk-actions', {
    body: { ...body, expected_count: 40 },
    headers,
  });
  const { id } = started.body;
  expect(started).toMatchObject({ status: 202, body: { count: 42, workflow_id: `bulk/${id}` } });
  expect(started.headers.get('location')).toBe(`/api/bulk-actions/${id}`);
  expect((await noted())[0]).toMatchObject({
    outcome: 'done',
    reason: 'the proxies are new',
    summary: `${summary}: bulk action ${id}`,
  });
  const listed = await api.call<{ items: ShownBulkAction[] }>('GET', '/api/bulk-actions');
  expect(listed.body.items).toMatchObject([{ id, action: 'retry', of: 'tasks', filter }]);
  const again = await api.call<{ id: string }>('POST', '/api/bulk-actions', {
    body: { ...body, expected_count: 40 },
    headers,
  });
  expect(again.body.id).toBe(id);

  expect(await world.ended(id)).toMatchObject({
    status: 'completed',
    matched: 42,
    done: 42,
    skipped: 0,
    failed: 0,
    reason: 'the proxies are new',
    progress_percent: 100,
    progress_message: '42 tasks, 42 started once more, 0 skipped, 0 failed',
  });
  await world.untilRuns('crawlDispensary', 'completed', 42);
  const runs = await readRuns(db);
  const runsOf = (ids: number[]) =>
    ids.map((one) => runs.filter(({ workflow_id: name }) => name === crawlDispensaryId(one)).length);
  expect(new Set(runsOf(inNevada))).toEqual(new Set([2]));
  expect(new Set(runsOf(inArizona))).toEqual(new Set([1]));
  expect(runs.filter(({ started_by: by }) => by === `bulk/${id}`).length).toBe(42);

  // Runs that were already retried are skipped with a reason, in the preview as well.
  const foreseen = {
    count: 42,
    skipped: 42,
    skipped_by_reason: [{ reason: 'it has run again', count: 42 }],
  };
  const foresee = await api.call('POST', '/api/bulk-actions', {
    body: { ...body, dry_run: true, expected_count: 42 },
  });
  expect(foresee).toMatchObject({ status: 200, body: foreseen });
  const second = await world.ended(await world.start(body));
  expect(second).toMatchObject({ matched: 42, done: 0, skipped: 42 });
  expect(second.skipped_by_reason).toMatchObject([{ reason: 'it has run again', count: 42 }]);
  expect(second.skipped_by_reason[0]!.sample_ids.length).toBe(20);
  const bulk = await readRuns(db).then((all) => all.find(({ workflow_id: name }) => name === `bulk/${id}`)!);
  expect(bulk.started_at).not.toBe(null);
  const reported = await db
    .selectFrom('run_events')
    .select('event')
    .where('run_key', '=', bulk.id)
    .orderBy('id')
    .execute();
  expect(reported.map(({ event }) => event).filter((event) => event !== 'progress')).toEqual([
    'created',
    'claimed',
    'completed',
  ]);
});

test('a retry leaves what would fail in the same way, unless its kind is named, and what the filter does not have', async () => {
  let isFailing = true;
  const world = await createBulkWorld({
    crawl: async (id) => {
      if (isFailing)
        throw Object.assign(blocked(), { type: id % 2 === 0 ? 'InvalidInput' : 'UpstreamError' });
    },
  });
  const ids = await crawlAll(world, 10, 'NV');
  await world.untilRuns('crawlDispensary', 'failed', 10);
  isFailing = false;
  const off = ids.find((id) => id % 2 !== 0)!;
  await world.db.updateTable('dispensaries').set({ crawl_enabled: false }).where('id', '=', off).execute();
  const all = { action: 'retry', of: 'tasks', filter: { state: 'NV' } };
  const dry = await world.api.call('POST', '/api/bulk-actions', { body: { ...all, dry_run: true } });
  const one = await world.ended(await world.start(all));
  const { reason } = one.skipped_by_reason[0]!;
  const skips = [{ reason }, { reason: 'the crawls of its dispensary are switched off', count: 1 }];
  expect(dry.body).toMatchObject({ count: 10, skipped: 6, skipped_by_reason: skips });
  expect(one).toMatchObject({ matched: 10, done: 4, skipped: 6, skipped_by_reason: skips });
  expect(reason).toContain('InvalidInput: a retry would fail in the same way');
  const filter = { error: 'InvalidInput' };
  const other = await world.ended(await world.start({ action: 'retry', of: 'tasks', filter }));
  expect(other).toMatchObject({ matched: 5, done: 5, skipped: 0 });
});

test('open tasks are asked to end, and what has ended in the meantime is left with the reason', async () => {
  const gate = createGate();
  let spare = 0;
  const world: BulkWorld = await createBulkWorld({
    crawl: gate.hold,
    around: (act) => async (run, bulk) => {
      if (run.workflowId === crawlDispensaryId(spare)) {
        await world.client.workflow.getHandle(run.workflowId).terminate('by hand');
      }
      return act(run, bulk);
    },
  });
  const ids = await crawlAll(world, 30, 'NV');
  const others = await crawlAll(world, 5, 'AZ');
  spare = ids[15]!;
  await world.untilRuns('crawlDispensary', null, 35);
  const key = await givenKey(world.db, 'operate');
  const id = await world.start({ action: 'cancel', of: 'tasks', filter: { state: 'NV' } }, key);
  const ended = await world.ended(id, key);
  expect(ended).toMatchObject({ matched: 30, done: 29, skipped: 1, requested_by: 'a operate key' });
  expect(ended.skipped_by_reason).toMatchObject([{ reason: 'it is now failed', count: 1 }]);
  expect(ended.skipped_by_reason[0]!.sample_ids[0]).toMatch(`crawl~${spare}~`);
  await world.untilRuns('crawlDispensary', 'cancelled', 29);
  await world.untilRuns('crawlDispensary', null, others.length);
  const requested = world.db.selectFrom('run_events').where('event', '=', 'cancel_requested');
  const actors = await requested.select(['actor', 'message']).execute();
  expect(actors).toHaveLength(29);
  expect(new Set(actors.map(({ actor, message }) => `${actor} by ${message}`))).toEqual(
    new Set([`a operate key by bulk/${id}`]),
  );
  gate.letGo();
});

test('what waits for its time begins now: tasks and jobs', async () => {
  const world = await createBulkWorld({ runJob: async () => ({ done: true }) });
  const { client } = world;
  const ids = await addDispensaries(world.db, 8, { state: 'NV' });
  const at = new Date(Date.now() + 3_600_000);
  for (const id of ids) await startPlanLater(client, planCrawl(store(id), {}), { at });
  for (let number = 1; number <= 8; number += 1)
    await startJob(
      client,
      { jobType: 'sync', account: 'ann', scheduledFor: at.toISOString() },
      { id: `j-${number}` },
    );
  await world.untilRuns('startOnce', null, 8);
  await world.untilRuns('job', null, 8);
  const tasks = await world.ended(
    await world.start({ action: 'start', of: 'tasks', filter: { state: 'NV' } }),
  );
  expect(tasks).toMatchObject({ matched: 8, done: 8, skipped: 0, failed: 0 });
  const jobs = await world.ended(
    await world.start({ action: 'start', of: 'jobs', filter: { account: 'ann' } }),
  );
  expect(jobs).toMatchObject({ matched: 8, done: 8, skipped: 0, failed: 0 });
  await world.untilRuns('crawlDispensary', 'completed', 8);
  await world.untilRuns('job', 'completed', 8);
});

test('jobs that failed are retried once each unless they would fail in the same way, and those that wait are cancelled', async () => {
  let isFailing = true;
  const world = await createBulkWorld({
    runJob: async ({ account }) => {
      if (isFailing) throw blocked(account);
      return { done: true };
    },
  });
  const { client, api } = world;
  for (let number = 1; number <= 12; number += 1) {
    const account = number > 10 ? 'NotFound' : 'Blocked';
    await startJob(client, { jobType: 'sync', maxRetries: 0, account }, { id: `j-${number}` });
  }
  await world.untilRuns('job', 'failed', 12);
  isFailing = false;
  const found = await api.call<{ items: object[] }>('GET', '/api/jobs?error=NotFound');
  expect(found.body.items).toMatchObject([{ account: 'NotFound' }, { account: 'NotFound' }]);
  const filter = { job_type: 'sync' };
  const retried = await world.ended(await world.start({ action: 'retry', of: 'jobs', filter }));
  expect(retried).toMatchObject({ matched: 12, done: 10, skipped: 2, failed: 0 });
  expect(retried.skipped_by_reason[0]!.reason).toContain('NotFound: a retry would fail in the same way');
  await world.untilRuns('job', 'completed', 10);
  const named = { job_type: 'sync', error: 'NotFound' };
  const other = await world.ended(await world.start({ action: 'retry', of: 'jobs', filter: named }));
  expect(other).toMatchObject({ matched: 2, done: 2, skipped: 0, failed: 0 });
  await world.untilRuns('job', 'completed', 12);
  const runs = (await readRuns(world.db)).filter(({ type }) => type === 'job');
  expect(runs.length).toBe(24);

  const scheduledFor = new Date(Date.now() + 3_600_000).toISOString();
  for (let number = 1; number <= 5; number += 1)
    await startJob(
      client,
      { jobType: 'sync', account: 'ann', priority: 5, scheduledFor },
      { id: `later-${number}` },
    );
  await world.untilRuns('job', null, 5);
  const cancelled = await world.ended(
    await world.start({ action: 'cancel', of: 'jobs', filter: { account: 'ann', priority: 5 } }),
  );
  expect(cancelled).toMatchObject({ matched: 5, done: 5 });
  const statuses = await Promise.all(
    [1, 2, 3, 4, 5].map((number) =>
      client.workflow
        .getHandle(jobWorkflowId(`later-${number}`))
        .result()
        .catch(() => 'cancelled'),
    ),
  );
  expect(new Set(statuses)).toEqual(new Set(['cancelled']));
});

test('what cannot be meant is refused with what is possible', async () => {
  const { api } = await createBulkWorld({});
  const refusals: [body: object, status: number, detail: string][] = [
    [
      { action: 'retry', of: 'tasks', filter: {} },
      422,
      'filter needs at least one field; without one, the action would apply to all tasks.',
    ],
    [
      { action: 'start', of: 'jobs', filter: { status: 'failed' } },
      422,
      'filter.status takes pending to start jobs, got failed.',
    ],
    [
      { action: 'cancel', of: 'tasks', filter: { status: 'pending,completed' } },
      422,
      'filter.status takes pending, claimed, running, stale to cancel tasks, got completed.',
    ],
    [
      {
        action: 'retry',
        of: 'tasks',
        filter: { since: '2026-02-01T00:00:00Z', until: '2026-01-01T00:00:00Z' },
      },
      422,
      'filter.since (body) must not be above until, got 2026-02-01T00:00:00Z and 2026-01-01T00:00:00Z.',
    ],
    [
      { action: 'delete', of: 'tasks', filter: { state: 'NV' } },
      422,
      'delete got tasks, which their retention alone deletes; it takes jobs.',
    ],
    [{ action: 'retry', of: 'crawls', filter: { state: 'NV' } }, 400, 'of (body) takes tasks or jobs'],
    [{ action: 'retry', of: 'tasks' }, 400, 'filter (body) is missing'],
    [{ action: 'retry', of: 'jobs', filter: { state: 'NV' } }, 400, 'filter.state (body) is not taken here'],
  ];
  for (const [body, status, detail] of refusals) {
    const answer = await api.call('POST', '/api/bulk-actions', { body });
    expect({ body, status: answer.status, detail: answer.body['detail'] }).toEqual({
      body,
      status,
      detail: expect.stringContaining(detail) as string,
    });
  }
  expect((await api.call('GET', '/api/bulk-actions/nobody')).status).toBe(404);
  expect((await api.call('POST', '/api/bulk-actions/nobody/cancel')).status).toBe(404);
});

test('a key that may only read starts no bulk action', async () => {
  const { api, db } = await createBulkWorld({});
  const answer = await api.call('POST', '/api/bulk-actions', {
    body: { action: 'cancel', of: 'tasks', filter: { state: 'NV' } },
    headers: await givenKey(db, 'read'),
  });
  expect(answer.status).toBe(403);
});
