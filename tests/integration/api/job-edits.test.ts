import { expect, test } from 'vitest';
import type { JobInput } from '../../../domain/job.ts';
import { readJobDetail } from '../../../reports/job-detail.ts';
import { repeatJob } from '../../../reports/repeat-job.ts';
import { startJob } from '../../../temporal-client/job-control.ts';
import { findJob } from '../../support/find-job.ts';
import { createJobWorld } from '../../support/job-world.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

interface JobAnswer {
  id: string;
  status: string;
  timeline: { event: string }[];
  [field: string]: unknown;
}

const IN_A_CENTURY = '2100-01-01T00:00:00.000Z';

/** How long to poll for what workers do. */
const soon = { timeout: 60_000, interval: 50 };

async function createWorld() {
  const world = await createJobWorld();
  const read = async (id: string) => (await world.call<JobAnswer>('GET', `/api/jobs/${id}`)).body;
  return {
    ...world,
    read,
    create: (body: object) => world.call<JobAnswer>('POST', '/api/jobs', { body }),
    edit: (id: string, body: object, headers = {}) =>
      world.call<JobAnswer & { detail: string; code: string }>('PATCH', `/api/jobs/${id}`, { body, headers }),
    edits: async (id: string) => (await read(id)).timeline.filter(({ event }) => event === 'edited'),
  };
}

const count = (to: number) => ({ job_type: 'count', payload: { to } });

test('a job that waits for its time is edited, and runs with its new values', async () => {
  const { create, edit, edits, read, call, result, startWorker, client } = await createWorld();
  await create({ id: 'later', ...count(1), scheduled_for: IN_A_CENTURY });
  const first = await edit('later', { priority: 2, payload: { to: 2 } }, { 'X-Reason': 'a better list' });
  expect([first.status, first.body]).toMatchObject([200, { priority: 2, scheduled_for: IN_A_CENTURY }]);
  expect(await read('later')).toMatchObject({
    status: 'pending',
    priority: 2,
    payload: { to: 2 },
    timeline: [
      { event: 'created' },
      { event: 'edited', message: 'priority, payload', reason: 'a better list' },
    ],
  });
  // A repetition changes nothing.
  expect((await edit('later', { priority: 2, payload: { to: 2 } })).status).toBe(200);
  expect(await edits('later')).toHaveLength(1);
  const postponed = await edit('later', { scheduled_for: '2101-01-01T00:00:00Z' });
  expect(postponed.body).toMatchObject({ scheduled_for: '2101-01-01T00:00:00.000Z', priority: 2 });
  await client.workflow.getHandle('job/later').signal('startNow');
  // A start that was requested before does not count for a later time.
  await edit('later', { scheduled_for: IN_A_CENTURY });
  await startWorker();
  expect(await read('later')).toMatchObject({ status: 'pending', scheduled_for: IN_A_CENTURY });
  expect((await edit('later', { scheduled_for: null, payload: { to: 3 } })).body).toMatchObject({
    scheduled_for: null,
  });
  expect(await result('later')).toMatchObject({ to: 3 });
  expect(await read('later')).toMatchObject({ status: 'completed', payload: { to: 3 }, scheduled_for: null });
  expect((await read('later'))['started_at']).not.toBeNull();

  const tooLate = await edit('later', { priority: 1 });
  expect(tooLate).toMatchObject({
    status: 409,
    body: { detail: 'The job has ended. Retry it with the new values.' },
  });
  // The retry is of the job as it was edited.
  expect((await call('POST', '/api/jobs/later/retry')).body).toMatchObject({ priority: 2 });
  expect(await result('later')).toMatchObject({ to: 3 });
});

