import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  startAnalyticsRefresh,
  startCrawl,
  startDiscovery,
  startResolve,
} from '../../temporal-client/crawl-control.ts';
import { startJob } from '../../temporal-client/job-control.ts';
import { addLargestDispensary } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';

const JOB_TYPES = fileURLToPath(new URL('../support/job-types.ts', import.meta.url));

interface Line {
  level: string;
  msg: string;
  activity?: string;
  [field: string]: unknown;
}

/** Reads the lines about tasks, including failures, from the log of a worker. */
async function taskLines(world: CrawlWorld, worker: string): Promise<Line[]> {
  const lines = (await world.readLog(worker)).split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => /^(task|activity) /.test(msg));
}

const brief = ({ level, msg, activity, role }: Line) => [level, msg, activity, role];

test('a worker logs each stage of a chain as it claims and as it completes it', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 30 });
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker();
  const { handle, runId } = await startCrawl(world.client, dispensary);
  const { payloadId, counts } = await handle.result();
  const lines = await taskLines(world, 'worker-1');
  expect(lines.map(brief)).toEqual([
    ['info', 'task claimed', 'fetchMenu', 'payload_fetch'],
    ['info', 'task completed', 'fetchMenu', 'payload_fetch'],
    ['info', 'task claimed', 'ingestPayload', 'product_refresh'],
    ['info', 'task completed', 'ingestPayload', 'product_refresh'],
    ['info', 'task claimed', 'downloadImages', 'payload_fetch'],
    ['info', 'task completed', 'downloadImages', 'payload_fetch'],
  ]);
  for (const line of lines)
    expect(line).toMatchObject({ workflowId: handle.workflowId, runId, dispensaryId: dispensary.id });
  const [, fetched, , ingested, , downloaded] = lines;
  expect(fetched).toMatchObject({ payloadId, durationMs: expect.any(Number), counts: { pages: 1 } });
  expect(ingested).toMatchObject({ payloadId, counts: { products: counts.products, added: counts.added } });
  expect(downloaded).toMatchObject({ counts: { failed: expect.any(Number) } });
});

test('each attempt at a job is claimed, and the one that fails keeps its one line', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10, env: { JOB_TYPES } });
  await world.startWorker();
  const input = { jobType: 'count', payload: { to: 4, failures: 1 } };
  const { workflowId, runId } = await startJob(world.client, input, { id: 'counting' });
  await world.client.workflow.getHandle(workflowId).result();
  const lines = await taskLines(world, 'worker-1');
  expect(lines.map(({ level, msg, attempt }) => [level, msg, attempt])).toEqual([
    ['info', 'task claimed', 1],
    ['warn', 'activity failed', 1],
    ['info', 'task claimed', 2],
    ['info', 'task completed', 2],
  ]);
  expect(lines.at(-1)).toMatchObject({
    activity: 'runJob',
    role: null,
    workflowId,
    runId,
    jobId: 'counting',
    jobType: 'count',
    durationMs: expect.any(Number),
    counts: { from: 2, to: 4 },
  });
});

test('a worker of any role does the work of this role, and logs it', async () => {
  const world = await createCrawlWorld({ dispensaries: 2, products: 10 });
  const { client } = world;
  const { dispensary } = await addLargestDispensary(world);
  const { dispensaries } = await world.truth();
  const states = [...new Set(dispensaries.map(({ state }) => state))];
  await world.startWorker('deciding', { WORKER_QUEUES: 'crawlchain,ingest' });
  const work = {
    entry_point_discovery: () => startResolve(client, dispensary, { crawl: false }),
    product_discovery: () => startCrawl(client, dispensary, { role: 'product_discovery', images: false }),
    store_discovery: () => startDiscovery(client, { platform: 'dutchie', states }, 'test'),
    analytics_refresh: () => startAnalyticsRefresh(client),
  };
  for (const [role, start] of Object.entries(work)) {
    const worker = await world.startWorker(role, { WORKER_ROLE: role });
    const { handle } = await start();
    await handle.result();
    // Leaves out tasks of other roles, which the worker takes from the same queues.
    const own = (await taskLines(world, role)).filter(({ role: of }) => of === role);
    expect(own.slice(0, 2).map(({ msg }) => msg)).toEqual(['task claimed', 'task completed']);
    await worker.stop();
  }
});
