import { NativeConnection, Worker } from '@temporalio/worker';
import { expect, inject, onTestFinished, test } from 'vitest';
import type { DependencyNews } from '../../../domain/job-dependencies.ts';
import type { JobInput } from '../../../domain/job.ts';
import { editJob } from '../../../temporal-client/edit-job.ts';
import { startJob } from '../../../temporal-client/job-control.ts';
import { startJobNow } from '../../../temporal-client/start-job-now.ts';
import { JOBS_QUEUE, WORKFLOW_QUEUE } from '../../../temporal-config/task-queues.ts';
import { DATA_CONVERTER } from '../../../workers/workflow-bundle.ts';
import { quietRuntime } from '../../support/quiet-runtime.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

const soon = { timeout: 60_000, interval: 50 };

/** What an activity waits for, and how often it was called. */
function createGate<Answer>() {
  const gates: PromiseWithResolvers<Answer>[] = [];
  let calls = 0;
  const gate = (at: number) => (gates[at] ??= Promise.withResolvers<Answer>());
  return {
    calls: () => calls,
    /** Answers one of the calls. */
    answer: (at: number, value: Answer) => gate(at).resolve(value),
    call: () => gate((calls += 1) - 1).promise,
  };
}

/** Runs jobs whose activities a test answers. */
async function createWorld() {
  const { client, namespace, address } = await createTestNamespace();
  quietRuntime();
  const connection = await NativeConnection.connect({ address });
  const checks = createGate<DependencyNews>();
  const edits = createGate<'edited'>();
  const shared = { connection, namespace, dataConverter: DATA_CONVERTER, shutdownForceTime: '1s' } as const;
  const workers = [
    await Worker.create({
      ...shared,
      taskQueue: WORKFLOW_QUEUE,
      workflowBundle: { codePath: inject('workflowBundlePath') },
      activities: {
        checkDependencies: checks.call,
        recordJobEdit: edits.call,
        recordJobEnd: async () => undefined,
      },
    }),
    await Worker.create({ ...shared, taskQueue: JOBS_QUEUE, activities: { runJob: async () => ({}) } }),
  ];
  const ends = Promise.all(workers.map((worker) => worker.run()));
  onTestFinished(async () => {
    for (const worker of workers) worker.shutdown();
    await ends;
    await connection.close();
  });
  const start = async (more: Partial<JobInput>) => {
    const { workflowId, runId } = await startJob(client, { jobType: 'count', dependsOn: ['first'], ...more });
    const run = { workflowId, runId };
    const handle = client.workflow.getHandle(workflowId, runId);
    return {
      handle,
      edit: (scheduledFor: string) => editJob(client, run, { scheduledFor, updateId: scheduledFor }),
      startNow: () => startJobNow(client, run),
      /** Waits until the workflow has seen so many ends of activities. */
      sees: (count: number) =>
        expect
          .poll(async () => {
            const { events = [] } = await handle.fetchHistory();
            const seen = events!.findLastIndex((event) => event.workflowTaskCompletedEventAttributes);
            return events!.slice(0, seen).filter((event) => event.activityTaskCompletedEventAttributes)
              .length;
          }, soon)
          .toBe(count),
    };
  };
  return { checks, edits, start };
}

const FAILED: DependencyNews = { open: null, failed: { id: 'first', endedAs: 'failed' }, cycle: null };
const ENDED: DependencyNews = { open: null, failed: null, cycle: null };
const [TIME, NEXT_TIME] = ['2100-01-01T00:00:00Z', '2101-01-01T00:00:00Z'];

test.each(['fail', 'skip'] as const)(
  'an edit is refused that is recorded while the job ends: %s',
  async (onFailure) => {
    const { checks, edits, start } = await createWorld();
    const { edit, handle, sees } = await start({ onFailure });
    await expect.poll(checks.calls, soon).toBe(1);
    const refusal = edit(TIME);
    await expect.poll(edits.calls, soon).toBe(1);
    checks.answer(0, FAILED);
    await sees(1);
    edits.answer(0, 'edited');
    expect(await refusal).toBe('The job has ended. Retry it with the new values.');
    const outcome = await handle.result().catch((error: unknown) => (error as Error).message);
    expect(outcome).toBe(onFailure === 'skip' ? null : 'Workflow execution failed');
    expect(checks.calls()).toBe(1);
  },
);

test('a start that is requested right after the time was edited counts for the new time', async () => {
  const { checks, edits, start } = await createWorld();
  const { edit, startNow, handle, sees } = await start({ scheduledFor: TIME });
  checks.answer(0, ENDED);
  await sees(1);
  edits.answer(0, 'edited');
  expect(await edit(NEXT_TIME)).toBeNull();
  await expect.poll(checks.calls, soon).toBe(2);
  expect(await startNow()).toBe(true);
  checks.answer(1, ENDED);
  expect(await handle.result()).toEqual({});
});
