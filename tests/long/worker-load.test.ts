import { expect, test } from 'vitest';
import type { ListedWorker } from '../../db/queries/worker-registry.ts';
import { startsOf } from '../../faults/strikes/stage-history.ts';
import { startCrawl, type NamedDispensary } from '../../temporal-client/crawl-control.ts';
import { addDispensaries } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { untilWorker } from '../support/worker-rows.ts';

interface Line {
  time: string;
  msg: string;
}

const linesOf = async (world: CrawlWorld): Promise<Line[]> =>
  (await world.readLog())
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

/** Holds requests for menus, of all stores of both platforms or of one store. */
const hold = (world: CrawlWorld, dispensaryId?: string) =>
  world.control('POST', '/control/faults', {
    rules: ['FilteredProducts', 'products'].map((operation) => ({
      match: { operation, ...(dispensaryId === undefined ? {} : { dispensaryId }) },
      action: { type: 'hold' },
    })),
  });

const untilHeld = (world: CrawlWorld, count: number) =>
  world.control('GET', `/control/wait?held=1&count=${count}&timeoutMs=60000`);

async function dispensariesOf(world: CrawlWorld): Promise<(NamedDispensary & { platformId: string })[]> {
  await addDispensaries(world);
  const rows = await world.db
    .selectFrom('dispensaries')
    .select(['id', 'name', 'platform', 'state', 'platform_dispensary_id'])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    platform: row.platform,
    stateCode: row.state ?? 'AZ',
    platformId: row.platform_dispensary_id!,
  }));
}

const crawl = async (world: CrawlWorld, dispensary: NamedDispensary) =>
  (await startCrawl(world.client, dispensary, { images: false })).handle;

type Handle = Awaited<ReturnType<typeof crawl>>;

/** Reads the state of a chain's activity from the server: 1 is queued, 2 is running. */
async function activityState(handle: Handle): Promise<number | undefined> {
  const { raw } = await handle.describe();
  return raw.pendingActivities?.[0]?.state ?? undefined;
}

const WAITING = 1;
const RUNNING = 2;

async function untilActivity(handle: Handle, ...states: number[]): Promise<void> {
  const deadline = Date.now() + 300_000;
  while (!states.includes((await activityState(handle)) ?? 0)) {
    if (Date.now() > deadline)
      throw new Error(`${handle.workflowId} has no activity in the states ${states.join(', ')}`);
  }
}

/** Waits for the worker's next `count` heartbeats. @returns them */
async function laterBeats(world: CrawlWorld, count: number): Promise<ListedWorker[]> {
  const beats: ListedWorker[] = [];
  let last = await untilWorker(world, 'worker-1', () => true);
  while (beats.length < count) {
    const { last_heartbeat_at: before } = last;
    last = await untilWorker(world, 'worker-1', (row) => row.last_heartbeat_at > before);
    beats.push(last);
  }
  return beats;
}

test('MAX_CONCURRENT_TASKS is a total over the queues of a worker, and one more for each further queue at most', async () => {
  const world = await createCrawlWorld({
    dispensaries: 4,
    restDispensaries: 4,
    products: 30,
    env: {
      MAX_CONCURRENT_TASKS: '3',
      WORKER_QUEUES: 'crawlchain,fetch-dutchie,fetch-blaze',
      HEARTBEAT_INTERVAL_MS: '200',
    },
  });
  const dispensaries = await dispensariesOf(world);
  const ofEach = Object.groupBy(dispensaries, ({ platform }) => platform);
  expect(ofEach.dutchie!.length).toBeGreaterThanOrEqual(3);
  expect(ofEach.blaze!.length).toBeGreaterThanOrEqual(3);
  await hold(world);
  await world.startWorker();
  const handles = await Promise.all(dispensaries.map((dispensary) => crawl(world, dispensary)));
  await untilHeld(world, 3);
  await Promise.all(handles.map((handle) => untilActivity(handle, WAITING, RUNNING)));
  // Some heartbeats later, which all report the same tasks.
  await laterBeats(world, 5);
  const row = await untilWorker(world, 'worker-1', () => true);
  expect(row.max_concurrent_tasks).toBe(3);
  expect(row.active_task_count).toBeGreaterThanOrEqual(3);
  expect(row.active_task_count).toBeLessThanOrEqual(3 - 1 + 2);
  expect(row.current_task_ids).toHaveLength(row.active_task_count);
  const states = await Promise.all(handles.map(activityState));
  expect(states.filter((state) => state === RUNNING)).toHaveLength(row.active_task_count);
  await world.control('DELETE', '/control/faults');
  await world.startWorker('worker-2', { WORKER_QUEUES: 'ingest' });
  await Promise.all(handles.map((handle) => handle.result()));
});

test('a worker whose memory is short takes nothing new, finishes what it has, and goes on when there is memory again', async () => {
  // The threshold is 85 % of the limit. Without a browser the worker needs less (under 500 MiB), with one more (over 600 MiB).
  const world = await createCrawlWorld({
    dispensaries: 4,
    products: 60,
    env: {
      BROWSER_NO_SANDBOX: String(process.getuid?.() === 0),
      MAX_BROWSERS: '1',
      MEMORY_LIMIT_MIB: '650',
      MEMORY_BACKOFF_THRESHOLD: '0.85',
      BACKOFF_DURATION_MS: '1000',
      HEARTBEAT_INTERVAL_MS: '200',
      WORKER_QUEUES: 'crawlchain,fetch-dutchie,browser,ingest',
    },
  });
  const [large, open, waiting] = await dispensariesOf(world);
  await world.db
    .updateTable('dispensaries')
    .set({ fetch_mode: 'browser' })
    .where('id', '=', large!.id)
    .execute();
  await hold(world, large!.platformId);
  await world.startWorker();
  expect((await untilWorker(world, 'worker-1', () => true)).status).toBe('active');
  const inBrowser = await crawl(world, large!);
  await untilHeld(world, 1);
  const row = await untilWorker(world, 'worker-1', ({ status }) => status === 'backing_off');
  expect(row.resources).toMatchObject({
    memory_total_mb: 650,
    is_backing_off: true,
    backoff_reason: expect.stringMatching(/^Memory at \d+\.\d% \(threshold: 85%\)/) as string,
  });

  // The open poll of each queue may still deliver one task: enough for one whole chain, and then for no other.
  const delivered = await crawl(world, open!);
  await delivered.result();
  const left = await crawl(world, waiting!);
  await untilActivity(left, WAITING);
  for (const beat of await laterBeats(world, 10)) {
    expect(beat).toMatchObject({ status: 'backing_off', active_task_count: 1 });
  }
  expect(await activityState(left)).toBe(WAITING);
  expect(await activityState(inBrowser)).toBe(RUNNING);
  const heldAt = new Date().toISOString();

  await world.control('DELETE', '/control/faults');
  await Promise.all([inBrowser.result(), left.result()]);
  await untilWorker(world, 'worker-1', ({ status }) => status === 'active');
  const lines = await linesOf(world);
  expect(lines.some(({ msg }) => msg.startsWith('backing off: Memory at '))).toBe(true);
  // The worker took the waiting task only after it had resumed normal operation.
  const resumed = lines.find(({ msg, time }) => msg === 'resuming normal operation' && time > heldAt);
  expect(resumed).toBeDefined();
  const acknowledged = {
    dispensaryId: waiting!.id,
    workflowId: left.workflowId,
    runId: (await left.describe()).runId,
  };
  const [first] = await startsOf(world, acknowledged, 'fetch');
  expect(first!.startedAt.toISOString() >= resumed!.time).toBe(true);
});
