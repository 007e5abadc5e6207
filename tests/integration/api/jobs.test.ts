import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startJob } from '../../../temporal-client/job-control.ts';
import { WORKFLOW_QUEUE } from '../../../temporal-config/task-queues.ts';
import { startApiServer } from '../../support/api-server.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

const JOB_TYPES = fileURLToPath(new URL('../../support/job-types.ts', import.meta.url));

interface JobAnswer {
  id: string;
  status: string;
  [field: string]: unknown;
}

interface ListAnswer {
  items: JobAnswer[];
  next_cursor: string | null;
}

/** Creates an API without a worker, so that started jobs wait. */
async function createQuietServer() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const api = await startApiServer({ db, client, env: { JOB_TYPES } });
  return { db, client, ...inApi(api), ...api };
}

function inApi({ call }: Awaited<ReturnType<typeof startApiServer>>) {
  return {
    create: (body: object, headers = {}) => call<JobAnswer>('POST', '/api/jobs', { body, headers }),
    read: async (id: string) => (await call<JobAnswer>('GET', `/api/jobs/${id}`)).body,
    list: async (query = '') => (await call<ListAnswer>('GET', `/api/jobs${query}`)).body,
  };
}

const idsOf = async (list: Promise<ListAnswer>) => (await list).items.map(({ id }) => id);

/** How long to poll: visibility lags a little. */
const soon = { timeout: 60_000, interval: 100 };

test('jobs that wait are listed, filtered, counted, cancelled and deleted', async () => {
  const { create, read, list, call } = await createQuietServer();
  const made = await create({ job_type: 'count', payload: { to: 3 }, platform: 'instagram', account: 'ann' });
  expect([made.status, made.body]).toMatchObject([
    201,
    {
      job_type: 'count',
      platform: 'instagram',
      account: 'ann',
      priority: 5,
      status: 'pending',
      retry_count: 0,
      max_retries: 3,
      progress_percent: 0,
      worker_id: null,
      started_at: null,
      already_running: false,
    },
  ]);
  const { id } = made.body;
  expect(await read(id)).toMatchObject({
    id,
    payload: { to: 3 },
    timeline: [{ event: 'created' }],
    error_meaning: null,
    error_remedy: null,
    web_ui_url: null,
    cancel_requested: false,
    stale: false,
  });
  const other = await create({ id: 'own.id:1', job_type: 'wait', platform: 'tiktok', priority: 1 });
  expect(other.body).toMatchObject({ id: 'own.id:1', priority: 1 });
  const again = await create({ id: 'own.id:1', job_type: 'wait' });
  expect([again.status, again.body]).toMatchObject([
    200,
    { already_running: true, run_id: other.body['run_id'] },
  ]);
  const later = await create({ job_type: 'wait', scheduled_for: '2100-01-01T00:00:00Z' });
  expect(later.body).toMatchObject({ status: 'pending', scheduled_for: '2100-01-01T00:00:00.000Z' });

  await expect.poll(() => idsOf(list()), soon).toEqual([later.body.id, 'own.id:1', id]);
  expect(await idsOf(list('?status=pending,running'))).toHaveLength(3);
  expect(await idsOf(list('?status=completed'))).toEqual([]);
  expect(await idsOf(list('?platform=instagram'))).toEqual([id]);
  expect(await idsOf(list('?account=ann&job_type=count'))).toEqual([id]);
  expect(await idsOf(list('?account=bob'))).toEqual([]);
  expect(await idsOf(list(`?ids=own.id:1,${id},nobody`))).toEqual(['own.id:1', id]);
  const counted = async (query = '') => (await call('GET', `/api/job-counts${query}`)).body;
  const none = { running: 0, completed: 0, failed: 0, cancelled: 0 };
  expect(await counted()).toMatchObject({ counts: { pending: 3, ...none }, more: [], stale: false });
  expect(await counted('?account=ann')).toMatchObject({ counts: { pending: 1, ...none } });
  expect(await counted('?status=failed')).toMatchObject({ counts: { pending: 0, ...none } });
  const first = await list('?limit=2');
  expect(await idsOf(list(`?limit=2&cursor=${first.next_cursor}`))).toEqual([id]);
  const status = await call('GET', '/api/scheduler/status');
  expect(status.body).toMatchObject({ running: [], worker_healthy: false, stale: false });
  expect(status.body['pending_counts']).toEqual(
    expect.arrayContaining([
      { platform: 'instagram', count: 1 },
      { platform: 'tiktok', count: 1 },
      { platform: null, count: 1 },
    ]),
  );

  expect(await call('POST', `/api/jobs/${id}/retry`)).toMatchObject({
    status: 409,
    body: { detail: 'The job has not ended: it is pending. Cancel it first.' },
  });
  // A job that waits is deleted at once, so its id is free again.
  expect((await call('DELETE', '/api/jobs/own.id:1')).status).toBe(204);
  expect((await call('GET', '/api/jobs/own.id:1')).status).toBe(404);
  expect(await idsOf(list())).not.toContain('own.id:1');
  expect((await create({ id: 'own.id:1', job_type: 'wait' })).status).toBe(201);
  for (const path of ['/api/jobs/none', '/api/jobs/a%2Fb'])
    expect((await call('GET', path)).body).toMatchObject({ code: 'not-found' });
  expect((await call('POST', `/api/jobs/none/cancel`)).status).toBe(404);
  expect((await call('DELETE', `/api/jobs/none`)).status).toBe(404);
});

