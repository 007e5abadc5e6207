import type { Client } from '@temporalio/client';
import { expect, test, vi } from 'vitest';
import { applySchedules } from '../../temporal-client/apply-schedules.ts';
import { describeSchedules, type ScheduleReport } from '../../temporal-client/describe-schedules.ts';
import { editSchedule } from '../../temporal-client/steer-schedules.ts';
import { triggerSchedule } from '../../temporal-client/trigger-schedule.ts';
import { defaultSchedules } from '../../temporal-config/schedules.ts';
import { crawlDispensaryId, crawlDueId } from '../../temporal-config/workflow-ids.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';

const definitions = defaultSchedules({ discoveryStates: ['AZ'], crawlIntervalHours: 4 });

const PATIENCE = { timeout: 200_000, interval: 200 };

/** Waits until the last run of a schedule matches `run`. @returns the report about the schedule */
async function expectLastRun(client: Client, id: string, run: object): Promise<ScheduleReport> {
  return vi.waitFor(async () => {
    const report = (await describeSchedules(client)).find((found) => found.id === id);
    expect(report?.lastRun).toMatchObject(run);
    return report!;
  }, PATIENCE);
}

test('a schedule that fires crawls what is due, and one that fires while that runs starts nothing', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 20 });
  const { client } = world;
  const { dispensary } = await addLargestDispensary(world);
  await applySchedules(client, definitions);
  await world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts' }, times: 1, action: { type: 'hold' } }],
  });
  await world.startWorker();
  const { outcome } = await triggerSchedule(client, 'payload_fetch_all');
  expect(outcome).toBe('fired');
  const first = await expectLastRun(client, 'payload_fetch_all', {
    outcome: 'completed',
    workflowId: crawlDueId('all'),
    taskCount: 1,
    summary: '1 chains started, 0 were running already',
    error: null,
  });
  // The report is about the run that the schedule started, not about the last run with the same workflow id.
  const run = await client.workflow.getHandle(crawlDueId('all')).describe();
  expect(first.lastRun?.runId).toBe(run.runId);

  await world.control('GET', '/control/wait?operation=FilteredProducts&held=1&timeoutMs=60000');
  // The chain is running now, so a second fan-out finds no chain to start.
  await triggerSchedule(client, 'payload_fetch_all');
  const second = await expectLastRun(client, 'payload_fetch_all', {
    taskCount: 0,
    summary: '0 chains started, 1 were running already',
  });
  expect(second.lastRun?.runId).not.toBe(first.lastRun?.runId);
  await world.control('POST', '/control/release');
  await client.workflow.getHandle(crawlDispensaryId(dispensary.id)).result();
  await triggerSchedule(client, 'payload_fetch_all');
  await expectLastRun(client, 'payload_fetch_all', { summary: 'no dispensary needs a crawl', taskCount: 0 });

  // The fan-out of a state has an id of its own. This state has no dispensary.
  await editSchedule(client, 'payload_fetch_all', { scope: { area: 'HI' } });
  await triggerSchedule(client, 'payload_fetch_all');
  const other = await expectLastRun(client, 'payload_fetch_all', {
    workflowId: crawlDueId('HI'),
    taskCount: 0,
  });
  expect(other).toMatchObject({ runs: 4, skipped: 0, missed: 0 });
});

test('a schedule that fires while the workflow of its id runs starts no second one', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 20 });
  const { client } = world;
  await applySchedules(client, definitions);
  await world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'ConsumerDispensaries' }, times: 1, action: { type: 'hold' } }],
  });
  await world.startWorker();
  await triggerSchedule(client, 'store_discovery_dutchie');
  await world.control('GET', '/control/wait?operation=ConsumerDispensaries&held=1&timeoutMs=60000');
  const running = await expectLastRun(client, 'store_discovery_dutchie', {
    outcome: 'running',
    workflowId: 'discover/dutchie/all',
    taskCount: null,
  });
  await triggerSchedule(client, 'store_discovery_dutchie');
  await expectLastRun(client, 'store_discovery_dutchie', {
    outcome: 'already running',
    runId: null,
    taskCount: 0,
  });
  const discovery = client.workflow.getHandle('discover/dutchie/all');
  expect((await discovery.describe()).runId).toBe(running.lastRun?.runId);
  await world.control('POST', '/control/release');
  expect(await discovery.result()).toMatchObject({ chainsStarted: 1 });
  await triggerSchedule(client, 'store_discovery_dutchie');
  await expectLastRun(client, 'store_discovery_dutchie', { outcome: 'completed', taskCount: 0 });
});

test('a run that failed says why, and one that Temporal keeps no longer says so', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 20 });
  const { client } = world;
  await applySchedules(client, definitions);
  await world.startWorker();
  const schedule = client.schedule.getHandle('store_discovery_dutchie');
  await schedule.update((known) => ({
    ...known,
    action: {
      ...known.action,
      args: [
        { workflow: 'discoverStores', workflowId: 'discover/dutchie/all', input: { platform: 'nobody' } },
      ],
    },
  }));
  await triggerSchedule(client, 'store_discovery_dutchie');
  const failed = await expectLastRun(client, 'store_discovery_dutchie', {
    outcome: 'failed',
    taskCount: null,
  });
  expect(failed.lastRun?.error).toMatch(/^discoverStores: platform is "nobody"; it takes "dutchie" or/);

  const { runId: firstRunId, workflowId } = failed.lastRun!;
  await client.workflowService.deleteWorkflowExecution({
    namespace: world.namespace,
    workflowExecution: { workflowId, runId: firstRunId },
  });
  // Polls, because the server deletes a workflow with a delay.
  await expectLastRun(client, 'store_discovery_dutchie', { outcome: 'forgotten', workflowId, error: null });
}, 300_000);
