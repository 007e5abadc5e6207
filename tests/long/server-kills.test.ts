import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { expect, inject, test } from 'vitest';
import { checkWorld } from '../../faults/check/check-world.ts';
import { formatFinding } from '../../faults/check/finding.ts';
import { sweepStorage } from '../../faults/check/sweep-storage.ts';
import { startCrawlDue } from '../../temporal-client/crawl-control.ts';
import { crawlDispensaryId, crawlDueId } from '../../temporal-config/workflow-ids.ts';
import { addDispensaries } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { prepareKeptTemporal, type KeptTemporal } from '../support/kept-temporal.ts';
import { untilWorker } from '../support/worker-rows.ts';

const CHAINS = 50;
/** The numbers of completed stages, of 150, at which the server is killed. */
const KILLED_AFTER = [20, 40, 60, 80, 100];
/** So narrow that at every kill, chains are still being started and menus are being fetched. */
const WINDOW = 25;

const PATIENCE = { timeout: 120_000, interval: 100 };

// Silences warnings, because each replay would log its steps.
Runtime.install({ logger: new DefaultLogger('ERROR') });

test(`${KILLED_AFTER.length} kills of the Temporal server during ${CHAINS} crawls lose no crawl and double none`, async () => {
  const serve = await prepareKeptTemporal();
  let temporal = await serve();
  const world = await createCrawlWorld({
    temporal,
    dispensaries: CHAINS,
    products: 10,
    env: { HEARTBEAT_INTERVAL_MS: '200' },
  });
  const ids = await addDispensaries(world);
  expect(ids).toHaveLength(CHAINS);
  const worker = await world.startWorker();
  const { started_at: startedAt } = await untilWorker(world, 'worker-1', () => true);
  await startCrawlDue(temporal.client, { scope: 'all', intervalHours: 0, window: WINDOW });
  for (const [index, count] of KILLED_AFTER.entries()) {
    await untilStagesDone(world, count);
    if (index % 2 === 0) await temporal.kill();
    else await killUntilResultIsLost(world, temporal);
    temporal = await serve();
  }
  const { client } = temporal;
  await client.workflow.getHandle(crawlDueId('all')).result();
  await Promise.all(ids.map((id) => client.workflow.getHandle(crawlDispensaryId(id)).result()));

  await expectAllReplay(temporal, ids);
  // The worker process has survived all kills.
  const row = await untilWorker(world, 'worker-1', ({ status }) => status === 'active');
  expect(row.started_at).toEqual(startedAt);
  await sweepStorage({ ...world, client });
  expect(await worker.stop()).toMatchObject({ code: 0, signal: null });
  await expectInOrder(world, temporal, ids);
  expect(await world.readLog()).not.toMatch(/nondeterminis|TMPRL1100/i);
});

/** Waits until this many stages are done. Asks the ledger, because that is available during an outage of Temporal. */
async function untilStagesDone({ db }: CrawlWorld, count: number): Promise<void> {
  await expect
    .poll(async () => {
      const done = db.selectFrom('stage_runs').where('outcome', '=', 'completed').select('id');
      return (await done.execute()).length;
    }, PATIENCE)
    .toBeGreaterThanOrEqual(count);
}

const LOST = 'Network error while completing activity';

/**
 * Kills the server while a menu is being fetched. Waits until the worker, which keeps running, has stopped trying to report the fetch's
 * result. Then only the ledger knows the result.
 */
async function killUntilResultIsLost(world: CrawlWorld, temporal: KeptTemporal): Promise<void> {
  const countLost = async () => (await world.readLog()).split(LOST).length;
  await world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts' }, times: 1, action: { type: 'hold' } }],
  });
  await world.control('GET', '/control/wait?operation=FilteredProducts&held=1&timeoutMs=60000');
  await temporal.kill();
  const before = await countLost();
  await world.control('POST', '/control/release');
  await expect.poll(countLost, PATIENCE).toBeGreaterThan(before);
}

/** Expects that nothing is lost, duplicated or left behind, and that no kill of the server caused a second crawl. */
async function expectInOrder(world: CrawlWorld, { client }: KeptTemporal, ids: number[]): Promise<void> {
  const acknowledged = await Promise.all(
    ids.map(async (dispensaryId) => {
      const { workflowId, runId } = await client.workflow
        .getHandle(crawlDispensaryId(dispensaryId))
        .describe();
      return { dispensaryId, workflowId, runId };
    }),
  );
  const { findings, looked } = await checkWorld({ ...world, client }, { acknowledged, jobs: [] });
  expect(findings.map(formatFinding)).toEqual([]);
  expect(looked).toMatchObject({ 'acknowledged crawls lost': ids.length, 'two runs of a store': ids.length });
}

/** Expects that each workflow ran once, and that the code can replay the histories with all their interruptions. */
async function expectAllReplay({ client }: KeptTemporal, ids: number[]): Promise<void> {
  const workflowIds = [crawlDueId('all'), ...ids.map(crawlDispensaryId)];
  // Visibility lags behind the histories by a moment.
  await expect.poll(() => completedWorkflows(client), PATIENCE).toEqual(workflowIds.toSorted());
  const histories = await Promise.all(
    workflowIds.map(async (workflowId) => ({
      workflowId,
      history: await client.workflow.getHandle(workflowId).fetchHistory(),
    })),
  );
  const repeated = histories.filter(({ history: { events } }) =>
    events?.some(({ activityTaskStartedEventAttributes: task }) => (task?.attempt ?? 0) > 1),
  );
  expect(repeated.length).toBeGreaterThanOrEqual(2);
  const replays = Worker.runReplayHistories(
    { workflowBundle: { codePath: inject('workflowBundlePath') } },
    histories,
  );
  for await (const { workflowId, error } of replays) expect(error, workflowId).toBeUndefined();
}

async function completedWorkflows(client: KeptTemporal['client']): Promise<string[]> {
  const found: string[] = [];
  for await (const { workflowId } of client.workflow.list({ query: 'ExecutionStatus = "Completed"' }))
    found.push(workflowId);
  return found.toSorted();
}