test('a retry of an edited job keeps what the job depends on', async () => {
  const { create, edit, read, call, result, startWorker } = await createWorld();
  await create({ id: 'first', ...count(1), scheduled_for: IN_A_CENTURY });
  await create({ id: 'after', ...count(1), depends_on: ['first'], on_failure: 'run' });
  await edit('after', { priority: 2 });
  await call('POST', '/api/jobs/after/cancel');
  await expect.poll(() => read('after'), soon).toMatchObject({ status: 'cancelled' });
  expect(await call('POST', '/api/jobs/after/retry')).toMatchObject({ status: 201, body: { priority: 2 } });
  expect(await read('after')).toMatchObject({ depends_on: [{ id: 'first', ended_as: null }] });
  await startWorker();
  await call('POST', '/api/jobs/first/cancel');
  expect(await result('after')).toMatchObject({ to: 1 });
});

test('a job that waits for a worker is edited; one that a worker has begun is not', async () => {
  const { create, edit, read, result, startWorker, client, call, db } = await createWorld();
  await create({ id: 'ready', ...count(1), account: 'ann' });
  const waiting = async () =>
    (await client.workflow.getHandle('job/ready').describe()).raw.pendingActivities ?? [];
  await expect.poll(waiting, soon).toHaveLength(1);
  const large = { to: 4, failures: 0, kind: 'NotFound' };
  expect((await edit('ready', { priority: 1, payload: large })).status).toBe(200);
  await expect
    .poll(waiting, soon)
    .toMatchObject([{ priority: { priorityKey: 1, fairnessKey: 'account:ann' } }]);
  expect(await read('ready')).toMatchObject({ status: 'pending', progress_percent: 0, payload: large });
  // A worker that is to run it can be held back again.
  await edit('ready', { scheduled_for: IN_A_CENTURY });
  await expect.poll(waiting, soon).toHaveLength(0);
  await edit('ready', { scheduled_for: null });
  await create({ id: 'running', job_type: 'wait' });
  await create({ id: 'retrying', job_type: 'count', payload: { to: 2, failures: 9 } });
  await startWorker();
  expect(await result('ready')).toMatchObject({ to: 4, account: 'ann' });

  const refusal = async (id: string) => {
    const { status, body } = await edit(id, { priority: 3 });
    return [status, body.code, body.detail];
  };
  await expect.poll(() => findJob(db, 'running'), soon).toMatchObject({ status: 'running' });
  expect(await refusal('running')).toEqual([
    409,
    'conflict',
    'The job is running. Cancel it, then retry it with the new values.',
  ]);
  // What changes nothing is no edit.
  expect((await edit('running', { priority: 5 })).status).toBe(200);
  await expect.poll(() => findJob(db, 'retrying'), soon).toMatchObject({ status: 'pending', retry_count: 1 });
  expect(await refusal('retrying')).toMatchObject([
    409,
    'conflict',
    expect.stringMatching(/^The job has begun, and waits for its next attempt\./),
  ]);
  await call('POST', '/api/jobs/running/cancel');
  await expect.poll(() => read('running'), soon).toMatchObject({ status: 'cancelled' });
  expect(await refusal('none')).toMatchObject([404, 'not-found', expect.any(String)]);
});

test('an edit that does not fit is refused, and a large payload is stored', async () => {
  const { create, edit, edits, read, result, startWorker } = await createWorld();
  await create({ id: 'one', ...count(1), scheduled_for: IN_A_CENTURY });
  const refused = async (body: object) => (await edit('one', body)).body;
  expect(await refused({})).toMatchObject({ status: 400 });
  expect(await refused({ priority: 11 })).toMatchObject({ status: 400 });
  expect(await refused({ max_retries: 1 })).toMatchObject({ status: 400 });
  expect(await refused({ payload: { to: 0 } })).toMatchObject({
    code: 'impossible',
    detail: expect.stringMatching(/^payload\.to \(body\) does not fit/),
  });
  expect(await edits('one')).toEqual([]);
  await create({ id: 'large', job_type: 'echo', payload: {}, scheduled_for: IN_A_CENTURY });
  const text = 'x'.repeat(20_000);
  await edit('large', { payload: { text }, scheduled_for: null });
  expect(await read('large')).toMatchObject({ payload: { stored_payload: { bytes: 20_011 } } });
  await startWorker();
  expect(await result('large')).toMatchObject({ result_file: { bytes: 20_011 } });
});

