import { expect, test } from 'vitest';
import { waitForCrawl } from '../../../temporal-client/crawl-control.ts';
import { addNamedDispensaries } from '../../support/add-dispensary.ts';
import { startApiServer, type ApiServer } from '../../support/api-server.ts';
import { makeBacklog } from '../../support/crawl-backlog.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { makeDispensary } from '../db/make-crawl.ts';

interface TaskAnswer {
  id: string;
  workflow_id: string;
  run_id: string;
  role: string;
  status: string;
  stage: string | null;
  dispensary_id: number | null;
  created_at: string;
  already_running?: boolean;
  [field: string]: unknown;
}

interface List {
  items: TaskAnswer[];
  next_cursor: string | null;
  as_of: string;
  stale: boolean;
}

async function createQuietServer() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  return { db, client, ...(await startApiServer({ db, client })) };
}

const create = (api: ApiServer, body: object) => api.call<TaskAnswer>('POST', '/api/tasks', { body });

/** Polls the list of tasks: visibility lags a little, and the list is refreshed about every second. */
const expectList = (api: ApiServer, query: string) =>
  expect.poll(async () => (await api.call<List>('GET', `/api/tasks?${query}`)).body.items, {
    timeout: 60_000,
    interval: 500,
  });

const expectCounts = (api: ApiServer, query = '') =>
  expect.poll(
    async () => (await api.call<{ counts: object }>('GET', `/api/tasks/counts?${query}`)).body.counts,
    { timeout: 60_000, interval: 500 },
  );

test('a task that no worker has taken is pending, wherever one looks', async () => {
  const api = await createQuietServer();
  const id = await makeDispensary(api.db, { name: 'Desert Bloom' });
  const made = await create(api, { role: 'payload_fetch', dispensary_id: id, priority: 25, max_retries: 2 });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    id: `crawl~${id}~${made.body.run_id}`,
    workflow_id: `crawl/${id}`,
    role: 'payload_fetch',
    dispensary_id: id,
    dispensary_name: 'Desert Bloom',
    platform: 'dutchie',
    state_code: 'AZ',
    status: 'pending',
    priority: 25,
    max_retries: 2,
    retry_count: 0,
    worker_id: null,
    already_running: false,
  });
  const { already_running: _, ...task } = made.body;
  const unserved =
    /^a worker: none serves the queue `crawlchain`; a worker: none serves the queue `fetch-dutchie`/;
  await expectList(api, 'status=pending').toEqual([
    { ...task, waiting_for: expect.stringMatching(unserved) },
  ]);
  await expectCounts(api).toMatchObject({ pending: 1, running: 0, completed: 0 });
  expect((await api.call('GET', `/api/tasks/${task.id}`)).body).toMatchObject({
    ...task,
    stages: [],
    waiting_for: 'a worker: none serves the queue `crawlchain`',
  });
  const { body: active } = await api.call('GET', `/api/tasks/store/${id}/active`);
  expect(active).toMatchObject({ dispensary_id: id, active: true, task });
  const { body: row } = await api.call('GET', '/api/tasks/capacity/product_resync');
  expect(row).toMatchObject({
    role: 'product_resync',
    pending_tasks: 1,
    active_workers: 0,
    workers_needed: { for_1_hour: null },
    stages: [
      { role: 'payload_fetch', pending_tasks: 1 },
      { role: 'product_refresh', upstream_tasks: 1 },
    ],
  });
  expect((await create(api, { role: 'payload_fetch', dispensary_id: id })).body).toMatchObject({
    id: task.id,
    already_running: true,
  });
  // A request with a higher priority raises the priority of the waiting task, and lists show the new one.
  const urgent = { role: 'payload_fetch', dispensary_id: id, priority: 30 };
  expect((await create(api, urgent)).body).toMatchObject({ id: task.id, priority: 30 });
  expect((await create(api, { ...urgent, priority: 26 })).body).toMatchObject({ priority: 30 });
  const { body: promoted } = await api.call<{ timeline: object[] }>('GET', `/api/tasks/${task.id}`);
  expect(promoted.timeline).toMatchObject([{ event: 'created' }, { event: 'promoted' }]);
  const never = await api.call('GET', '/api/tasks/role/payload_fetch/last-completion');
  expect(never.body).toMatchObject({ last_completion: null, task: null });
});

