import { expect, test } from 'vitest';
import { startCrawlDue } from '../../temporal-client/crawl-control.ts';
import { crawlDispensaryId } from '../../temporal-config/workflow-ids.ts';
import { createFanOutWorld, openAtOnce } from '../support/fan-out-world.ts';

// With this window there are at least 120 pages. One run of the fan-out takes a hundred, so it is certain to continue as new.
const DISPENSARIES = 3_000;
const WINDOW = 25;

test(`a fan-out over ${DISPENSARIES} dispensaries starts each once, within its window and with short histories`, async () => {
  const crawled = new Set<number>();
  const world = await createFanOutWorld({ crawl: async (id) => void crawled.add(id) });
  const ids = await world.addDispensaries(DISPENSARIES);
  const { handle } = await startCrawlDue(world.client, { scope: 'all', intervalHours: 0, window: WINDOW });
  expect(await handle.result()).toMatchObject({ started: DISPENSARIES, alreadyRunning: 0 });
  const chains = await world.closedChains(DISPENSARIES);
  const ofEach = chains.map(({ workflowId }) => workflowId).toSorted();
  expect(ofEach).toEqual(ids.map(crawlDispensaryId).toSorted());
  expect(openAtOnce(chains)).toBeLessThanOrEqual(WINDOW);
  expect(crawled).toEqual(new Set(ids));
  const runs = await world.fanOutRuns();
  expect(runs.length).toBeGreaterThan(1);
  for (const { workflowId, runId } of runs) {
    const { events } = await world.client.workflow.getHandle(workflowId, runId).fetchHistory();
    expect(events?.length).toBeLessThan(1_500);
  }
});
