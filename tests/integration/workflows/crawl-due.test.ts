import { cancellationSignal } from '@temporalio/activity';
import { WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { expect, test } from 'vitest';
import { heartbeatWhile } from '../../../stages/heartbeat-while.ts';
import { startCrawlDue } from '../../../temporal-client/crawl-control.ts';
import { crawlDispensaryId, crawlDueId } from '../../../temporal-config/workflow-ids.ts';
import { createGate } from '../../support/chain-gate.ts';
import { createFanOutWorld, openAtOnce, type FanOutWorld } from '../../support/fan-out-world.ts';

async function fanOutHistories(world: FanOutWorld): Promise<number[]> {
  const runs = await world.fanOutRuns();
  const histories = runs.map(({ workflowId, runId }) =>
    world.client.workflow.getHandle(workflowId, runId).fetchHistory(),
  );
  return (await Promise.all(histories)).map(({ events }) => events?.length ?? 0);
}

test('never more chains than the window are open, and those that fail, are cancelled or terminated make room', async () => {
  const gate = createGate();
  const endings = ['completed', 'failed', 'terminated', 'cancelled'] as const;
  const world = await createFanOutWorld({
    crawl: async (id, client) => {
      await gate.hold(id);
      const ending = endings[id % endings.length];
      const handle = client.workflow.getHandle(crawlDispensaryId(id));
      if (ending === 'failed') throw ApplicationFailure.nonRetryable('as the test wants');
      if (ending === 'terminated') await handle.terminate();
      if (ending === 'cancelled') {
        await handle.cancel();
        await handle.result().catch(() => undefined);
      }
    },
  });
  const ids = await world.addDispensaries(12);
  const { handle } = await startCrawlDue(world.client, { scope: 'all', intervalHours: 0, window: 3 });
  for (const begun of [3, 6, 9, 12]) {
    await gate.untilBegun(begun);
    expect(gate.begun()).toBe(begun);
    gate.letGo();
  }
  expect(await handle.result()).toMatchObject({ started: 12, alreadyRunning: 0 });
  const chains = await world.closedChains(12);
  expect(chains.map(({ workflowId }) => workflowId).sort()).toEqual(ids.map(crawlDispensaryId).sort());
  expect(openAtOnce(chains)).toBe(3);
  const endedAs = new Set(chains.map(({ status }) => status.name));
  expect(endedAs).toEqual(new Set(['COMPLETED', 'FAILED', 'TERMINATED', 'CANCELLED']));
});

test('a start whose answer is lost is not made twice, although its chain has closed by then', async () => {
  const lost = new Set<number>();
  const world = await createFanOutWorld({
    around: (start, client) => async (dispensary, options) => {
      const isNew = await start(dispensary, options);
      if (dispensary.id % 4 === 0 && !lost.has(dispensary.id)) {
        lost.add(dispensary.id);
        await client.workflow.getHandle(crawlDispensaryId(dispensary.id)).result();
        throw new Error('the answer is lost');
      }
      return isNew;
    },
  });
  const ids = await world.addDispensaries(25);
  const { handle } = await startCrawlDue(world.client, { scope: 'all', intervalHours: 0 });
  expect(await handle.result()).toMatchObject({ started: 25, alreadyRunning: 0 });
  expect(lost.size).toBeGreaterThan(5);
  const chains = await world.closedChains(25);
  expect(chains.map(({ workflowId }) => workflowId).sort()).toEqual(ids.map(crawlDispensaryId).sort());
});

test('a long fan-out goes on in new runs with short histories, and its chains are found by its first run', async () => {
  const world = await createFanOutWorld();
  await world.addDispensaries(130);
  const { handle } = await startCrawlDue(world.client, { scope: 'all', intervalHours: 0, pageSize: 1 });
  expect(await handle.result()).toEqual({
    started: 130,
    alreadyRunning: 0,
    summary: '130 chains started, 0 were running already',
  });
  await world.closedChains(130);
  const lengths = await fanOutHistories(world);
  expect(lengths.length).toBe(2);
  expect(Math.max(...lengths)).toBeLessThan(1_500);
  const [firstRun] = await world.fanOutRuns();
  const { count } = await world.client.workflow.count(`FanOut = "${firstRun?.runId}"`);
  expect(count).toBe(130);
});

test('people and schedules that start it at the same moment have one fan-out, and each dispensary one chain', async () => {
  const gate = createGate();
  const world = await createFanOutWorld({ crawl: gate.hold });
  const { client } = world;
  await world.addDispensaries(5);
  const input = { scope: 'all', intervalHours: 0, window: 4 };
  const workflowId = crawlDueId('all');
  const byPeople = Array.from({ length: 12 }, () => startCrawlDue(client, input));
  const bySchedules = Array.from({ length: 12 }, (_, at) =>
    client.workflow.execute('startOnce', {
      workflowId: `scheduled/test-${at}`,
      taskQueue: 'crawlchain',
      args: [{ workflow: 'crawlDue', workflowId, input }],
    }),
  );
  const started = await Promise.all(byPeople);
  const outcomes = (await Promise.all(bySchedules)) as { outcome: string }[];
  const firsts =
    started.filter(({ isNew }) => isNew).length +
    outcomes.filter(({ outcome }) => outcome === 'started').length;
  expect(firsts).toBe(1);
  await gate.untilBegun(4);
  gate.letGo();
  await gate.untilBegun(5);
  gate.letGo();
  expect(await client.workflow.getHandle(workflowId).result()).toMatchObject({
    started: 5,
    alreadyRunning: 0,
  });
  expect((await world.closedChains(5)).length).toBe(5);
  expect((await world.fanOutRuns()).length).toBe(1);
});

test('what is due is divided into equal batches, each of which begins at its time', async () => {
  const world = await createFanOutWorld();
  const ids = await world.addDispensaries(9);
  const batchMs = 4_000;
  const spread = { batches: 3, overHours: (3 * batchMs) / 3_600_000 };
  const { handle } = await startCrawlDue(world.client, { scope: 'all', intervalHours: 0, spread });
  expect(await handle.result()).toMatchObject({ started: 9 });
  const chains = await world.closedChains(9);
  const [fanOut] = await world.fanOutRuns();
  for (const batch of [0, 1, 2]) {
    const started = chains.slice(batch * 3, batch * 3 + 3);
    expect(started.map(({ workflowId }) => workflowId).toSorted()).toEqual(
      ids
        .slice(batch * 3, batch * 3 + 3)
        .map(crawlDispensaryId)
        .toSorted(),
    );
    for (const { startTime } of started) {
      const afterMs = startTime.getTime() - fanOut!.startTime.getTime();
      // The server's time and the workflow's time differ by milliseconds, and a busy machine is late.
      expect(afterMs).toBeGreaterThan(batch * batchMs - 100);
      expect(afterMs).toBeLessThan(batch * batchMs + 60_000);
    }
  }
});

test('nothing due is said at once, also where it would be divided', async () => {
  const world = await createFanOutWorld();
  const nothing = { started: 0, alreadyRunning: 0, summary: 'no dispensary needs a crawl' };
  const plain = await startCrawlDue(world.client, { scope: 'AZ', intervalHours: 4 });
  expect(await plain.handle.result()).toEqual(nothing);
  const spread = { batches: 6, overHours: 24 };
  const divided = await startCrawlDue(world.client, { scope: 'NV', intervalHours: 4, spread });
  expect(await divided.handle.result()).toEqual(nothing);
});

test('a platform or a state is a scope of its own, and tells in its search attributes what it is', async () => {
  const world = await createFanOutWorld();
  const { client } = world;
  await world.addDispensaries(2);
  const blaze = await world.addDispensaries(2, { platform: 'blaze' });
  const elsewhere = await world.addDispensaries(1, { platform: 'blaze', state: 'NV' });
  const workflowId = crawlDueId('AZ', 'blaze');
  const byHand = await client.workflow.start('crawlDue', {
    workflowId,
    taskQueue: 'crawlchain',
    args: [{ scope: 'AZ', platform: 'blaze', intervalHours: 0 }],
  });
  expect(await byHand.result()).toMatchObject({ started: 2 });
  const { handle } = await startCrawlDue(client, { scope: 'all', platform: 'blaze', intervalHours: 0 });
  expect(handle.workflowId).toBe(crawlDueId('all', 'blaze'));
  const { started, alreadyRunning } = await handle.result();
  expect(started + alreadyRunning).toBe(3);
  const crawled = new Set((await world.closedChains(3)).map((chain) => chain.workflowId));
  expect(crawled).toEqual(new Set([...blaze, ...elsewhere].map(crawlDispensaryId)));
  for (const shown of [byHand, handle]) {
    const { typedSearchAttributes } = await shown.describe();
    const values = Object.fromEntries(
      typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]),
    );
    expect(values).toMatchObject({ Role: 'payload_fetch', Platform: 'blaze' });
  }
});

