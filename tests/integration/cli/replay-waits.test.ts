import { expect, test } from 'vitest';
import { startProgram } from '../../support/run-program.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { beginRun, day, ingest } from '../db/make-crawl.ts';

test('a replay without a worker says that it waits, and ends when a person does not', async () => {
  const { db, url } = await createTestDatabase();
  const { client, namespace, address } = await createTestNamespace();
  const run = await beginRun(db);
  const { payload } = await ingest(db, run, { fetchedAt: day(1), products: [] });
  const replay = startProgram('cli/main.ts', ['replay'], {
    DATABASE_URL: url,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
  });
  const workflowId = `refresh/${payload.id}`;
  await expect
    .poll(() => replay.sofar.stderr, { timeout: 60_000 })
    .toContain(`${workflowId} (payload ${payload.id}) is not done yet; without a worker it waits`);
  replay.signal('SIGINT');
  const { code, stdout, stderr } = await replay.finished;
  expect([code, stdout]).toEqual([130, '']);
  expect(stderr).toMatch(/\nNo longer waiting: what is started already goes on; .*\n$/);
  expect((await client.workflow.getHandle(workflowId).describe()).status.name).toBe('RUNNING');
});
