import { expect, test } from 'vitest';
import { startCrawl } from '../../../temporal-client/crawl-control.ts';
import { taskId } from '../../../temporal-config/workflow-ids.ts';
import { startApiServer } from '../../support/api-server.ts';
import { addFleet, FULL_DISK } from '../../support/dashboard-workers.ts';
import { runProgram } from '../../support/run-program.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { makeDispensary } from '../db/make-crawl.ts';

test('workers show says of a worker what it does, with the tasks that it has in hand', async () => {
  const { db } = await createTestDatabase();
  const { client } = await createTestNamespace();
  const { url, call } = await startApiServer({ db, client });
  const id = await makeDispensary(db, { name: 'Deeply Rooted' });
  const { handle } = await startCrawl(client, {
    id,
    name: 'Deeply Rooted',
    platform: 'dutchie',
    stateCode: 'AZ',
  });
  const task = taskId(handle.workflowId, (await handle.describe()).runId);
  await expect
    .poll(async () => (await call('GET', `/api/tasks/${task}`)).status, { timeout: 60_000 })
    .toBe(200);
  await addFleet({ db, call }, [task], FULL_DISK);
  const show = (...text: string[]) =>
    runProgram('cli/main.ts', ['workers', 'show', ...text], { CRAWLCHAIN_URL: url });

  const { code, stdout } = await show('pod-0-1');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^worker +pod-0-1$/m);
  expect(stdout).toMatch(/^tasks +1 of 3$/m);
  expect(stdout).toMatch(/^queues +fetch-dutchie 3, ingest 3$/m);
  expect(stdout).toMatch(new RegExp(`^${task} +payload_fetch +Deeply Rooted \\(${id}\\) +`, 'm'));
  expect(JSON.parse((await show('pod-0-1', '--json')).stdout)).toMatchObject({
    worker_id: 'pod-0-1',
    tasks: [{ id: task }],
  });

  const busy = (await show('pod-0-2')).stdout;
  expect(busy).toMatch(/^status +backing off: CPU at 93\.0%[^]*\nThere are none\.\n$/m);
  expect(busy).toMatch(/^memory trend +rising: was 41% at \d{4}-.*Z$/m);
  expect(busy).toMatch(/^disk +full: \/data\/payloads has 0 B free of 10 GB$/m);
  await db.updateTable('workers').set({ status: 'stopped' }).where('worker_id', '=', 'pod-0-1').execute();
  const ended = (await show('pod-0-1')).stdout;
  expect(ended).toMatch(/^status +stopped$/m);
  expect(ended).not.toMatch(/^(tasks|memory|cpu|disk|queues) /m);
  expect(await show('nobody')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('nobody'),
  });
});
