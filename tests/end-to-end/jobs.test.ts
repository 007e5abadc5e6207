import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { inWorld } from '../support/start-jobs.ts';
import { readJobDetail } from '../../reports/job-detail.ts';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { describeLatest } from '../../temporal-client/steer-tasks.ts';
import { WORKFLOW_QUEUE } from '../../temporal-config/task-queues.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const JOB_TYPES = fileURLToPath(new URL('../support/job-types.ts', import.meta.url));

/** A module with a type that fails as soon as something happens in the folder of the module, which is all that it can see. */
const BREAK = `
  import { watch } from 'node:fs/promises';
  import { z } from '${pathToFileURL(join(import.meta.dirname, '../../node_modules/zod/index.js')).href}';
  export const jobTypes = [{
    name: 'break',
    about: 'Fails.',
    payload: z.strictObject({}),
    async run(job) {
      const events = watch(import.meta.dirname);
      job.report({ percent: 0, message: 'watching' });
      for await (const { filename } of events) throw new Error('there is ' + filename);
    },
  }];
`;

/** Returns the message of the failure at the root of a workflow's failure. */
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { cause?: { cause?: Error } & Error }) => error.cause?.cause?.message ?? error.cause?.message,
  );

test('a job runs by its type, is tried again from where it was, and tells how it went', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10, env: { JOB_TYPES } });
  const { start, result, row } = inWorld(world);
  await world.startWorker();
  // Its crashes cost its neighbours, which are all the others, nothing.
  await start({ jobType: 'crash', maxRetries: 0 }, 'crashing');

  const input = { jobType: 'count', payload: { to: 4, failures: 1 }, account: 'ann', platform: 'a site' };
  expect(await result(input, 'counting')).toEqual({ from: 2, to: 4, account: 'ann' });
  expect(await row('counting')).toMatchObject({
    job_type: 'count',
    platform: 'a site',
    account: 'ann',
    priority: 5,
    status: 'completed',
    retry_count: 1,
    max_retries: 3,
    worker: 'worker-1',
    progress_percent: 100,
    progress_message: 'at 4',
    result: { from: 2, to: 4, account: 'ann' },
    error_message: null,
    payload: input.payload,
  });

  const said = { words: ['a', { b: null }] };
  expect(await result({ jobType: 'echo', payload: said })).toEqual(said);
  expect(await result({ jobType: 'default', payload: said })).toBeNull();

  const once = { jobType: 'count', payload: { to: 2, failures: 1 }, maxRetries: 0 };
  expect(await failureOf(result(once, 'failing'))).toBe('no more than 2');
  expect(await row('failing')).toMatchObject({
    status: 'failed',
    retry_count: 0,
    error_message: 'no more than 2',
  });
  // A new run with the same id continues from the last checkpoint.
  expect(await result({ ...once, maxRetries: 1 }, 'failing')).toEqual({ from: 1, to: 2, account: null });
  expect(await row('failing')).toMatchObject({ status: 'completed', retry_count: 1, error_message: null });
  // A new run after a completed one starts from the beginning.
  expect(await result({ jobType: 'count', payload: { to: 3 } }, 'failing')).toMatchObject({ from: 0 });

  // A failure that is nobody's fault uses up no retry. A failure that would only repeat itself is not retried.
  const limited = { jobType: 'count', payload: { to: 2, failures: 3, kind: 'RateLimited' }, maxRetries: 0 };
  expect(await result(limited, 'limited')).toMatchObject({ to: 2 });
  expect(await row('limited')).toMatchObject({ status: 'completed', retry_count: 0 });
  const gone = { jobType: 'count', payload: { to: 2, failures: 9, kind: 'NotFound' } };
  expect(await failureOf(result(gone, 'gone'))).toBe('stopped at 2');
  expect(await row('gone')).toMatchObject({
    status: 'failed',
    retry_count: 0,
    error_message: 'NotFound: stopped at 2',
  });

  // Six waits at a limit, the first failure, another wait, and the second failure.
  const ends = [...Array<string>(6).fill('limit'), 'failure', 'limit', 'failure'];
  const { waits = [] } = ((await result({ jobType: 'retry', payload: { ends } })) ?? {}) as {
    waits?: number[];
  };
  expect(waits[6]).toBeGreaterThanOrEqual(450);
  expect(waits[8]).toBeGreaterThanOrEqual(900);
  expect(Math.max(...waits)).toBeLessThan(5_000);

  const url = 'https://posts.sandbox.test/feed?account=ann&page=1';
  const robots = { host: 'posts.sandbox.test', text: 'User-agent: *\nDisallow: /\n' };
  await world.control('POST', '/control/robots', robots);
  expect(await failureOf(result({ jobType: 'download_media', payload: { urls: [url] } }))).toMatch(
    /robots\.txt of posts\.sandbox\.test does not allow \/feed/,
  );
  expect(await result({ jobType: 'read', payload: { url } })).toEqual({ bytes: expect.any(Number) });

  // The worker does not know this type. It leaves the job pending, because another worker may know the type.
  await start({ jobType: 'unknown' }, 'unknown');
  const unknown = () => readJobDetail(world, 'unknown');
  await expect.poll(unknown, { timeout: 30_000 }).toMatchObject({
    job: {
      status: 'pending',
      error_message:
        'The worker worker-1 does not know the job type "unknown"; it knows download_media, default, echo, dummy, count, wait, retry, read, crash. Register others with JOB_TYPES.',
    },
  });
  expect(await failureOf(result({ jobType: 'count', payload: { to: 0 } }))).toMatch(
    /^payload\.to does not fit: Too small/,
  );
  expect(await failureOf(result({ jobType: 'Count', priority: 11 }))).toBe(
    'job: jobType is "Count"; it takes a name of up to 63 small letters, digits and underscores, a letter first; priority is 11; it takes a whole number from 1 to 10',
  );

  await start({ jobType: 'wait' }, 'waiting');
  await expect.poll(() => row('waiting'), { timeout: 30_000 }).toMatchObject({ progress_message: 'waiting' });
  await world.client.workflow.getHandle('job/waiting').cancel();
  const cancelled = { status: 'cancelled', error_message: 'It was cancelled.', progress_percent: 10 };
  await expect.poll(() => row('waiting'), { timeout: 30_000 }).toMatchObject(cancelled);

  const scheduledFor = new Date(Date.now() + 3_000);
  await result({ jobType: 'count', payload: { to: 1 }, scheduledFor: scheduledFor.toISOString() }, 'soon');
  expect((await row('soon'))?.started_at?.getTime()).toBeGreaterThanOrEqual(scheduledFor.getTime());

  await expect
    .poll(() => row('crashing'), { timeout: 60_000 })
    .toMatchObject({
      status: 'failed',
      crash_count: 3,
      retry_count: 0,
      error_kind: 'JobCrashed',
      error_message:
        'JobCrashed: The process of the job ended with exit code 7 before the job did. It crashed 3 times, and is not started again.',
    });
  expect(await readJobDetail(world, 'crashing')).toMatchObject({ crashCount: 3 });

  // A job that waits for its scheduled time can be cancelled at once.
  await start({ jobType: 'count', payload: { to: 1 }, scheduledFor: '2100-01-01T00:00:00Z' }, 'later');
  await world.client.workflow.getHandle('job/later').cancel();
  await expect
    .poll(() => row('later'), { timeout: 30_000 })
    .toMatchObject({ status: 'cancelled', worker: null });
  await expect
    .poll(() => describeLatest(world.client, 'job/later'), { timeout: 30_000 })
    .toMatchObject({ run: { ending: { as: 'cancelled' }, jobType: 'count' } });
});

