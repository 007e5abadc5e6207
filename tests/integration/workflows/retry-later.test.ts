import { ApplicationFailure } from '@temporalio/common';
import { expect, test } from 'vitest';
import { formatTask } from '../../../cli/commands/tasks/format-tasks.ts';
import { listTasks } from '../../../reports/list-tasks.ts';
import { toDetail } from '../../../reports/task-answer.ts';
import { readTaskDetail } from '../../../reports/task-detail.ts';
import { startCrawlDue, startRetry } from '../../../temporal-client/crawl-control.ts';
import { startOrSchedule } from '../../../temporal-client/start-or-schedule.ts';
import { planCrawl } from '../../../temporal-client/task-plans.ts';
import { crawlProgressQuery } from '../../../workflows/messages.ts';
import { addLargestDispensary } from '../../support/add-dispensary.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';
import { COUNTS, createDoubtWorld, MENU, type DoubtWorld } from '../../support/doubt-world.ts';
import { fetchInstead } from '../../support/fetch-instead.ts';
import { makeCrawled } from '../../support/make-crawled.ts';

const PATIENCE = { timeout: 120_000 };

const failure = (kind: string) => ApplicationFailure.nonRetryable('as the test wants', kind);

async function tasksOf({ db }: DoubtWorld) {
  return (await listTasks(db, {}, { after: null, limit: 10 })).items;
}

test('a chain that fails ends, and its retry waits as a task for later, which leaves its id free', async () => {
  const world = await createDoubtWorld([failure('Blocked'), MENU]);
  const { client, id, store, retry } = world;
  const { workflowId, runId } = await startOrSchedule(
    client,
    planCrawl(store, { priority: 7, images: false }),
    {},
  );
  const chain = client.workflow.getHandle(workflowId, runId);
  await expect(chain.result()).rejects.toThrow('Workflow execution failed');
  const { status, memo } = await chain.describe();
  expect([status.name, memo]).toEqual(['FAILED', { priority: 7, max_retries: 3 }]);
  const waiting = await retry.describe();
  expect(waiting).toMatchObject({ type: 'startOnce', status: { name: 'RUNNING' } });
  expect(waiting.memo).toMatchObject({ priority: 7, max_retries: 3, retry_count: 1 });
  const dueInMs = Date.parse(String(waiting.memo?.['scheduled_for'])) - Date.now();
  expect(dueInMs).toBeGreaterThan(0);
  expect(dueInMs).toBeLessThanOrEqual(60_000);
  expect((await chain.query(crawlProgressQuery)).summary).toMatch(
    /: as the test wants; retry 1 of 3 at \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
  );
  await expect
    .poll(async () => (await tasksOf(world)).find((task) => task.workflow_id === retry.workflowId), PATIENCE)
    .toMatchObject({ status: 'pending', dispensary_id: id, retry_count: 1, max_retries: 3 });
  const failed = await readTaskDetail(world, { workflowId, runId });
  expect(failed?.again).toMatchObject({ workflow_id: retry.workflowId, status: 'pending' });
  expect(formatTask({ ...toDetail(failed!), web_ui_url: null })).toMatch(
    /^tried again +\d{4}-.*, retry 1 of 3$/m,
  );
  expect(toDetail(failed!).tried_again).toMatchObject({ retry: 1, retries_max: 3 });
  // Until the retry begins, nothing holds the store.
  const now = await startOrSchedule(client, planCrawl(store, { images: false }), {});
  expect(now.outcome).toBe('started');
  expect(await client.workflow.getHandle(workflowId, now.runId).result()).toMatchObject({ counts: COUNTS });
  expect(await readTaskDetail(world, { workflowId, runId: now.runId })).toMatchObject({ again: null });
});

test.each(['SuspectPayload', 'ContractBroken', 'InvalidInput', 'NotFound'])(
  'no retry is spent on %s',
  async (kind) => {
    const world = await createDoubtWorld([failure(kind)]);
    await expect((await world.crawl({ maxRetries: 3 })).result()).rejects.toThrow('failed');
    await expect(world.retry.describe()).rejects.toThrow('not found');
  },
);

test('a retry counts on, is listed so, and the last one is not followed by another', async () => {
  const world = await createDoubtWorld([failure('Blocked'), failure('Blocked')]);
  const { client, id, store, retry } = world;
  const start = (retryCount: number) =>
    startRetry(client, store, { afterMs: 10, startId: `retry/${retryCount}`, maxRetries: 3, retryCount });
  const runOf = async () =>
    client.workflow.getHandle(`crawl/${id}`, ((await retry.result()) as { runId: string }).runId);
  await start(2);
  const second = await runOf();
  await expect(second.result()).rejects.toThrow('failed');
  expect((await second.describe()).memo).toMatchObject({ max_retries: 3, retry_count: 2 });
  const { memo, runId } = await retry.describe();
  expect(memo).toMatchObject({ max_retries: 3, retry_count: 3 });
  await expect
    .poll(async () => (await tasksOf(world)).map((task) => [task.status, task.retry_count]), PATIENCE)
    .toEqual([
      ['pending', 3],
      ['failed', 2],
    ]);
  await client.workflow.getHandle(retry.workflowId, runId).terminate('a test');
  await start(3);
  const third = await runOf();
  await expect(third.result()).rejects.toThrow('failed');
  expect((await third.describe()).memo).toMatchObject({ retry_count: 3 });
  expect((await retry.describe()).status.name).toBe('COMPLETED');
});

test('a retry is not made where the dispensary was crawled while it waited; a crawl of before does not count', async () => {
  const world = await createDoubtWorld([failure('NotFound')]);
  const { client, db, id, store, retry } = world;
  const start = (startId: string, afterMs: number) =>
    startRetry(client, store, { afterMs, startId, maxRetries: 3, retryCount: 1 });
  await makeCrawled(db, id);
  await start('retry/a', 10);
  expect(await retry.result()).toMatchObject({ outcome: 'started' });
  await start('retry/b', 5_000);
  await makeCrawled(db, id);
  expect(await retry.result()).toEqual({ workflowId: `crawl/${id}`, outcome: 'not needed' });
});

test('a chain of which nobody said how often is not tried again', async () => {
  const world = await createDoubtWorld([failure('Blocked')]);
  await expect((await world.crawl()).result()).rejects.toThrow('failed');
  await expect(world.retry.describe()).rejects.toThrow('not found');
});

test('chains of a fan-out are tried again too, by workers of ours', async () => {
  const world = await createCrawlWorld({ dispensaries: 1 });
  const { client } = world;
  const { dispensary } = await addLargestDispensary(world);
  await world.startWorker('decider', { WORKER_QUEUES: 'crawlchain,ingest' });
  await fetchInstead(world, async () => Promise.reject(failure('Blocked')));
  await (await startCrawlDue(client, { scope: 'all', intervalHours: 0 })).handle.result();
  const chain = client.workflow.getHandle(`crawl/${dispensary.id}`);
  await expect(chain.result()).rejects.toThrow('failed');
  const { memo } = await chain.describe();
  expect(memo).toEqual({ priority: 0, max_retries: 3 });
  const waiting = await client.workflow.getHandle(`later/retry-${dispensary.id}`).describe();
  expect(waiting.memo).toMatchObject({ ...memo, retry_count: 1 });
});
