import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startJob } from '../../temporal-client/job-control.ts';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { describeRun } from '../../temporal-client/steer-tasks.ts';
import { taskId } from '../../temporal-config/workflow-ids.ts';
import { untilBlocked } from '../integration/db/until-blocked.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { startApiServer } from '../support/api-server.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { findJob } from '../support/find-job.ts';
import { heartbeatDetails } from '../support/heartbeat-details.ts';
import { JOB_TYPES } from '../support/run-jobs.ts';
import { runTasks } from '../support/run-tasks.ts';
import { openLink } from '../support/server-link.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };

test('a fetch does not wait for a database that went silent: it says so, fails in time and completes afterwards', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 120 });
  const { dispensary, store } = await addLargestDispensary(world);
  const through = new URL(world.databaseUrl);
  const link = await openLink(through.host);
  through.host = link.address;
  const worker = await world.startWorker('worker-1', {
    DATABASE_URL: through.href,
    DATABASE_STATEMENT_TIMEOUT_MS: '3000',
  });
  await world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts' }, times: 1, action: { type: 'hold' } }],
  });
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  await world.control('GET', '/control/wait?operation=FilteredProducts&held=1&timeoutMs=60000');
  link.holdAnswers();
  await world.control('POST', '/control/release');
  await expect
    .poll(async () => (await heartbeatDetails(handle))?.['waitingFor'], PATIENCE)
    .toMatchObject({ what: 'the database' });
  const { runId } = await handle.describe();
  const failure = async () =>
    (await describeRun(world.client, { workflowId: handle.workflowId, runId }))?.look.activity?.lastFailure;
  await expect.poll(failure, PATIENCE).toMatch(/Query read timeout|connection timeout/);
  link.release();
  const { counts } = await handle.result();
  expect(counts.products).toBe(store.products.length + store.inactiveProducts.length);
  expect(await worker.stop()).toMatchObject({ code: 0, signal: null });
});

test('an ingest and a job wait for a database that is away, say so, and spend none of their own attempts', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 40 });
  const place = { apiUrl: (await startApiServer(world)).url };
  const { dispensary } = await addLargestDispensary(world);
  const through = new URL(world.databaseUrl);
  const link = await openLink(through.host);
  through.host = link.address;
  const worker = await world.startWorker('worker-1', { DATABASE_URL: through.href, JOB_TYPES });
  const job = () => findJob(world.db, 'one');
  await startJob(
    world.client,
    { jobType: 'count', payload: { to: 1, outage: true }, maxRetries: 0 },
    { id: 'one' },
  );
  await expect.poll(job, PATIENCE).toMatchObject({ status: 'running' });
  let handle: Awaited<ReturnType<typeof startCrawl>>['handle'];
  await world.db.transaction().execute(async (tx) => {
    await sql`lock table store_products in exclusive mode`.execute(tx);
    ({ handle } = await startCrawl(world.client, dispensary, { images: false }));
    await untilBlocked(world.db);
    link.cut();
  });
  const pending = async () => (await handle.describe()).raw.pendingActivities?.[0];
  await expect.poll(async () => (await pending())?.attempt, PATIENCE).toBeGreaterThan(3);
  const waiting = await pending();
  // The number of attempts is unlimited, so an outage of hours does no more harm than one of seconds.
  expect(waiting?.maximumAttempts).toBe(0);
  expect(waiting?.lastFailure?.message).toMatch(/^The database is unavailable: /);
  const waitingFor = { what: 'the database', since: expect.any(String) as string };
  await expect
    .poll(() => heartbeatDetails(handle!), PATIENCE)
    .toEqual({ failures: 0, lostConnections: 1, waitingFor });
  // The worker cannot record the failure, so only Temporal knows of it.
  const { runId } = await handle!.describe();
  const { stdout } = await runTasks(place, 'show', taskId(handle!.workflowId, runId), '--json');
  const { activity } = JSON.parse(stdout) as { activity: { last_failure: string } };
  expect(activity.last_failure).toMatch(/^The database is unavailable: /);
  await link.join();
  await handle!.result();
  await expect.poll(async () => (await job())?.status, PATIENCE).not.toMatch(/pending|running/);
  expect(await job()).toMatchObject({ status: 'completed', retry_count: 0 });
  expect(await worker.stop()).toMatchObject({ code: 0, signal: null });
});