test('every filter narrows the list and the counts alike, and a cursor goes through all of it', async () => {
  const api = await createQuietServer();
  const stores: number[] = [];
  for (const state of ['AZ', 'AZ', 'CA', 'CA', 'CA']) stores.push(await makeDispensary(api.db, { state }));
  for (const id of stores) await create(api, { role: 'payload_fetch', dispensary_id: id });
  await create(api, { role: 'analytics_refresh' });
  await create(api, { role: 'store_discovery', platform: 'blaze', state_code: 'CA' });
  await expectCounts(api).toMatchObject({ pending: 7 });
  const count = async (query: string) => {
    const { body } = await api.call<{ counts: { pending: number } }>('GET', `/api/tasks/counts?${query}`);
    const { body: list } = await api.call<List>('GET', `/api/tasks?${query}`);
    expect(list.items).toHaveLength(body.counts.pending);
    return body.counts.pending;
  };
  expect(await count('state=ca,WY')).toBe(4);
  expect(await count('role=payload_fetch')).toBe(5);
  expect(await count('role=product_resync')).toBe(5);
  expect(await count('role=analytics_refresh')).toBe(1);
  expect(await count('platform=blaze')).toBe(1);
  expect(await count(`dispensary_id=${stores[1]}`)).toBe(1);
  expect(await count('status=running,completed')).toBe(0);
  const { body: all } = await api.call<List>('GET', '/api/tasks');
  expect(all.items.map(({ role }) => role).slice(0, 2)).toEqual(['store_discovery', 'analytics_refresh']);
  const middle = all.items[3]!.created_at;
  expect((await count(`since=${middle}`)) + (await count(`until=${middle}`))).toBe(7);
  const paged: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body }: { body: List } = await api.call<List>('GET', `/api/tasks?limit=2${from}`);
    paged.push(...body.items.map(({ id }) => id));
    cursor = body.next_cursor;
  }
  expect(paged).toEqual(all.items.map(({ id }) => id));
});

test('what a role does not take, or nobody knows, is refused with its place', async () => {
  const api = await createQuietServer();
  const id = await makeDispensary(api.db);
  const refused = async (body: object) => {
    const { status, body: problem } = await create(api, body);
    return [status, problem.code, (problem.errors as { pointer: string }[] | undefined)?.[0]?.pointer];
  };
  expect(await refused({ role: 'payload_fetch' })).toEqual([400, 'bad-input', '/dispensary_id']);
  expect(await refused({ role: 'analytics_refresh', dispensary_id: id })).toEqual([
    400,
    'bad-input',
    '/dispensary_id',
  ]);
  expect(await refused({ role: 'product_refresh', dispensary_id: id })).toEqual([
    400,
    'bad-input',
    '/payload',
  ]);
  expect(await refused({ role: 'baking' })).toEqual([400, 'bad-input', '/role']);
  expect(await refused({ role: 'payload_fetch', dispensary_id: id, priority: 1.5 })).toEqual([
    400,
    'bad-input',
    '/priority',
  ]);
  expect(await refused({ role: 'payload_fetch', dispensary_id: 999 })).toEqual([404, 'not-found', undefined]);
  expect(await refused({ role: 'product_refresh', payload: { payload_id: 999 } })).toEqual([
    404,
    'not-found',
    undefined,
  ]);
  await api.db.updateTable('dispensaries').set({ crawl_enabled: false }).execute();
  expect(await refused({ role: 'payload_fetch', dispensary_id: id })).toEqual([409, 'conflict', undefined]);
  for (const task of [
    '12',
    'crawl~12~0199c6f2-5a1b-7000-8000-000000000001',
    'a=00~0199c6f2-5a1b-7000-8000-000000000001',
  ])
    expect((await api.call('GET', `/api/tasks/${task}`)).status).toBe(404);
});

