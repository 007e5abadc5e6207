import { expect, test } from 'vitest';
import { WORKFLOW_QUEUE } from '../../../temporal-config/task-queues.ts';
import { startApiServer } from '../../support/api-server.ts';
import { startProgram } from '../../support/run-program.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { beginRun, day, ingest } from '../db/make-crawl.ts';

test('a replay without a worker says what it waits for, and ends when a person does not', async () => {
  const { db } = await createTestDatabase();
  const { client } = await createTestNamespace();
  const { url: CRAWLCHAIN_URL } = await startApiServer({ db, client, isFollowed: false });
  const run = await beginRun(db);
  const { payload } = await ingest(db, run, { fetchedAt: day(1), products: [] });
  const replay = startProgram('cli/main.ts', ['replay', '--all'], { CRAWLCHAIN_URL });
  const workflowId = `refresh/${payload.id}`;
  await expect
    .poll(() => replay.sofar.stderr, { timeout: 60_000 })
    .toContain(`${workflowId}: waits for a worker: none serves the queue \`${WORKFLOW_QUEUE}\``);
  replay.signal('SIGINT');
  const { code, stdout, stderr } = await replay.finished;
  expect([code, stdout]).toEqual([130, '']);
  expect(stderr).toMatch(/\nNo longer waiting: what is started already goes on; .*\n$/);
  expect((await client.workflow.getHandle(workflowId).describe()).status.name).toBe('RUNNING');
});
