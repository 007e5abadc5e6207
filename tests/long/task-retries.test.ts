import { ApplicationFailure } from '@temporalio/common';
import { expect, test } from 'vitest';
import { laterId, readTaskId, retryName } from '../../temporal-config/workflow-ids.ts';
import { addNamedDispensaries } from '../support/add-dispensary.ts';
import { startApiServer } from '../support/api-server.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { fetchInstead } from '../support/fetch-instead.ts';

interface ListedTask {
  run_id: string;
  status: string;
  retry_count: number;
  max_retries: number;
}

test('a chain that failed runs again a minute later, as a task of its own that counts on', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 5 });
  const { client } = world;
  const { call } = await startApiServer(world);
  const [store] = await addNamedDispensaries(world);
  await world.startWorker('decider', { WORKER_QUEUES: 'crawlchain' });
  const blocked = ApplicationFailure.nonRetryable('every proxy was refused', 'Blocked');
  const stopFetching = await fetchInstead(world, () => Promise.reject(blocked));
  const body = { role: 'payload_fetch', dispensary_id: store!.id, images: false, max_retries: 1 };
  const { body: first } = await call('POST', '/api/tasks', { body });
  const { workflowId, runId } = readTaskId(String(first.id))!;
  await expect(client.workflow.getHandle(workflowId, runId).result()).rejects.toThrow('failed');
  const failedAt = Date.now();
  await stopFetching();
  await world.startWorker();
  const starter = client.workflow.getHandle(laterId(retryName(store!.id)));
  const again = (await starter.result()) as { outcome: string; runId: string };
  expect(again.outcome).toBe('started');
  expect(Date.now() - failedAt).toBeGreaterThan(30_000);
  await client.workflow.getHandle(workflowId, again.runId).result();
  const tasks = async () => (await call<{ items: ListedTask[] }>('GET', '/api/tasks')).body.items;
  await expect.poll(tasks, { timeout: 60_000 }).toMatchObject([
    { run_id: again.runId, status: 'completed', retry_count: 1, max_retries: 1 },
    { run_id: runId, status: 'failed', retry_count: 0, max_retries: 1 },
  ]);
});
