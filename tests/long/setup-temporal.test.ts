import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { expect, inject, onTestFinished, test } from 'vitest';
import { SEARCH_ATTRIBUTES } from '../../temporal-config/search-attributes.ts';
import { startProgram } from '../support/run-program.ts';
import { createTestDatabase } from '../support/test-database.ts';

const PATIENCE = { timeout: 60_000, interval: 50 };

/** Starts `npm run setup:temporal` for a namespace that the server does not have. Resolves when the program reports that it waits. */
async function startWaiting() {
  const { url } = await createTestDatabase();
  const namespace = `later-${randomUUID()}`;
  const program = startProgram('scripts/setup-temporal.ts', [], {
    DATABASE_URL: url,
    TEMPORAL_ADDRESS: inject('temporalAddress'),
    TEMPORAL_NAMESPACE: namespace,
  });
  const waits = `Waiting until the whole server knows the namespace ${namespace}, 90 s at most\n`;
  await expect.poll(() => program.sofar, PATIENCE).toEqual({ code: null, stdout: waits, stderr: '' });
  return { program, namespace, waits };
}

test('the setup waits for a namespace that is created after its start, and sets it up', async () => {
  const { program, namespace } = await startWaiting();
  const connection = await Connection.connect({ address: inject('temporalAddress') });
  onTestFinished(() => connection.close());
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
  });
  expect(await program.finished).toMatchObject({ code: 0, stderr: '' });

  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  expect(Object.keys(customAttributes)).toEqual(
    expect.arrayContaining(SEARCH_ATTRIBUTES.map(({ name }) => name)),
  );
  const schedules = [];
  for await (const { scheduleId } of new Client({ connection, namespace }).schedule.list())
    schedules.push(scheduleId);
  expect(schedules).toContain('payload_fetch_all');
});

test('the setup gives up with one line when nobody creates the namespace', async () => {
  const { program, namespace, waits } = await startWaiting();
  const { code, stdout, stderr } = await program.finished;
  expect({ code, stdout }).toEqual({ code: 2, stdout: waits });
  expect(stderr).toMatch(new RegExp(`^Temporal at .+ has no namespace "${namespace}"\\. .+\\n$`));
});