test('a job that a person cancels is cancelled, also where its attempt fails before it hears of it', async () => {
  const folder = await temporaryFolder('job-breaks-');
  const module = join(folder, 'types.mjs');
  await writeFile(module, BREAK);
  const env = { JOB_TYPES: `${JOB_TYPES},${module}` };
  const world = await createCrawlWorld({ dispensaries: 1, products: 10, env });
  const { start, row } = inWorld(world);
  await world.startWorker();
  await start({ jobType: 'break' }, 'breaking');
  await expect
    .poll(() => row('breaking'), { timeout: 30_000 })
    .toMatchObject({ progress_message: 'watching' });
  await world.client.workflow.getHandle('job/breaking').cancel();
  await writeFile(join(folder, 'a-file'), '');
  const end = { status: 'cancelled', error_message: 'It was cancelled.' };
  await expect.poll(() => row('breaking'), { timeout: 90_000 }).toMatchObject(end);
  await expect
    .poll(() => describeLatest(world.client, 'job/breaking'), { timeout: 30_000 })
    .toMatchObject({ run: { ending: { as: 'cancelled' } } });

  // A payload that the database cannot store is refused, but the ledger still records that the job has ended.
  await world.client.workflow.start('job', {
    workflowId: 'job/odd',
    taskQueue: WORKFLOW_QUEUE,
    args: [{ jobType: 'count', payload: { to: 1, text: '\u0000' } }],
  });
  await expect
    .poll(() => row('odd'), { timeout: 30_000 })
    .toMatchObject({
      status: 'failed',
      error_message: 'InvalidInput: payload takes text without NUL characters and halves of surrogate pairs.',
    });
});

