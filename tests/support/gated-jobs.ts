import { NativeConnection, Worker } from '@temporalio/worker';
import { expect, inject, onTestFinished } from 'vitest';
import type { DependencyNews } from '../../domain/job-dependencies.ts';
import type { JobInput } from '../../domain/job.ts';
import { editJob } from '../../temporal-client/edit-job.ts';
import { startJob } from '../../temporal-client/job-control.ts';
import { startJobNow } from '../../temporal-client/start-job-now.ts';
import { JOBS_QUEUE, WORKFLOW_QUEUE } from '../../temporal-config/task-queues.ts';
import { DATA_CONVERTER } from '../../workers/workflow-bundle.ts';
import { quietRuntime } from './quiet-runtime.ts';
import { createTestNamespace } from './test-namespace.ts';

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

/** Creates a namespace with jobs whose activities a test answers. */
export async function createGatedJobs() {
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
  const start = async (more: Partial<JobInput>, id?: string) => {
    const input = { jobType: 'count', dependsOn: ['first'], ...more };
    const { workflowId, runId } = await startJob(client, input, { id });
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
  return { client, checks, edits, start };
}

/** That all jobs completed that a job depends on. */
export const ENDED: DependencyNews = { open: null, failed: null, cycle: null };

/** That the job failed which the others depend on. */
export const FAILED: DependencyNews = {
  open: null,
  failed: { id: 'first', endedAs: 'failed' },
  cycle: null,
};