test('cancelling it while it waits, or in the middle of a page, starts no more and lets the chains go on', async () => {
  const gate = createGate();
  const midPage = Promise.withResolvers<void>();
  const world = await createFanOutWorld({
    crawl: gate.hold,
    around: (start) => async (dispensary, options) => {
      if (dispensary.name !== 'Store 15') return start(dispensary, options);
      midPage.resolve();
      // The cancellation reaches the activity with the response to one of its heartbeats.
      const cancelled = new Promise((resolve) => cancellationSignal().addEventListener('abort', resolve));
      await heartbeatWhile(
        () => undefined,
        () => cancelled,
      );
      return start(dispensary, options);
    },
  });
  await world.addDispensaries(30);
  const waiting = await startCrawlDue(world.client, { scope: 'all', intervalHours: 0, window: 2 });
  await gate.untilBegun(2);
  await waiting.handle.cancel();
  await expect(waiting.handle.result()).rejects.toThrow(WorkflowFailedError);
  const running = await startCrawlDue(world.client, { scope: 'all', intervalHours: 0 });
  await midPage.promise;
  await running.handle.cancel();
  await expect(running.handle.result()).rejects.toThrow(WorkflowFailedError);
  expect((await running.handle.describe()).status.name).toBe('CANCELLED');
  // The first ten chains, and those that were started together with the held one.
  await gate.untilBegun(20);
  gate.letGo();
  const chains = await world.closedChains(20);
  expect(new Set(chains.map(({ status }) => status.name))).toEqual(new Set(['COMPLETED']));
});