test('the timeline of a job has why it was started, cancelled and retried', async () => {
  const { client, create, read, call } = await createQuietServer();
  const because = (reason: string) => ({ 'X-Reason': reason });
  const started = { event: 'created', reason: 'a trial' };
  const { id } = (await create({ job_type: 'wait' }, because('a trial'))).body;
  expect(await read(id)).toMatchObject({ timeline: [started] });
  await call('POST', `/api/jobs/${id}/cancel`, { headers: because('a mistake') });
  const requested = { event: 'cancel_requested', reason: 'a mistake' };
  await expect.poll(() => read(id), soon).toMatchObject({ timeline: [started, requested] });
  await client.workflow.getHandle(`job/${id}`).terminate('a test');
  await call('POST', `/api/jobs/${id}/retry`, { headers: because('once more') });
  expect(await read(id)).toMatchObject({ timeline: [{ event: 'created', reason: 'once more' }] });
});

test('a job that cannot be is refused with words, and a repeat starts nothing', async () => {
  const { client, create, list, call } = await createQuietServer();
  const refused = async (body: object) => {
    const { status, body: problem } = await create(body);
    return [status, problem['code'], problem['detail']];
  };
  expect(await refused({ job_type: 'nothing' })).toEqual([
    422,
    'impossible',
    'job_type (body) takes one of download_media, default, echo, dummy, count, wait, retry, read, crash, got "nothing".',
  ]);
  const unfit = await create({ job_type: 'count', payload: { to: 0, more: true } });
  expect([unfit.status, unfit.body['errors']]).toMatchObject([
    422,
    [
      { in: 'body', pointer: '/payload/to' },
      { in: 'body', pointer: '/payload' },
    ],
  ]);
  expect(await refused({ job_type: 'wait', payload: { text: 'x'.repeat(4_000_000) } })).toEqual([
    422,
    'impossible',
    'payload (body) takes at most 4000000 bytes of JSON, got 4000011.',
  ]);
  expect(await refused({ job_type: 'wait', payload: { text: '\u0000' } })).toEqual([
    422,
    'impossible',
    'payload (body) takes text without NUL characters and halves of surrogate pairs.',
  ]);
  const secret = 'https://user:hunter2@files.example.com/a.png';
  const keyed = 'https://files.example.com/a.png?token=hunter2';
  for (const [urls, path, what] of [
    [['https://files.example.com/', secret], 'payload.urls.1', 'a URL with a user name or password'],
    [[keyed], 'payload.urls.0', 'a URL with the parameter token'],
  ] as const) {
    const { status, text, body } = await create({ job_type: 'download_media', payload: { urls } });
    expect([status, body['detail']]).toEqual([
      422,
      `${path} (body) must not contain credentials, because histories and job lists show it; found ${what}. Store them with \`npx crawlchain credentials set\`, and have the job name them in credentials.`,
    ]);
    expect(text).not.toContain('hunter2');
    await expect(startJob(client, { jobType: 'wait', payload: { urls: [...urls] } })).rejects.toMatchObject({
      kind: 'InvalidInput',
      message: expect.stringContaining(what),
    });
  }
  for (const name of ['platform', 'account'] as const) {
    const { status, text, body } = await create({ job_type: 'wait', [name]: secret });
    expect([status, body['detail'], text.includes('hunter2')]).toEqual([
      422,
      expect.stringMatching(`^${name} \\(body\\) must not contain credentials`),
      false,
    ]);
    await expect(startJob(client, { jobType: 'wait', [name]: secret })).rejects.toMatchObject({
      kind: 'InvalidInput',
    });
  }
  // A job that a person starts by hand does not pass through the API, so its input was not checked.
  await client.workflow.start('job', {
    workflowId: 'job/by-hand',
    taskQueue: WORKFLOW_QUEUE,
    args: [{ jobType: 'wait', account: secret, payload: { urls: [secret, keyed] } }],
  });
  expect((await call('GET', '/api/jobs/by-hand')).body['payload']).toEqual({
    urls: ['https://***@files.example.com/a.png', 'https://files.example.com/a.png?token=***'],
  });
  expect((await call('GET', '/api/jobs/by-hand')).text).not.toContain('hunter2');
  await call('DELETE', '/api/jobs/by-hand');
  expect(await refused({ job_type: 'wait', priority: 11 })).toEqual([
    400,
    'bad-input',
    'priority (body) takes a whole number from 1 to 10, got 11.',
  ]);
  expect(await refused({ job_type: 'wait', id: 'a/b' })).toEqual([
    400,
    'bad-input',
    'id (body) takes up to 150 letters, digits, dots, dashes, underscores and colons, a letter or digit first, got "a/b".',
  ]);
  expect((await call('GET', '/api/jobs?status=stale')).body).toMatchObject({
    code: 'bad-input',
    detail:
      'status (query) takes one or several of pending, running, completed, failed, cancelled, separated by commas, got "stale".',
  });

  const key = { 'Idempotency-Key': 'once' };
  const one = await create({ job_type: 'wait' }, key);
  const two = await create({ job_type: 'wait' }, key);
  expect([two.text, two.headers.get('idempotency-replayed')]).toEqual([one.text, 'true']);
  await expect.poll(() => idsOf(list()), soon).toEqual([one.body.id]);

  const { body: types } = await call<{ items: { name: string; payload: object }[] }>('GET', '/api/job-types');
  expect(types.items.map(({ name }) => name)).toEqual([
    'download_media',
    'default',
    'echo',
    'dummy',
    'count',
    'wait',
    'retry',
    'read',
    'crash',
  ]);
  expect(types.items[4]!.payload).toMatchObject({ properties: { to: { type: 'integer', minimum: 1 } } });
});

