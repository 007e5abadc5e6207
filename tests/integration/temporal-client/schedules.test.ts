import { ScheduleOverlapPolicy, type Client } from '@temporalio/client';
import { expect, test } from 'vitest';
import { applySchedules } from '../../../temporal-client/schedule-control.ts';
import { defaultSchedules } from '../../../temporal-config/schedules.ts';
import { crawlDueId } from '../../../temporal-config/workflow-ids.ts';
import { addLargestDispensary } from '../../support/add-dispensary.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

const definitions = defaultSchedules({ discoveryStates: ['AZ'], crawlIntervalHours: 4 });
const HOUR_MS = 3_600_000;

test('the schedules are created with an explicit interval, overlap and catch-up window', async () => {
  const { client } = await createTestNamespace();
  await applySchedules(client, definitions);
  const found = await Promise.all(
    definitions.map(async ({ id }) => client.schedule.getHandle(id).describe()),
  );
  expect(found.map(({ scheduleId, spec }) => [scheduleId, spec.intervals?.[0]?.every])).toEqual([
    ['payload_fetch_all', 4 * HOUR_MS],
    ['store_discovery_dutchie', 24 * HOUR_MS],
    ['analytics_refresh', 6 * HOUR_MS],
    ['proxy_probe', HOUR_MS / 30],
    ['storage_sweep', 24 * HOUR_MS],
  ]);
  for (const { policies, action, scheduleId } of found) {
    const catchupWindow = scheduleId === 'proxy_probe' ? HOUR_MS / 60 : HOUR_MS / 2;
    expect(policies).toMatchObject({ overlap: ScheduleOverlapPolicy.SKIP, catchupWindow });
    expect(action).toMatchObject({ workflowType: 'startOnce', taskQueue: 'crawlchain' });
  }
});

test('applying schedules again brings them to their definition and leaves paused ones paused', async () => {
  const { client } = await createTestNamespace();
  await applySchedules(client, definitions);
  await client.schedule.getHandle('analytics_refresh').pause('a person did it');
  await applySchedules(
    client,
    definitions.map((definition) => ({ ...definition, intervalHours: 12 })),
  );
  const description = await client.schedule.getHandle('analytics_refresh').describe();
  expect(description.state).toMatchObject({ paused: true, note: 'a person did it' });
  expect(description.spec.intervals?.[0]?.every).toBe(12 * HOUR_MS);
});

test('a schedule that fires crawls what is due, and one that fires while that runs starts nothing', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 20 });
  const { client } = world;
  const { dispensary } = await addLargestDispensary(world);
  await applySchedules(client, definitions);
  await world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts' }, times: 1, action: { type: 'hold' } }],
  });
  await world.startWorker();
  await client.schedule.getHandle('payload_fetch_all').trigger(ScheduleOverlapPolicy.SKIP);
  await world.control('GET', '/control/wait?operation=FilteredProducts&held=1&timeoutMs=60000');
  // The chain is running now, so a second fan-out finds nothing to start.
  await client.schedule.getHandle('payload_fetch_all').trigger(ScheduleOverlapPolicy.SKIP);
  const summaries = await fanOutSummaries(client, 2);
  expect(summaries).toEqual([
    '0 chains started, 1 were running already',
    '1 chains started, 0 were running already',
  ]);
  await world.control('POST', '/control/release');
  await client.workflow.getHandle(`crawl/${dispensary.id}`).result();
  await client.schedule.getHandle('payload_fetch_all').trigger(ScheduleOverlapPolicy.SKIP);
  expect(await fanOutSummaries(client, 3)).toContain('no dispensary needs a crawl');
});

/** What the fan-outs said, sorted, once so many of them are done; visibility follows by a moment, so it is asked again. */
async function fanOutSummaries(client: Client, count: number): Promise<string[]> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const summaries: string[] = [];
    for await (const { runId } of client.workflow.list({ query: `WorkflowId = "${crawlDueId('all')}"` })) {
      const result = (await client.workflow.getHandle(crawlDueId('all'), runId).result()) as {
        summary: string;
      };
      summaries.push(result.summary);
    }
    if (summaries.length >= count) return summaries.sort();
    if (Date.now() > deadline) throw new Error(`Expected ${count} fan-outs, found ${summaries.length}`);
  }
}
