import { expect, test } from 'vitest';
import { decideQuarantined } from '../../../db/queries/quarantine.ts';
import { listTasks } from '../../../reports/list-tasks.ts';
import { startCrawl, startLookAgain } from '../../../temporal-client/crawl-control.ts';
import { cancelRun } from '../../../temporal-client/steer-tasks.ts';
import { CHAINED_PRIORITY } from '../../../temporal-config/priorities.ts';
import { WORKFLOW_QUEUE } from '../../../temporal-config/task-queues.ts';
import { crawlProgressQuery } from '../../../workflows/messages.ts';
import { addLargestDispensary } from '../../support/add-dispensary.ts';
import { startApiServer } from '../../support/api-server.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';
import {
  COUNTS,
  createDoubtWorld,
  MENU,
  MESSAGE,
  unbelieved,
  type DoubtWorld,
} from '../../support/doubt-world.ts';
import { fetchInstead } from '../../support/fetch-instead.ts';
import { expectTasks } from '../../support/run-tasks.ts';

const HOUR_MS = 3_600_000;

const NOTHING = Object.fromEntries(Object.keys(COUNTS).map((name) => [name, 0]));

async function taskOf({ db }: DoubtWorld, workflowId: string) {
  const { items } = await listTasks(db, {}, { after: null, limit: 10 });
  return items.find((task) => task.workflow_id === workflowId);
}

test('a menu that is not believed ends its chain as completed, says why and when it is looked at again, and goes nowhere', async () => {
  const world = await createDoubtWorld([unbelieved(HOUR_MS)]);
  const handle = await world.crawl();
  const result = await handle.result();
  const { unconfirmed, ...rest } = result;
  expect(rest).toEqual({ crawlRunId: 5, payloadId: 57, counts: NOTHING, images: null });
  expect(unconfirmed).toEqual({ faults: ['shrunk'], message: MESSAGE, lookAgainAt: expect.any(String) });
  const { status, typedSearchAttributes } = await handle.describe();
  expect(status.name).toBe('COMPLETED');
  expect(typedSearchAttributes.getAll()).toContainEqual(
    expect.objectContaining({ key: expect.objectContaining({ name: 'Outcome' }), value: 'unconfirmed' }),
  );
  expect(await handle.query(crawlProgressQuery)).toEqual({
    stage: 'done',
    summary: `Desert Bloom, AZ: a menu of 30 products is doubted: ${MESSAGE} Nothing was ingested; the store is crawled again at ${unconfirmed?.lookAgainAt?.slice(0, 16).replace('T', ' ')} UTC.`,
  });
  expect(world.ingested).toEqual([]);
});

test('the look waits as a task for later, can be cancelled as such, and leaves the id of the chain free', async () => {
  const world = await createDoubtWorld([unbelieved(HOUR_MS)]);
  const { id, look } = world;
  const { unconfirmed } = await (await world.crawl()).result();
  const waiting = await look.describe();
  expect(waiting).toMatchObject({ type: 'startOnce', status: { name: 'RUNNING' } });
  expect(waiting.memo).toEqual({
    priority: CHAINED_PRIORITY,
    scheduled_for: unconfirmed?.lookAgainAt,
    max_retries: 3,
  });
  await expect
    .poll(() => taskOf(world, look.workflowId), { timeout: 60_000 })
    .toMatchObject({
      status: 'pending',
      dispensary_id: id,
      role: 'payload_fetch',
      priority: CHAINED_PRIORITY,
    });
  const { workflowId, runId } = waiting;
  expect(await cancelRun(world.client, { workflowId, runId }, 'a test')).toBe(true);
  await expect
    .poll(() => taskOf(world, look.workflowId), { timeout: 60_000 })
    .toMatchObject({ status: 'cancelled' });
});

test('a second menu that is not believed leaves the look that waits as it is', async () => {
  const world = await createDoubtWorld([unbelieved(HOUR_MS), unbelieved(2 * HOUR_MS)]);
  const first = await (await world.crawl()).result();
  const { runId } = await world.look.describe();
  const second = await (await world.crawl()).result();
  expect(second.unconfirmed?.lookAgainAt).toBe(first.unconfirmed?.lookAgainAt);
  expect((await world.look.describe()).runId).toBe(runId);
});

