import type { WorkflowHandle } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { expect, inject, onTestFinished, test } from 'vitest';
import { followProgress, type Step, type Summary } from '../../../temporal-client/follow-progress.ts';
import { quietRuntime } from '../../support/quiet-runtime.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { progress, step, type stepping } from '../../support/stepping-workflow.ts';

quietRuntime();

const ID = 'stepping';
const LAST = '4 of 4';
const ask = (handle: WorkflowHandle): Promise<Summary> => handle.query(progress);

async function startStepping() {
  const { client, namespace, address } = await createTestNamespace();
  const start = () => client.workflow.start<typeof stepping>('stepping', { workflowId: ID, taskQueue: ID });
  const runWorker = async () => {
    const connection = await NativeConnection.connect({ address });
    const worker = await Worker.create({
      connection,
      namespace,
      taskQueue: ID,
      workflowBundle: { codePath: inject('standInBundlePath') },
    });
    const running = worker.run();
    onTestFinished(async () => {
      worker.shutdown();
      await running;
      await connection.close();
    });
  };
  return { client, start, runWorker, handle: await start() };
}

test('each change is told once, over runs that continue as new, until the end', async () => {
  const { client, handle, runWorker } = await startStepping();
  await runWorker();
  const reported: Step<Summary>[] = [];
  for await (const one of followProgress(client, { workflowId: ID, ask }, { everyMs: 50 })) {
    reported.push(one);
    // The id stands for the open run. After the last step, the workflow accepts no more signals.
    const summary = one.status === 'running' ? (one.progress?.summary ?? LAST) : LAST;
    if (summary !== LAST) await client.workflow.getHandle(ID).signal(step);
  }
  expect(await handle.result()).toBe(4);
  const text = reported.flatMap(({ progress: said }) => (said === null ? [] : [said.summary]));
  expect([...new Set(text)]).toEqual(['0 of 4', '1 of 4', '2 of 4', '3 of 4', '4 of 4']);
  expect(new Set(reported.map((one) => JSON.stringify(one))).size).toBe(reported.length);
  expect(reported.at(-1)).toEqual({ status: 'completed', progress: { summary: '4 of 4' }, trouble: null });
});

test('what has not changed is not told again, however often it is asked', async () => {
  const { client, runWorker } = await startStepping();
  await runWorker();
  let requested = 0;
  const counting = (handle: WorkflowHandle) => {
    requested += 1;
    return ask(handle);
  };
  const steps = followProgress(client, { workflowId: ID, ask: counting }, { everyMs: 20 });
  const isFirst = async () => (await steps.next()).value?.progress?.summary === '0 of 4';
  await expect.poll(isFirst, { timeout: 30_000 }).toBe(true);
  const next = steps.next();
  const before = requested;
  await expect.poll(() => requested, { timeout: 30_000 }).toBeGreaterThan(before + 2);
  await client.workflow.getHandle(ID).signal(step);
  expect(await next).toMatchObject({ value: { progress: { summary: '1 of 4' } } });
});

test('without a worker it is said that nothing is known, and another workflow of the id is not followed', async () => {
  const { client, start, handle } = await startStepping();
  const steps = followProgress(client, { workflowId: ID, ask }, { everyMs: 50 });
  expect(await steps.next()).toEqual({
    done: false,
    value: { status: 'running', progress: null, trouble: null },
  });
  await handle.terminate('for a test');
  const second = await start();
  expect(await steps.next()).toEqual({
    done: false,
    value: { status: 'terminated', progress: null, trouble: null },
  });
  expect(await steps.next()).toMatchObject({ done: true });
  expect((await second.describe()).status.name).toBe('RUNNING');
});

test('an aborted signal ends the following, and the workflow goes on', async () => {
  const { client, handle } = await startStepping();
  const controller = new AbortController();
  const { signal } = controller;
  const steps = followProgress(client, { workflowId: ID, ask }, { everyMs: 3_600_000, signal });
  await steps.next();
  const next = steps.next();
  controller.abort();
  await expect(next).rejects.toThrow('aborted');
  expect((await handle.describe()).status.name).toBe('RUNNING');
});