test('intervals of their own count, but where everybody or one interval for all is asked for', async () => {
  const world = await createFanOutWorld();
  const [follows, seldom] = await world.addDispensaries(2);
  const last_crawl_started_at = new Date(Date.now() - 6 * 3_600_000);
  await world.db.updateTable('dispensaries').set({ last_crawl_started_at }).execute();
  await world.db
    .updateTable('dispensaries')
    .set({ crawl_interval_hours: 24 })
    .where('id', '=', seldom!)
    .execute();
  const startedBy = async (input: object) => {
    const { handle } = await startCrawlDue(world.client, { scope: 'all', intervalHours: 4, ...input });
    const { started } = await handle.result();
    return started;
  };
  expect(await startedBy({})).toBe(1);
  const [chain] = await world.closedChains(1);
  expect(chain?.workflowId).toBe(crawlDispensaryId(follows!));
  expect(await startedBy({ ownIntervals: false })).toBe(2);
  await world.closedChains(3);
  expect(await startedBy({ intervalHours: 0 })).toBe(2);
});

test('it tells how far it is, to a query and in words', async () => {
  const gate = createGate();
  const world = await createFanOutWorld({ crawl: gate.hold });
  await world.addDispensaries(3);
  const { handle } = await startCrawlDue(world.client, { scope: 'all', intervalHours: 0, window: 2 });
  await gate.untilBegun(2);
  const place = { beganAt: expect.any(String) as unknown, batch: 0, batches: null };
  const summary =
    '2 chains started, 0 were running already; up to 2 are open at once; the next ones wait until some end';
  await expect
    .poll(() => handle.query('progress'), { timeout: 60_000 })
    .toEqual({ ...place, started: 2, alreadyRunning: 0, summary });
  expect(await (await handle.describe()).staticSummary()).toBe('scope all: crawl what is due');
  gate.letGo();
  await gate.untilBegun(3);
  gate.letGo();
  const result = { started: 3, alreadyRunning: 0, summary: '3 chains started, 0 were running already' };
  expect(await handle.result()).toEqual(result);
  expect(await handle.query('progress')).toEqual({ ...place, ...result });
});

const WRONG_INPUTS: [input: object, words: string][] = [
  [{ scope: 'Arizona', intervalHours: 4 }, 'scope is "Arizona"; it takes "all" or a two-letter state'],
  [{ scope: 'all' }, 'intervalHours is missing; it takes a number of hours from 0 to 876000'],
  [
    { scope: 'all', intervalHours: 4, platform: 'leafly' },
    'platform is "leafly"; it takes "dutchie" or "blaze"',
  ],
  [{ scope: 'all', intervalHours: 4, window: 0 }, 'window is 0; it takes a whole number above 0'],
  [
    { scope: 'all', intervalHours: 4, pageSize: 201 },
    'pageSize is 201; it takes a whole number from 1 to 200',
  ],
  [
    { scope: 'all', intervalHours: 4, spread: { batches: 6 } },
    'spread is {"batches":6}; it takes {"batches": a whole number from 1 to 1000, "overHours": a number of hours above 0, at most 744}',
  ],
];

test('an input that it cannot take is refused in words, and so is another id than the one that is the lock', async () => {
  const { client } = await createFanOutWorld();
  const fails = async (workflowId: string, input: object): Promise<string> => {
    const run = client.workflow.execute('crawlDue', { workflowId, taskQueue: 'crawlchain', args: [input] });
    const error = await run.then(
      () => new Error('it was taken'),
      (failure: Error) => failure.cause as Error,
    );
    return error.message;
  };
  for (const [input, text] of WRONG_INPUTS)
    expect(await fails(crawlDueId('all'), input)).toBe(`crawlDue: ${text}`);
  expect(await fails('mine', { scope: 'AZ', platform: 'blaze', intervalHours: 4 })).toBe(
    'crawlDue: the workflow id is "mine"; for this input it has to be "crawl-due/blaze/AZ"',
  );
  const spread = { batches: 2, overHours: 24 };
  expect(await fails('mine', { scope: 'AZ', intervalHours: 4, spread })).toBe(
    'crawlDue: the workflow id is "mine"; for this input it has to be "crawl-due/AZ/batches"',
  );
  expect(await fails('crawl-due/AZ/batches', { scope: 'AZ', intervalHours: 4 })).toBe(
    'crawlDue: the workflow id is "crawl-due/AZ/batches"; for this input it has to be "crawl-due/AZ"',
  );
});