test('no look is started where time settles nothing', async () => {
  const world = await createDoubtWorld([unbelieved(null)]);
  const handle = await world.crawl();
  expect((await handle.result()).unconfirmed).toEqual({
    faults: ['shrunk'],
    message: MESSAGE,
    lookAgainAt: null,
  });
  await expect(world.look.describe()).rejects.toThrow('not found');
  const { events } = await handle.fetchHistory();
  const scheduled = events?.flatMap(
    ({ activityTaskScheduledEventAttributes: activity }) => activity?.activityType?.name ?? [],
  );
  expect(scheduled).toEqual(['fetchMenu']);
});

test('the look crawls once its time has come, and the next doubt has a look of its own', async () => {
  const world = await createDoubtWorld([unbelieved(10), unbelieved(10), MENU]);
  const { client, id, look } = world;
  await (await world.crawl()).result();
  await expect.poll(() => world.ingested, { timeout: 120_000 }).toEqual([57]);
  const chain = client.workflow.getHandle(`crawl/${id}`);
  expect(await chain.result()).toMatchObject({ crawlRunId: 6, counts: COUNTS });
  expect((await chain.describe()).memo).toMatchObject({ priority: CHAINED_PRIORITY });
  expect(await look.result()).toMatchObject({ workflowId: `crawl/${id}`, outcome: 'started' });
  await expect
    .poll(() => client.workflow.count(`WorkflowId = "${look.workflowId}"`), { timeout: 60_000 })
    .toMatchObject({ count: 2 });
});

test('a look crawls nothing when the doubt has ended before its time', async () => {
  const world = await createDoubtWorld([]);
  const { client, db, id, store, look } = world;
  const payloadId = await world.doubt();
  await decideQuarantined(db, payloadId, { verdict: 'rejected', decidedBy: 'ada' });
  await startLookAgain(client, store, { afterMs: 10, startId: 'look-again/too-late' });
  expect(await look.result()).toEqual({ workflowId: `crawl/${id}`, outcome: 'not needed' });
  await expect(client.workflow.getHandle(`crawl/${id}`).describe()).rejects.toThrow('not found');
});

test('a look whose start is asked for twice by one run is one, although it has closed by then', async () => {
  const world = await createDoubtWorld([]);
  const { client, id, store, look } = world;
  await world.doubt();
  const start = async () => startLookAgain(client, store, { afterMs: 10, startId: 'look-again/one-run' });
  const first = await start();
  const { runId } = (await look.result()) as { runId: string };
  await client.workflow.getHandle(`crawl/${id}`, runId).terminate('a test');
  expect(await start()).toEqual(first);
  expect((await client.workflow.getHandle(`crawl/${id}`).describe()).runId).toBe(runId);
});

test('a chain that is cancelled while the look is started ends as what its run was closed as', async () => {
  const world = await createDoubtWorld([unbelieved(HOUR_MS)], {
    beforeLook: async ({ client, id }) => {
      const chain = client.workflow.getHandle(`crawl/${id}`);
      await chain.cancel();
      await expect
        .poll(async () => (await chain.describe()).raw.workflowExtendedInfo?.cancelRequested)
        .toBe(true);
    },
  });
  const handle = await world.crawl();
  expect((await handle.result()).unconfirmed?.lookAgainAt).toEqual(expect.any(String));
  expect((await world.look.describe()).status.name).toBe('RUNNING');
});

test('a worker of ours that serves workflows starts the look, and the command shows it waiting', async () => {
  const world = await createCrawlWorld({ dispensaries: 1 });
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker('decider', { WORKER_QUEUES: WORKFLOW_QUEUE });
  await fetchInstead(world, async () => unbelieved(HOUR_MS));
  const { handle } = await startCrawl(world.client, dispensary, { images: false });
  expect((await handle.result()).unconfirmed?.lookAgainAt).toEqual(expect.any(String));
  const { url: apiUrl } = await startApiServer(world);
  await expectTasks({ apiUrl }, '--status', 'pending').toMatchObject([
    { id: expect.stringMatching(`^later~look-again-${dispensary.id}~`), dispensary_id: dispensary.id },
  ]);
});