test('jobs that run show their progress, and those that are over may be run again', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 5, env: { JOB_TYPES } });
  const { db, client } = world;
  const api = await startApiServer({ db, client, env: { JOB_TYPES } });
  const { create, read, list } = inApi(api);
  const { call } = api;
  await world.startWorker();

  await create({ id: 'running', job_type: 'wait', platform: 'tiktok' });
  await expect
    .poll(() => read('running'), soon)
    .toMatchObject({
      status: 'running',
      progress_percent: 10,
      progress_message: 'waiting',
      worker_id: 'worker-1',
    });
  await expect
    .poll(async () => (await call('GET', '/api/scheduler/status')).body, soon)
    .toMatchObject({
      running: [{ id: 'running', progress_message: 'waiting' }],
      pending_counts: [],
      worker_healthy: true,
    });
  expect((await call('DELETE', '/api/jobs/running')).body).toMatchObject({
    status: 409,
    detail: 'The job is running. Cancel it first.',
  });
  expect((await call('POST', '/api/jobs/running/cancel')).status).toBe(202);
  await expect.poll(() => read('running'), soon).toMatchObject({ status: 'cancelled', progress_percent: 10 });
  expect((await call('POST', '/api/jobs/running/cancel')).body).toMatchObject({
    status: 409,
    detail: 'The job has ended: it is cancelled.',
  });

  // Another job started by hand: its payload is a string instead of an object.
  const secret = 'https://user:hunter2@files.example.com/a.png';
  await client.workflow.start('job', {
    workflowId: 'job/text',
    taskQueue: WORKFLOW_QUEUE,
    args: [{ jobType: 'wait', payload: 'x'.repeat(165) + secret }],
  });
  await expect.poll(() => read('text'), soon).toMatchObject({ status: 'failed' });
  expect((await call('GET', '/api/jobs/text')).text).not.toMatch(/hunter|user:/);
  await call('DELETE', '/api/jobs/text');

  const failing = { job_type: 'count', payload: { to: 2, failures: 1 }, max_retries: 0, account: 'ann' };
  await create({ id: 'failing', ...failing });
  await expect
    .poll(() => read('failing'), soon)
    .toMatchObject({
      status: 'failed',
      error_message: 'no more than 2',
      payload: failing.payload,
    });
  await expect.poll(() => idsOf(list('?status=failed,cancelled')), soon).toEqual(['failing', 'running']);
  expect(await idsOf(list('?status=failed&account=ann'))).toEqual(['failing']);
  const retry = () =>
    call<JobAnswer>('POST', '/api/jobs/failing/retry', {
      body: { priority: 1 },
      headers: { 'Idempotency-Key': 'again' },
    });
  const retried = await retry();
  expect([retried.status, retried.body]).toMatchObject([201, { id: 'failing', priority: 1, account: 'ann' }]);
  // Simulates a lost answer to the first request: the same request finds the run that the first one started.
  await sql`update api_idempotency set status = null, taken_at = '-infinity'`.execute(db);
  expect((await retry()).body).toMatchObject({ run_id: retried.body['run_id'] });
  await expect.poll(() => read('failing'), soon).toMatchObject({ priority: 1, status: 'failed' });
  const earlier_runs = [{ status: 'failed', error_message: 'no more than 2' }];
  expect(await read('failing')).toMatchObject({ run_id: retried.body['run_id'], earlier_runs });

  // A terminated job cannot write its own end to the ledger.
  await create({ id: 'forced', job_type: 'wait' });
  await expect.poll(() => read('forced'), soon).toMatchObject({ status: 'running' });
  await client.workflow.getHandle('job/forced').terminate('by hand');
  const ended = { status: 'failed', error_message: expect.stringContaining('by hand') };
  await expect.poll(() => read('forced'), soon).toMatchObject(ended);
  await expect.poll(() => idsOf(list('?status=failed')), soon).toEqual(['forced', 'failing']);
  await create({ id: 'forced', job_type: 'count', payload: { to: 1 } });
  await expect.poll(() => read('forced'), soon).toMatchObject({ status: 'completed', job_type: 'count' });
  await expect.poll(() => idsOf(list('?status=failed')), soon).toEqual(['failing']);

  expect((await call('DELETE', '/api/jobs/failing')).status).toBe(204);
  expect((await call('GET', '/api/jobs/failing')).status).toBe(404);
  expect(await idsOf(list())).toEqual(['forced', 'running']);
});
