import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, NativeConnection, Worker } from '@temporalio/worker';
import { expect, onTestFinished, test, vi } from 'vitest';
import { applySchedules } from '../../temporal-client/apply-schedules.ts';
import { readLastRun } from '../../temporal-client/schedule-run.ts';
import { triggerSchedule } from '../../temporal-client/trigger-schedule.ts';
import { defaultSchedules } from '../../temporal-config/schedules.ts';
import { createTestNamespace } from '../support/test-namespace.ts';

test('a run that continued as new is followed to its end', async () => {
  const { client, namespace, address } = await createTestNamespace();
  const connection = await NativeConnection.connect({ address });
  onTestFinished(() => connection.close());
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue: 'crawlchain',
    workflowBundle: await bundleWorkflowCode({
      workflowsPath: fileURLToPath(new URL('./continuing-workflows.ts', import.meta.url)),
    }),
  });
  await worker.runUntil(async () => {
    await applySchedules(client, defaultSchedules({ discoveryStates: ['AZ'], crawlIntervalHours: 4 }));
    await triggerSchedule(client, 'payload_fetch_all');
    const lastRun = async () =>
      readLastRun(client, await client.schedule.getHandle('payload_fetch_all').describe());
    const fanOut = client.workflow.getHandle('crawl-due/all');
    const patience = { timeout: 300_000, interval: 100 };
    const runId = await vi.waitFor(async () => {
      const run = await lastRun();
      const latest = await fanOut.describe();
      expect(latest.runId).not.toBe(run?.runId);
      expect(run).toMatchObject({ outcome: 'running', taskCount: null });
      return run?.runId;
    }, patience);
    await fanOut.signal('goOn');
    await fanOut.result();
    const ended = { outcome: 'completed', runId, taskCount: 7, summary: 'done at last' };
    expect(await lastRun()).toMatchObject(ended);
    // A later workflow with the same id is another run, which the schedule's last run must not be confused with.
    const later = await client.workflow.start('crawlDue', {
      workflowId: 'crawl-due/all',
      taskQueue: 'crawlchain',
      args: [{}],
    });
    expect(await lastRun()).toMatchObject(ended);
    await later.signal('goOn');
    await later.result();
    // An old result without a run id links to no run, rather than to a wrong one.
    await client.schedule.getHandle('payload_fetch_all').update((known) => ({
      ...known,
      action: { ...known.action, workflowType: 'startOnceOfOld' },
    }));
    await triggerSchedule(client, 'payload_fetch_all');
    await vi.waitFor(
      async () =>
        expect(await lastRun()).toMatchObject({
          outcome: 'forgotten',
          workflowId: 'crawl-due/all',
          runId: null,
          taskCount: null,
        }),
      patience,
    );
  });
});
