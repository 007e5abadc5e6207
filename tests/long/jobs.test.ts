import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { inWorld } from '../support/start-jobs.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';

const JOB_TYPES = fileURLToPath(new URL('../support/job-types.ts', import.meta.url));

const EXAMPLE = fileURLToPath(new URL('../../examples/job-types.ts', import.meta.url));

test('a job whose worker stops goes on elsewhere, from where it was, and loses no retry', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10, env: { JOB_TYPES } });
  const { start, row } = inWorld(world);
  const first = await world.startWorker('first');
  await start({ jobType: 'wait', maxRetries: 1 }, 'moving');
  await expect
    .poll(() => row('moving'), { timeout: 30_000 })
    .toMatchObject({ worker: 'first', progress_percent: 10 });
  await world.startWorker('second');
  await first.stop();
  await expect
    .poll(() => row('moving'), { timeout: 60_000 })
    .toMatchObject({ worker: 'second', status: 'running', retry_count: 0 });
});

test('equally urgent jobs of many accounts take turns, and urgent ones come first', async () => {
  const env = { JOB_TYPES, MAX_CONCURRENT_TASKS: '1' };
  const world = await createCrawlWorld({ dispensaries: 1, products: 10, env });
  const { start, row } = inWorld(world);
  const job = (account: string, priority = 5) => ({
    jobType: 'count',
    payload: { to: 1 },
    account,
    priority,
  });
  await world.startWorker('workflows', { WORKER_QUEUES: 'crawlchain' });
  const many = Array.from({ length: 12 }, (_, at) => `many-${at}`);
  for (const id of many) await start(job('many'), id);
  await start(job('one'), 'one');
  await start(job('many', 10), 'least');
  await start(job('many', 1), 'most');
  const requested = () => world.db.selectFrom('job_turns').select('job_id').execute();
  await expect.poll(async () => (await requested()).length, { timeout: 30_000 }).toBe(15);
  await world.startWorker('jobs', { WORKER_QUEUES: 'jobs' });
  await expect.poll(async () => (await row('least'))?.status, { timeout: 60_000 }).toBe('completed');
  const { rows: order } = {
    rows: await world.db.selectFrom('jobs').select('id').orderBy('started_at').execute(),
  };
  const place = (id: string) => order.findIndex((one) => one.id === id);
  expect(order.length).toBe(15);
  expect(place('most')).toBeLessThan(3);
  expect(place('one')).toBeLessThan(6);
  expect(place('least')).toBe(14);
});

test('a type of an operator goes on where a block and a restart have left it', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 5, env: { JOB_TYPES: EXAMPLE } });
  const { start, row } = inWorld(world);
  // The first identity is refused at the third page. The next identity gets this page without requesting the earlier pages again.
  await world.control('POST', '/control/faults', {
    rules: [
      { match: { operation: 'feed', page: 3 }, times: 1, action: { type: 'status', status: 403 } },
      { match: { operation: 'feed', page: 4 }, times: 1, action: { type: 'hold' } },
    ],
  });
  const first = await world.startWorker('first');
  const feed = { feed_url: 'https://posts.sandbox.test/feed', scrape_type: 'full' };
  await start({ jobType: 'scrape_account', payload: feed, account: 'ann', platform: 'posts' }, 'scrape');
  await world.control('GET', '/control/wait?operation=feed&held=1&timeoutMs=60000');
  await expect
    .poll(() => row('scrape'), { timeout: 30_000 })
    .toMatchObject({ progress_percent: 75, progress_message: '3 of 4 pages' });
  await first.stop();
  await world.startWorker('second');
  const result = await world.client.workflow.getHandle('job/scrape').result();
  expect(result).toEqual({ pages: 4, posts: 20 });
  expect(await row('scrape')).toMatchObject({ worker: 'second', retry_count: 0, status: 'completed' });
  const names = (await readdir(join(world.storageRoot, 'jobs/scrape'))).sort();
  expect(names).toEqual(['page-1.json', 'page-2.json', 'page-3.json', 'page-4.json']);
  expect(JSON.parse(await readFile(join(world.storageRoot, 'jobs/scrape/page-4.json'), 'utf8'))).toHaveLength(
    5,
  );
  const { requests } = await world.control<{
    requests: { operation: string; page: number; exitAddress: string }[];
  }>('GET', '/control/requests');
  const requested = requests.filter(({ operation }) => operation === 'feed');
  expect(requested.map(({ page }) => page)).toEqual([1, 2, 3, 3, 4, 4]);
  expect(requested[3]!.exitAddress).not.toBe(requested[2]!.exitAddress);
});
