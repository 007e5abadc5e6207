import { expect, test } from 'vitest';
import { startCrawl, waitForCrawl } from '../../temporal-client/crawl-control.ts';
import { URGENT_PRIORITY } from '../../temporal-config/priorities.ts';
import { makeBacklog, untilWaiting } from '../support/crawl-backlog.ts';
import { addNamedDispensaries } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';

const SMALL = { dispensaries: 6, products: 10 };

/** Releases the held request and waits for all chains. @returns the dispensaries in the order in which their fetches began */
async function drain(world: CrawlWorld, dispensaryIds: number[]): Promise<number[]> {
  await world.control('POST', '/control/release');
  for (const id of dispensaryIds) await waitForCrawl(world.client, id);
  const runs = await world.db.selectFrom('crawl_runs').select('dispensary_id').orderBy('id').execute();
  return runs.map((run) => run.dispensary_id);
}

test('with one slot and a backlog, an urgent crawl starts next, and an urgent request brings a queued one forward', async () => {
  const world = await createCrawlWorld(SMALL);
  const { running, waiting } = await makeBacklog(world);
  const [first, second, promoted] = waiting.slice(-3);
  const urgent = { images: false, priority: URGENT_PRIORITY };
  const again = await startCrawl(world.client, promoted!, urgent);
  expect(again.isNew).toBe(false);
  await untilPromoted(world, promoted!.id);
  const order = await drain(
    world,
    [running, ...waiting].map(({ id }) => id),
  );
  // The running chain goes on, the urgent one comes next, and the others keep their order.
  expect(order.slice(0, 2)).toEqual([running.id, promoted!.id]);
  expect(order.indexOf(first!.id)).toBeLessThan(order.indexOf(second!.id));
  expect(order).toHaveLength(waiting.length + 1);
});

test('a new urgent crawl passes the backlog', async () => {
  const world = await createCrawlWorld(SMALL);
  const { running, waiting } = await makeBacklog(world);
  const late = waiting.at(-1)!;
  // The chain is cancelled while it waits, and is then requested again as urgent.
  const handle = world.client.workflow.getHandle(`crawl/${late.id}`);
  await handle.cancel();
  await handle.result().catch(() => undefined);
  await startCrawl(world.client, late, { images: false, priority: URGENT_PRIORITY });
  await untilWaiting(world.client, late.id);
  const order = await drain(
    world,
    [running, ...waiting].map(({ id }) => id),
  );
  expect(order.slice(0, 2)).toEqual([running.id, late.id]);
});

test('an urgent request for a chain that runs changes nothing of what it does', async () => {
  const world = await createCrawlWorld(SMALL);
  const { running, waiting } = await makeBacklog(world);
  await startCrawl(world.client, running, { images: false, priority: URGENT_PRIORITY });
  await drain(
    world,
    [running, ...waiting].map(({ id }) => id),
  );
  const history = await world.client.workflow.getHandle(`crawl/${running.id}`).fetchHistory();
  const scheduled = history.events?.filter(({ activityTaskScheduledEventAttributes: task }) => task) ?? [];
  expect(scheduled.map(({ activityTaskScheduledEventAttributes: task }) => task?.activityType?.name)).toEqual(
    ['fetchMenu', 'ingestPayload'],
  );
  // The activity after the request is urgent.
  expect(scheduled[1]?.activityTaskScheduledEventAttributes?.priority?.priorityKey).toBe(1);
});

test('a request that brings forward waiting pictures gives them no more time', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const [dispensary] = await addNamedDispensaries(world);
  await world.startWorker('worker-1', { WORKER_QUEUES: 'crawlchain,fetch-dutchie,ingest' });
  const { handle } = await startCrawl(world.client, dispensary!);
  const pictures = async () => {
    const { events } = await handle.fetchHistory();
    return (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: task }) =>
      task?.activityType?.name === 'downloadImages' ? [task.scheduleToCloseTimeout] : [],
    );
  };
  await expect.poll(pictures, { timeout: 120_000 }).toHaveLength(1);
  await startCrawl(world.client, dispensary!, { priority: URGENT_PRIORITY });
  await expect.poll(pictures, { timeout: 120_000 }).toHaveLength(2);
  const [first, second] = (await pictures()).map((timeout) => Number(timeout?.seconds));
  expect(second).toBeLessThan(first!);
  await handle.terminate();
});

test('a chain that is cancelled ends while all places of the worker are taken', async () => {
  const world = await createCrawlWorld({ dispensaries: 2, products: 10 });
  const dispensaries = await addNamedDispensaries(world);
  await world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts' }, times: 1, action: { type: 'hold' } }],
  });
  await world.startWorker('worker-1', {
    MAX_CONCURRENT_TASKS: '1',
    WORKER_QUEUES: 'crawlchain,fetch-dutchie',
  });
  const [running, waiting] = [dispensaries[0]!, dispensaries[1]!];
  await startCrawl(world.client, running, { images: false });
  await world.control('GET', '/control/wait?operation=FilteredProducts&held=1&timeoutMs=60000');
  const { handle } = await startCrawl(world.client, waiting, { images: false });
  await untilWaiting(world.client, waiting.id);
  await handle.cancel();
  await expect(handle.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
  const history = await handle.fetchHistory();
  const scheduled = history.events?.flatMap(
    ({ activityTaskScheduledEventAttributes: task }) => task?.activityType?.name ?? [],
  );
  expect(scheduled).toEqual(['fetchMenu', 'recordOutcome']);
});

test.each(['as they were queued', 'after all were brought forward'])(
  'crawls of a state that come last get their turns between those of another, %s',
  async (how) => {
    const world = await createCrawlWorld({ dispensaries: 1 + 10 + 3, products: 10 });
    const { running, waiting } = await makeBacklog(world, (place) => (place <= 10 ? 'AZ' : 'NV'));
    if (how === 'after all were brought forward') {
      for (const dispensary of waiting) {
        await startCrawl(world.client, dispensary, { images: false, priority: URGENT_PRIORITY });
        await untilPromoted(world, dispensary.id);
      }
    }
    const [first, ...order] = await drain(
      world,
      [running, ...waiting].map(({ id }) => id),
    );
    expect(first).toBe(running.id);
    const places = waiting.slice(10).map(({ id }) => order.indexOf(id));
    // Served in turn, they get the places two, four and six of thirteen. In the order of the queue they would get the last three.
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...places)).toBeLessThan(8);
    // They get a share of the places, but do not go first.
    expect(places).not.toEqual([0, 1, 2]);
  },
);

/** Waits until the signal has been handled: the fetch has been cancelled and queued again. */
async function untilPromoted({ client }: CrawlWorld, dispensaryId: number): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const { raw } = await client.workflow.getHandle(`crawl/${dispensaryId}`).describe();
    if (raw.pendingActivities?.some(({ priority }) => priority?.priorityKey === 1)) return;
    if (Date.now() > deadline) throw new Error('The chain was not brought forward');
  }
}