test('a task for later waits for its time, can be cancelled before, and leads to what it has started', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const api = await startApiServer(world);
  const [store] = await addNamedDispensaries(world);
  const { id } = store!;
  const far = new Date(Date.now() + 86_400_000).toISOString();
  const request = { role: 'payload_fetch', dispensary_id: id, priority: 3, images: false };
  const { status, body: waiting } = await create(api, { ...request, scheduled_for: far });
  expect(status).toBe(202);
  expect(waiting).toMatchObject({ status: 'pending', scheduled_for: far, dispensary_id: id, priority: 3 });
  await expectList(api, 'status=pending').toMatchObject([{ id: waiting.id }]);
  const because = { headers: { 'X-Reason': 'see https://ann:hunter2@example.com' } };
  expect((await api.call('POST', `/api/tasks/${waiting.id}/cancel`, because)).status).toBe(202);
  const { events } = await world.client.workflow.getHandle(waiting.workflow_id).fetchHistory();
  expect(events?.at(-1)?.workflowExecutionTerminatedEventAttributes?.reason).toBe(
    'see https://***@example.com',
  );
  await expectList(api, 'status=cancelled').toMatchObject([{ id: waiting.id }]);
  expect((await api.call('POST', `/api/tasks/${waiting.id}/cancel`)).body.code).toBe('conflict');
  // The scheduled time of the task has not come, so its retry waits for that time as well.
  const { status: again, body: retried } = await api.call<TaskAnswer>(
    'POST',
    `/api/tasks/${waiting.id}/retry`,
  );
  expect([again, retried]).toMatchObject([
    202,
    { status: 'pending', scheduled_for: far, dispensary_id: id, priority: 3, already_running: false },
  ]);
  expect(retried.workflow_id).toMatch(/^later\//);
  expect((await api.call('POST', `/api/tasks/${retried.id}/cancel`)).status).toBe(202);

  await world.startWorker();
  const soon = new Date(Date.now() + 1_500).toISOString();
  const { body: starter } = await create(api, { ...request, scheduled_for: soon });
  expect(starter.workflow_id).toMatch(/^later\//);
  await expectList(api, 'status=completed').toMatchObject([
    { dispensary_id: id, workflow_id: `crawl/${id}` },
  ]);
  const { body: ended } = await api.call<TaskAnswer>('GET', `/api/tasks/${starter.id}`);
  expect(ended).toMatchObject({ status: 'completed', result: { outcome: 'started' } });
  const { task_id: startedId } = ended.result as { task_id: string };
  const { body: crawl } = await api.call('GET', `/api/tasks/${startedId}`);
  expect(crawl).toMatchObject({ status: 'completed', priority: 3, scheduled_for: soon });
  // The scheduled time has passed, so a retry of the starter starts the crawl at once.
  const { status: third, body: repeated } = await api.call<TaskAnswer>(
    'POST',
    `/api/tasks/${starter.id}/retry`,
  );
  expect([third, repeated.workflow_id]).toEqual([201, `crawl/${id}`]);
  const { payloadId } = await waitForCrawl(world.client, id);
  const { body: refresh } = await create(api, {
    role: 'product_refresh',
    payload: { payload_id: payloadId },
  });
  expect(refresh).toMatchObject({ dispensary_id: id, dispensary_name: expect.any(String) });
});

test('a task is running while its worker heartbeats, completed, failed or cancelled after that, and can be tried again', async () => {
  const world = await createCrawlWorld({ dispensaries: 4, products: 10 });
  const api = await startApiServer(world);
  const { running, waiting } = await makeBacklog(world);
  await expectCounts(api).toMatchObject({ pending: waiting.length, running: 1, claimed: 0, stale: 0 });
  const { body: capacity } = await api.call<{ items: object[] }>('GET', '/api/tasks/capacity');
  expect(capacity.items).toContainEqual(
    expect.objectContaining({ role: 'payload_fetch', pending_tasks: waiting.length, running_tasks: 1 }),
  );
  const { body: list } = await api.call<List>('GET', '/api/tasks?status=running');
  const [task] = list.items;
  expect(task).toMatchObject({
    dispensary_id: running.id,
    stage: 'fetch',
    worker_id: 'fetcher',
    worker_name: expect.any(String) as string,
    started_at: expect.any(String),
  });
  const { body: detail } = await api.call<TaskAnswer>('GET', `/api/tasks/${task!.id}`);
  expect(detail).toMatchObject({
    status: 'running',
    worker_name: task!.worker_name,
    stages: [{ stage: 'fetch', role: 'payload_fetch', attempts: 1, outcome: null }],
    activity: { type: 'fetchMenu', attempt: 1, worker_id: 'fetcher', refusals: { count: 0, max: 3 } },
  });
  expect(detail).toHaveProperty('activity.gives_up_at', expect.any(String));
  const notOver = await api.call('POST', `/api/tasks/${task!.id}/retry`);
  expect([notOver.status, notOver.body.code]).toEqual([409, 'conflict']);

  const cancelled = waiting.at(-1)!;
  const [waits] = (await api.call<List>('GET', `/api/tasks?dispensary_id=${cancelled.id}`)).body.items;
  for (const expected of [202, 409]) {
    const { status } = await api.call('POST', `/api/tasks/${waits!.id}/cancel`);
    expect(status).toBe(expected);
    await expectList(api, 'status=cancelled').toMatchObject([{ id: waits!.id }]);
  }

  await world.control('POST', '/control/release');
  await expectCounts(api).toMatchObject({ completed: waiting.length, cancelled: 1, pending: 0, running: 0 });
  const { body: recent } = await api.call<List>('GET', '/api/tasks/role/product_refresh/recent?limit=2');
  expect(recent.items).toHaveLength(2);
  expect(recent.items[0]).toMatchObject({ role: 'product_refresh', stage: 'ingest', status: 'completed' });
  const { body: last } = await api.call('GET', '/api/tasks/role/payload_fetch/last-completion');
  expect(Date.parse(String(last.last_completion))).toBeGreaterThan(0);

  // A chain that is refused before its first stage still gets a row in the ledger, which is closed.
  await world.db.updateTable('dispensaries').set({ crawl_enabled: false }).execute();
  const { status, body: retried } = await api.call<TaskAnswer>('POST', `/api/tasks/${task!.id}/retry`);
  expect([status, retried.already_running]).toEqual([201, false]);
  expect(retried.id).not.toBe(task!.id);
  const error_message = expect.stringContaining('crawl_enabled is false') as string;
  await expectList(api, 'status=failed').toMatchObject([{ id: retried.id, error_message }]);
  const { body: refusal } = await api.call<TaskAnswer>('GET', `/api/tasks/${retried.id}`);
  expect(refusal).toMatchObject({ status: 'failed', error_message });
  const counted = await api.call<{ by_role: object }>('GET', '/api/tasks/counts?status=failed,cancelled');
  expect(counted.body.by_role).toMatchObject({ payload_fetch: { failed: 1, cancelled: 1, completed: 0 } });
});

test('what is stuck is shown, and begins again when it is told to', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const api = await startApiServer(world);
  const { running } = await makeBacklog(world);
  await expectCounts(api).toMatchObject({ running: 1 });
  const recover = async (body?: object) =>
    (await api.call<{ recovered: number; tasks: object[] }>('POST', '/api/tasks/recover-stale', { body }))
      .body;
  // The task sends heartbeats, so it does not count as stuck under the default threshold.
  expect(await recover()).toMatchObject({ threshold_minutes: 10, recovered: 0, tasks: [] });
  const shown = await recover({ threshold_minutes: 0, dry_run: true });
  expect(shown).toMatchObject({
    recovered: 0,
    tasks: [{ outcome: 'found', activity: 'fetchMenu', task: { dispensary_id: running.id } }],
  });
  expect(await recover({ threshold_minutes: 0 })).toMatchObject({
    recovered: 1,
    tasks: [{ outcome: 'reset' }],
  });
  // The storefront never answers the first attempt's request, but answers the next attempt's.
  expect(await waitForCrawl(world.client, running.id)).toMatchObject({
    counts: { products: expect.any(Number) },
  });
});
