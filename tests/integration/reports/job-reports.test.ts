import type { Client } from '@temporalio/client';
import { expect, test } from 'vitest';
import { readJobDetail } from '../../../reports/job-detail.ts';
import { listJobs } from '../../../reports/list-jobs.ts';
import { readVerdictFacts } from '../../../reports/verdict/read-verdict.ts';
import { judge } from '../../../reports/verdict/judge.ts';
import { startJob } from '../../../temporal-client/job-control.ts';
import { startJobNow } from '../../../temporal-client/start-job-now.ts';
import { WORKFLOW_QUEUE } from '../../../temporal-config/task-queues.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';
import { JOB_TYPES } from '../../support/run-jobs.ts';

const soon = { timeout: 60_000, interval: 100 };

async function createWorkingWorld() {
  const env = { JOB_TYPES, HEARTBEAT_INTERVAL_MS: '200', SHUTDOWN_GRACE_MS: '500' };
  const world = await createCrawlWorld({ dispensaries: 1, products: 5, env });
  const worker = await world.startWorker('worker-1');
  const read = async (id: string, client = world.client) =>
    (await readJobDetail({ db: world.db, client }, id))?.job;
  const waitsFor = async (id: string) => (await readJobDetail(world, id))?.waitingFor;
  return { ...world, worker, read, waitsFor };
}

/** Wraps a client so that it calls a function before each request to the server. */
function doingFirst(client: Client, before: () => Promise<unknown>): Client {
  const withDeadline: Client['withDeadline'] = async (deadline, work) => {
    await before();
    return client.withDeadline(deadline, work);
  };
  return Object.assign(Object.create(client) as Client, { withDeadline });
}

test('a job that ends while it is looked at is told as it ended', async () => {
  const { client, read } = await createWorkingWorld();
  await startJob(client, { jobType: 'wait' }, { id: 'own' });
  await expect
    .poll(() => read('own'), soon)
    .toMatchObject({ status: 'running', progress_message: 'waiting' });
  const handle = client.workflow.getHandle('job/own');
  const cancelling = doingFirst(client, async () => {
    await handle.cancel();
    await expect(handle.result()).rejects.toThrow('Workflow execution cancelled');
  });
  expect(await read('own', cancelling)).toMatchObject({
    status: 'cancelled',
    error_message: 'It was cancelled.',
    progress_message: 'waiting',
  });
});

test('a workflow of jobs under the id of something else is no job, and hides none', async () => {
  const { db, client, read } = await createWorkingWorld();
  await startJob(client, { jobType: 'count', payload: { to: 1 } }, { id: 'own' });
  await expect.poll(() => read('own'), soon).toMatchObject({ status: 'completed' });
  const args = [{ jobType: 'count', payload: { to: 1 } }];
  const stray = { taskQueue: WORKFLOW_QUEUE, workflowId: 'own/own', args };
  await expect(client.workflow.execute('job', stray)).rejects.toThrow('Workflow execution failed');
  // A run that did not write its end is listed once visibility shows the end. The stray run has ended before that.
  await client.workflow.start('job', { ...stray, workflowId: 'job/other/own' });
  const list = async () => (await listJobs(db, {}, { after: null, limit: 10 })).items;
  await expect.poll(list, { ...soon, interval: 500 }).toMatchObject([
    { id: 'other/own', status: 'failed' },
    { id: 'own', status: 'completed' },
  ]);
});

test('a job whose worker has stopped says so, and that it waits for a worker', async () => {
  const world = await createWorkingWorld();
  const { client, worker, read, waitsFor } = world;
  await startJob(client, { jobType: 'wait' }, { id: 'own' });
  await expect.poll(() => read('own'), soon).toMatchObject({ status: 'running' });
  expect(await waitsFor('own')).toBeNull();
  await worker.stop();
  await expect
    .poll(() => read('own'), soon)
    .toMatchObject({
      status: 'pending',
      error_kind: 'WorkerStopped',
      error_message: 'Its worker stopped before it was done; it waits for another one.',
      retry_count: 0,
    });
  await expect
    .poll(() => waitsFor('own'), soon)
    .toMatch(/^(attempt 2 of \d+ at .+ UTC; )?a worker: none serves the queue `jobs`$/);
  await world.startWorker('worker-2');
  await expect.poll(() => read('own'), soon).toMatchObject({ status: 'running', worker_id: 'worker-2' });
});

test('a job of a type that no worker knows is named by the verdict, and says what it waits for', async () => {
  const { db, client, read, waitsFor } = await createWorkingWorld();
  const judged = async () => {
    const before = {
      temporalAway: null,
      capacity: null,
      schedules: null,
      disk: null,
      rule: { scheduleHours: 4 },
    };
    return judge(await readVerdictFacts(db, before)).reasons.filter(({ code }) => code === 'stalled');
  };
  const scheduledFor = new Date(Date.now() + 3_600_000).toISOString();
  const later = await startJob(client, { jobType: 'removed', scheduledFor }, { id: 'later' });
  await startJob(client, { jobType: 'wait' }, { id: 'known' });
  await expect.poll(() => read('known'), soon).toMatchObject({ status: 'running' });
  expect(await waitsFor('later')).toMatch(/^its time: .+ UTC$/);
  expect(await judged()).toEqual([]);
  await startJob(client, { jobType: 'removed' }, { id: 'own' });
  await expect
    .poll(() => waitsFor('own'), soon)
    .toMatch(
      /^attempt \d+, which starts at .+ UTC; a worker that knows the job type `removed`: no worker of the queue `jobs` knows it$/,
    );
  expect(await judged()).toMatchObject([
    {
      severity: 'bad',
      words: expect.stringMatching(
        /^Jobs: 1 job waits, stalled: no worker that serves `jobs` knows the type `removed`\./,
      ),
      page: '/jobs?q=status%3Apending%20type%3Aremoved',
      api: '/api/jobs?status=pending&job_type=removed',
    },
  ]);
  await startJobNow(client, later);
  await expect.poll(async () => (await judged())[0]?.words, soon).toMatch(/^Jobs: 2 jobs wait/);
});
