import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readJobDetail } from '../../reports/job-detail.ts';
import { listJobs } from '../../reports/list-jobs.ts';
import { contentOf } from '../../sandbox/storefront/large-files.ts';
import { startJob } from '../../temporal-client/job-control.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { findJob } from '../support/find-job.ts';

const FILE_BYTES = 40_000_000;

const JOB_TYPES = fileURLToPath(new URL('../support/job-types.ts', import.meta.url));

test('a job whose worker is killed goes on elsewhere from where it was, and one that crashes ends', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 5, env: { JOB_TYPES } });
  const { client, db } = world;
  const row = (id: string) => findJob(db, id);
  const first = await world.startWorker('first', { WORKER_QUEUES: 'jobs' });
  await world.startWorker('decider', { WORKER_QUEUES: 'crawlchain' });
  await startJob(client, { jobType: 'wait' }, { id: 'moving' });
  await expect
    .poll(() => row('moving'), { timeout: 30_000 })
    .toMatchObject({ worker: 'first', progress_percent: 10 });
  const url = `https://posts.sandbox.test/files/${FILE_BYTES}.bin?rate=4000000`;
  await startJob(client, { jobType: 'download_media', payload: { urls: [url] } }, { id: 'large' });
  const isUnderWay = async () =>
    /; [12]\d\.\d of 40\.0 MB, /.test((await row('large'))?.progress_message ?? '');
  await expect.poll(isUnderWay, { timeout: 60_000 }).toBe(true);
  await first.kill();
  // No worker has the job now, although its killed worker last reported that it had.
  const standing = async () => (await readJobDetail({ db, client }, 'moving'))?.job.status;
  await expect.poll(standing, { timeout: 120_000 }).toBe('pending');
  const { items } = await listJobs(db, { statuses: ['pending'] }, { after: null, limit: 10 });
  expect(items).toMatchObject([{ id: 'moving' }]);
  await world.startWorker('second', { WORKER_QUEUES: 'jobs' });
  // Another worker takes the job after its heartbeat timeout of one minute.
  await expect
    .poll(() => row('moving'), { timeout: 120_000 })
    .toMatchObject({ worker: 'second', status: 'running', retry_count: 1 });
  await client.workflow.getHandle('job/moving').cancel();
  // The download goes on where its bytes ended.
  await expect
    .poll(() => row('large'), { timeout: 120_000 })
    .toMatchObject({ status: 'completed', worker: 'second' });
  const { bytes } = await db
    .selectFrom('jobs')
    .select('downloaded_bytes as bytes')
    .where('id', '=', 'large')
    .executeTakeFirstOrThrow();
  expect(bytes).toBeLessThanOrEqual(FILE_BYTES + 1_000_000);
  const saved = await readFile(join(world.storageRoot, 'jobs/large/0001.bin'));
  expect(saved.equals(contentOf(0, FILE_BYTES))).toBe(true);

  await startJob(client, { jobType: 'crash', maxRetries: 0 }, { id: 'poison' });
  await expect
    .poll(() => row('poison'), { timeout: 120_000 })
    .toMatchObject({ status: 'failed', worker: 'second', error_kind: 'JobCrashed', crash_count: 3 });
}, 400_000);

test('a worker that lacks the type of a job leaves it to one that has it', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 5 });
  const { client, db } = world;
  await world.startWorker('without');
  const ids = ['one', 'two', 'three'];
  for (const id of ids) await startJob(client, { jobType: 'count', payload: { to: 1 } }, { id });
  const trouble = async () => (await readJobDetail({ db, client }, 'one'))?.job.error_message;
  await expect
    .poll(trouble, { timeout: 30_000 })
    .toMatch(/^The worker without does not know the job type "count"/);
  await world.startWorker('with', { JOB_TYPES });
  const rows = () => db.selectFrom('jobs').select(['status', 'worker']).execute();
  const done = { status: 'completed', worker: 'with' };
  await expect.poll(rows, { timeout: 200_000 }).toEqual([done, done, done]);
}, 300_000);