test('files are downloaded through the proxies, and what cannot be had is counted', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 12 });
  const { db, client, storageRoot } = world;
  const { result, row } = inWorld(world);
  const { dispensary } = await addLargestDispensary(world);
  const worker = await world.startWorker();
  await (await startCrawl(client, dispensary, { images: false })).handle.result();
  const products = await db.selectFrom('store_products').select(['id', 'image_url']).orderBy('id').execute();
  const pictured = products.filter(({ image_url: url }) => url !== null);

  const ids = [999_999, ...pictured.slice(0, 3).map(({ id }) => id)];
  const byId = { jobType: 'download_media', payload: { media_ids: ids, source: 'dutchie' } };
  const pictures = (await result({ ...byId, platform: 'dutchie' }, 'pictures')) as Record<string, number>;
  const names = (await readdir(join(storageRoot, 'jobs/pictures'))).sort();
  expect(pictures).toMatchObject({ downloaded: names.length, failed: 4 - names.length });
  expect(pictures['failures']).toContainEqual({
    file: 'product 999999',
    reason: 'NotFound: it has no picture',
  });
  // The files have numbers in the order of the list.
  expect(names[0]).toMatch(/^000[2-4]\.(jpg|png|webp|gif)$/);
  const sizes = await Promise.all(
    names.map(async (name) => (await readFile(join(storageRoot, 'jobs/pictures', name))).length),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(pictures['bytes']);

  const url = pictured[0]!.image_url!;
  const missing = new URL('/nowhere.png', world.sandbox.graphqlUrl).href;
  const mixed = { jobType: 'download_media', payload: { urls: [missing, url, 'https://127.0.0.1/'] } };
  expect(await result(mixed, 'mixed')).toMatchObject({
    downloaded: 1,
    failed: 2,
    failures: [
      { file: missing, reason: expect.stringMatching(/^NotFound: /) },
      { file: 'https://127.0.0.1/', reason: expect.stringMatching(/^InvalidInput: /) },
    ],
  });
  expect(await row('mixed')).toMatchObject({ progress_message: '3 of 3 files, 2 failed' });
  const { requests } = await world.control<{ requests: { exitAddress: string; path: string }[] }>(
    'GET',
    '/control/requests',
  );
  const proxies = await db.selectFrom('proxies').select('exit_address').execute();
  const requested = requests.filter(({ path }) => path === '/nowhere.png');
  expect(requested.length).toBe(1);
  expect(proxies.map(({ exit_address: address }) => address)).toContain(requested[0]!.exitAddress);

  expect(await failureOf(result({ jobType: 'download_media', payload: { urls: [missing] } }))).toMatch(
    /^None of 1 files could be downloaded: NotFound: /,
  );

  // The API would refuse these credentials, but a job that is started by hand does not pass through the API.
  const secret = 'https://user:hunter2@files.example.com/a.png';
  const byHand = client.workflow.start('job', {
    workflowId: 'job/by-hand',
    taskQueue: WORKFLOW_QUEUE,
    args: [{ jobType: 'download_media', payload: { urls: [secret] } }],
  });
  expect(await failureOf(byHand.then((handle) => handle.result()))).toMatch(
    /^payload\.urls\.0 must not contain credentials/,
  );
  expect(await row('by-hand')).toMatchObject({
    status: 'failed',
    payload: { urls: ['https://***@files.example.com/a.png'] },
  });

  // A file that fails temporarily is requested again at the end of the list, and if it fails again, by the next attempt.
  const fault = (times: number) =>
    world.control('POST', '/control/faults', {
      rules: [
        { match: { pathPrefix: new URL(url).pathname }, times, action: { type: 'status', status: 500 } },
      ],
    });
  const one = { jobType: 'download_media', payload: { urls: [url] } };
  await fault(1);
  expect(await result(one, 'once-more')).toMatchObject({ downloaded: 1, failed: 0 });
  await fault(2);
  expect(await result(one, 'next')).toMatchObject({ downloaded: 1, failed: 0 });
  expect(await row('next')).toMatchObject({ retry_count: 1 });

  // All attempts and retries of a job share one limit for downloaded bytes.
  const { bytes } = (await result(one)) as { bytes: number };
  await worker.stop();
  await world.startWorker('narrow', { JOB_DOWNLOAD_BYTES_MAX: String(Math.floor(bytes * 2.5)) });
  const many = { jobType: 'download_media', payload: { urls: Array(6).fill(url) as string[] } };
  for (const _ of ['the first run', 'a retry']) {
    expect(await failureOf(result(many, 'many'))).toMatch(/would pass the \d+ that one job may have/);
    expect(await row('many')).toMatchObject({
      status: 'failed',
      retry_count: 0,
      progress_message: '2 of 6 files downloaded, 0 failed; stopped at the download limit',
    });
    // The others are kept unfinished, for a retry with another limit.
    const complete = (await readdir(join(storageRoot, 'jobs/many'))).filter((name) => !name.startsWith('.'));
    expect(complete).toHaveLength(2);
  }
  const { downloaded_bytes: downloaded } = await db
    .selectFrom('jobs')
    .select('downloaded_bytes')
    .where('id', '=', 'many')
    .executeTakeFirstOrThrow();
  expect(downloaded).toBeLessThanOrEqual(bytes * 2.5);
});
