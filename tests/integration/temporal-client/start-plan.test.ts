import { expect, test } from 'vitest';
import { startOrSchedule } from '../../../temporal-client/start-or-schedule.ts';
import { startPlan, startPlanLater } from '../../../temporal-client/start-plan.ts';
import { planCrawl, planRefresh, planUpkeep, type TaskPlan } from '../../../temporal-client/task-plans.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

const STORE = { id: 7, name: 'Desert Bloom', platform: 'dutchie' as const, stateCode: 'AZ' };

test('a start says in its memo what was asked for, and is tried again as often as that', async () => {
  const { client } = await createTestNamespace();
  const policyOf = async (workflowId: string) => {
    const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
    return events![0]!.workflowExecutionStartedEventAttributes!.retryPolicy ?? null;
  };
  const { isNew, handle } = await startPlan(client, planCrawl(STORE, { priority: 25 }), { maxRetries: 2 });
  expect(isNew).toBe(true);
  const { memo, priority } = await handle.describe();
  expect(memo).toEqual({ priority: 25, max_retries: 2 });
  expect(priority).toMatchObject({ priorityKey: 1, fairnessKey: 'AZ' });
  // A chain has no retry policy: with one, Temporal would keep the chain's id taken until the next attempt.
  expect(await policyOf(handle.workflowId)).toBeNull();
  expect(await startPlan(client, planCrawl(STORE, {}))).toMatchObject({ isNew: false });
  const refresh = await startPlan(client, planRefresh(5, null), { maxRetries: 2 });
  expect(await policyOf(refresh.handle.workflowId)).toMatchObject({ maximumAttempts: 3 });
});

test('a task that is a chain is tried again three times when nobody says it, now or later; other tasks are not', async () => {
  const { client } = await createTestNamespace();
  const memoAfter = async (...[plan, at]: [TaskPlan, Date?]) => {
    const { workflowId } = await startOrSchedule(client, plan, { at });
    return (await client.workflow.getHandle(workflowId).describe()).memo;
  };
  const at = new Date(Date.now() + 3_600_000);
  expect(await memoAfter(planCrawl(STORE, {}))).toEqual({ priority: 0, max_retries: 3 });
  expect(await memoAfter(planCrawl(STORE, {}), at)).toMatchObject({ max_retries: 3 });
  expect(await memoAfter(planUpkeep('analytics_refresh'))).toEqual({});
});

test('what nobody asked for is not in the memo, and is not tried again', async () => {
  const { client } = await createTestNamespace();
  const { handle } = await startPlan(client, planUpkeep('analytics_refresh'));
  expect((await handle.describe()).memo).toEqual({});
  const { events } = await client.workflow.getHandle(handle.workflowId).fetchHistory();
  expect(events![0]!.workflowExecutionStartedEventAttributes!.retryPolicy ?? null).toBeNull();
});

test('two starts of one name are one, also where they are for later', async () => {
  const { client } = await createTestNamespace();
  const at = new Date(Date.now() + 3_600_000);
  const [one, other] = [
    await startPlanLater(client, planCrawl(STORE, {}), { at, startId: 'asked-twice' }),
    await startPlanLater(client, planCrawl(STORE, {}), { at, startId: 'asked-twice' }),
  ];
  expect(one.workflowId).toBe('later/asked-twice');
  expect(other.firstExecutionRunId).toBe(one.firstExecutionRunId);
});

test('a start for later that is repeated after its time is still the same start', async () => {
  const world = await createCrawlWorld({ dispensaries: 1 });
  const { client } = world;
  await world.startWorker('decider', { WORKER_QUEUES: 'crawlchain' });
  const request = { at: new Date(Date.now() + 1_000), startId: 'asked-again' };
  const first = await startOrSchedule(client, planCrawl(STORE, {}), request);
  expect(first).toMatchObject({ outcome: 'later', workflowId: 'later/asked-again' });
  const { runId } = (await client.workflow.getHandle(first.workflowId).result()) as { runId: string };
  await client.workflow.getHandle('crawl/7').terminate('a test');
  expect(await startOrSchedule(client, planCrawl(STORE, {}), request)).toEqual(first);
  expect(await client.workflow.getHandle('crawl/7').describe()).toMatchObject({ runId });
});

test('a start for later waits without the lock, and then starts what was asked for, as urgent and as patient', async () => {
  const world = await createCrawlWorld({ dispensaries: 1 });
  const { client } = world;
  await world.startWorker('decider', { WORKER_QUEUES: 'crawlchain' });
  const at = new Date(Date.now() + 2_000);
  const later = await startPlanLater(client, planCrawl(STORE, { priority: 12 }), { at, maxRetries: 1 });
  await expect(client.workflow.getHandle('crawl/7').describe()).rejects.toThrow('not found');
  expect(await later.result()).toMatchObject({ workflowId: 'crawl/7', outcome: 'started' });
  const crawl = await client.workflow.getHandle('crawl/7').describe();
  expect(crawl.startTime.getTime()).toBeGreaterThanOrEqual(at.getTime());
  expect(crawl.memo).toEqual({ priority: 12, max_retries: 1, scheduled_for: at.toISOString() });
  expect(crawl.priority).toMatchObject({ priorityKey: 2, fairnessKey: 'AZ' });
});

test('a refresh of a payload can wait too', async () => {
  const world = await createCrawlWorld({ dispensaries: 1 });
  await world.startWorker('decider', { WORKER_QUEUES: 'crawlchain' });
  const later = await startPlanLater(world.client, planRefresh(3, STORE), { at: new Date() });
  expect(await later.result()).toMatchObject({ workflowId: 'refresh/3', outcome: 'started' });
});
