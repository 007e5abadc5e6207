import type { Client } from '@temporalio/client';
import { expect, test } from 'vitest';
import { readJobDetail } from '../../../reports/job-detail.ts';
import { listJobs } from '../../../reports/list-jobs.ts';
import { startJob } from '../../../temporal-client/job-control.ts';
import { WORKFLOW_QUEUE } from '../../../temporal-config/task-queues.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';
import { JOB_TYPES } from '../../support/run-jobs.ts';

const soon = { timeout: 60_000, interval: 100 };

async function createWorkingWorld() {
  const world = await createCrawlWorld({ dispensaries: 1, products: 5, env: { JOB_TYPES } });
  await world.startWorker();
  const read = async (id: string, client = world.client) =>
    (await readJobDetail({ db: world.db, client }, id))?.job;
  return { ...world, read };
}

/** The same, and something is done before it asks the server. */
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
  // What ended without a word is listed once visibility knows of it, and the stray one has ended before.
  await client.workflow.start('job', { ...stray, workflowId: 'job/other/own' });
  const list = async () => (await listJobs(db, {}, { after: null, limit: 10 })).items;
  await expect.poll(list, { ...soon, interval: 500 }).toMatchObject([
    { id: 'other/own', status: 'failed' },
    { id: 'own', status: 'completed' },
  ]);
});