test('a job that a worker picks up meanwhile runs with the payload that was confirmed last', async () => {
  const { create, edit, result, startWorker } = await createWorld();
  await startWorker();
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, async (_, at) => {
      const id = `raced-${at}`;
      await create({ id, ...count(1), scheduled_for: IN_A_CENTURY });
      const begunAt = Date.now();
      await edit(id, { priority: 1 });
      const editMs = Date.now() - begunAt;
      // Some come due at once, some while they are edited, however busy the machine is.
      await edit(id, { scheduled_for: new Date(Date.now() + at * editMs).toISOString() });
      for (let to = 1; ; to += 1) {
        const { status } = await edit(id, { payload: { to: to + 1 } });
        if (status !== 200) return { status, to, result: await result(id) };
      }
    }),
  );
  for (const { status, to, result: counted } of outcomes)
    expect([status, counted]).toMatchObject([409, { to, from: 0 }]);
  expect(outcomes.filter(({ to }) => to > 1).length).toBeGreaterThan(3);
});

test('a retry takes another payload and begins from the start, whatever an attempt before has done', async () => {
  const { create, call, result, startWorker } = await createWorld();
  await startWorker();
  const failing = { to: 4, failures: 9 };
  await create({ id: 'one', job_type: 'count', payload: failing, max_retries: 0 });
  await expect(result('one')).rejects.toThrow('Workflow execution failed');
  const retry = async (body: object) => {
    const { status, body: answer } = await call<JobAnswer & { detail: string }>(
      'POST',
      '/api/jobs/one/retry',
      { body },
    );
    await result('one').catch(() => undefined);
    return [status, answer];
  };
  expect(await retry({ payload: { to: 0 } })).toMatchObject([
    422,
    { detail: expect.stringMatching(/^payload\.to/) },
  ]);
  expect(await retry({ max_retries: 101 })).toMatchObject([400, {}]);
  expect(await retry({ priority: 2 })).toMatchObject([201, { priority: 2, max_retries: 0 }]);
  expect(await retry({ payload: { to: 3 }, max_retries: 1 })).toMatchObject([
    201,
    { priority: 2, max_retries: 1 },
  ]);
  expect(await result('one')).toEqual({ from: 0, to: 3, account: null });
});

test('a retry keeps what a job depends on and its credentials, after an edit and without its history', async () => {
  const { create, edit, call, read, startWorker, client, db } = await createWorld();
  await create({ id: 'first', ...count(1), scheduled_for: IN_A_CENTURY });
  const conditions: Partial<JobInput> = {
    dependsOn: ['first'],
    onFailure: 'skip',
    credentials: ['shop-login'],
  };
  await startJob(client, { jobType: 'count', payload: { to: 1 }, ...conditions }, { id: 'next' });
  await startWorker();
  await expect.poll(() => read('next'), soon).toMatchObject({ waiting_for: 'the end of the job first' });
  expect((await edit('next', { payload: { to: 2 } })).status).toBe(200);
  await call('POST', '/api/jobs/first/cancel');
  const skipped = { status: 'cancelled', error_kind: 'Skipped', payload: { to: 2 } };
  await expect.poll(() => read('next'), soon).toMatchObject(skipped);

  const { run_id: runId } = (await call<JobAnswer>('POST', '/api/jobs/next/retry')).body;
  await expect.poll(() => read('next'), soon).toMatchObject({ ...skipped, run_id: runId });
  const detail = (await readJobDetail({ db, client }, 'next'))!;
  expect(await repeatJob({ db, client }, detail)).toMatchObject({ ...conditions, payload: { to: 2 } });
  const withoutHistory = await createTestNamespace();
  expect(await repeatJob({ db, client: withoutHistory.client }, detail)).toMatchObject({
    ...conditions,
    payload: { to: 2 },
  });
});

