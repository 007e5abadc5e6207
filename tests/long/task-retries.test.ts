import { expect, test } from 'vitest';
import { readTaskId } from '../../temporal-config/workflow-ids.ts';
import { addNamedDispensaries } from '../support/add-dispensary.ts';
import { startApiServer } from '../support/api-server.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';

test('a task that failed is tried again as often as was asked for, as a task of its own', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 5 });
  const { call } = await startApiServer(world);
  const [store] = await addNamedDispensaries(world);
  const body = { role: 'payload_fetch', dispensary_id: store!.id, images: false, max_retries: 1 };
  const { body: first } = await call('POST', '/api/tasks', { body });
  const { workflowId, runId } = readTaskId(String(first.id))!;
  // Asked for while it was enabled: what the chain finds when it begins is another thing.
  await world.db.updateTable('dispensaries').set({ crawl_enabled: false }).execute();
  await world.startWorker();
  const run = world.client.workflow.getHandle(workflowId, runId, { followRuns: false });
  // The server tells clients that cannot follow retries of a run that "continued as new" instead.
  await expect(run.result()).rejects.toThrow('Workflow execution');
  expect((await run.describe()).status.name).toBe('FAILED');
  const { body: failed } = await call('GET', `/api/tasks/${String(first.id)}`);
  expect(failed).toMatchObject({
    status: 'failed',
    error_message: expect.stringContaining('is switched off'),
  });
  const again = await world.client.workflow.getHandle(workflowId).describe();
  expect(again).toMatchObject({ status: { name: 'RUNNING' }, memo: { max_retries: 1 } });
  expect(again.runId).not.toBe(runId);
  // It begins a minute after the one before has failed.
  await world.db.updateTable('dispensaries').set({ crawl_enabled: true }).execute();
  await world.client.workflow.getHandle(workflowId, again.runId, { followRuns: false }).result();
  const tasks = async () =>
    (await call<{ items: { run_id: string; status: string }[] }>('GET', '/api/tasks')).body.items;
  await expect
    .poll(async () => (await tasks()).map(({ run_id: id, status }) => [id, status]), { timeout: 60_000 })
    .toEqual([
      [again.runId, 'completed'],
      [runId, 'failed'],
    ]);
});