test('a retry drops a dependency that was deleted', async () => {
  const { create, call, read, result, startWorker } = await createWorld();
  await create({ id: 'first', ...count(1), scheduled_for: IN_A_CENTURY });
  await create({ id: 'other', ...count(1), scheduled_for: IN_A_CENTURY });
  await create({ id: 'next', ...count(1), depends_on: ['first', 'other'] });
  await call('POST', '/api/jobs/next/cancel');
  await expect.poll(() => read('next'), soon).toMatchObject({ status: 'cancelled' });
  await call('DELETE', '/api/jobs/first');
  const retry = (body?: object) => call<JobAnswer>('POST', '/api/jobs/next/retry', body && { body });
  // Temporal shows what was deleted for a moment.
  await expect
    .poll(async () => (await retry()).body, soon)
    .toMatchObject({
      code: 'impossible',
      detail:
        'depends_on.0 (body) names the job first, which was deleted. Retry with a depends_on that leaves it out, or is empty (--no-depends-on).',
    });
  expect(await retry({ depends_on: ['other', 'other'] })).toMatchObject({ status: 201 });
  expect(await read('next')).toMatchObject({ depends_on: [{ id: 'other', ended_as: null }] });
  await call('POST', '/api/jobs/next/cancel');
  await expect.poll(() => read('next'), soon).toMatchObject({ status: 'cancelled' });
  expect(await retry({ depends_on: [] })).toMatchObject({ status: 201 });
  await startWorker();
  expect(await result('next')).toMatchObject({ to: 1 });
});

test('a job whose id is computed from its payload takes no other payload', async () => {
  const { create, edit, call, read, startWorker, result } = await createWorld();
  const work = { ...count(1), account: 'ann', deduplicate: true, scheduled_for: IN_A_CENTURY };
  const { id } = (await create(work)).body;
  const refusal = {
    status: 422,
    body: {
      code: 'impossible',
      detail: expect.stringMatching(/^payload \(body\) is refused: .+ Start another job/),
    },
  };
  expect(await edit(id, { payload: { to: 2 } })).toMatchObject(refusal);
  expect(await read(id)).toMatchObject({ payload: { to: 1 } });
  expect(await edit(id, { payload: { to: 1 }, scheduled_for: null })).toMatchObject({ status: 200 });
  await startWorker();
  await result(id);
  expect(await call('POST', `/api/jobs/${id}/retry`, { body: { payload: { to: 2 } } })).toMatchObject(
    refusal,
  );
  expect(await call('POST', `/api/jobs/${id}/retry`, { body: { payload: { to: 1 } } })).toMatchObject({
    status: 201,
  });
});

test('the same work twice is one open job where the caller asks for it', async () => {
  const { create, call } = await createWorld();
  const work = { job_type: 'count', payload: { to: 3, failures: 0 }, account: 'ann', deduplicate: true };
  const first = await create(work);
  expect([first.status, first.body]).toMatchObject([201, { already_running: false }]);
  const { id } = first.body;
  const again = await create({ ...work, payload: { failures: 0, to: 3 }, priority: 1 });
  expect([again.status, again.body]).toMatchObject([200, { id, already_running: true, priority: 5 }]);
  for (const other of [{ account: 'bob' }, { payload: { to: 4 } }, { deduplicate: false }])
    expect((await create({ ...work, ...other })).body.id).not.toBe(id);
  // When it is closed, the same work is started again.
  await call('DELETE', `/api/jobs/${id}`);
  expect(await create(work)).toMatchObject({ status: 201, body: { id } });
  expect((await create({ ...work, id: 'own' })).body).toMatchObject({
    code: 'impossible',
    detail: 'deduplicate (body) takes no id beside it, because it computes one. Leave out one of the two.',
    errors: [{ pointer: '/deduplicate' }],
  });
});
