import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { inject, onTestFinished } from 'vitest';
import { createJobWaitActivities } from '../../activities/job-waits.ts';
import { createRecordJobEditActivities } from '../../activities/record-job-edit.ts';
import { createRecordJobEndActivities } from '../../activities/record-job-end.ts';
import { createRunJobActivities } from '../../activities/run-job.ts';
import { createPasswordSeal } from '../../db/seal-password.ts';
import { KEY_BYTES } from '../../db/seal-text.ts';
import { echo } from '../../jobs/built-in/echo.ts';
import { findJobEnd, hasRunEnded } from '../../ledger/find-job-end.ts';
import { createJobFiles } from '../../storage/job-files.ts';
import { startJob } from '../../temporal-client/job-control.ts';
import { wakeJob } from '../../temporal-client/store-waits.ts';
import { JOBS_QUEUE, WORKFLOW_QUEUE } from '../../temporal-config/task-queues.ts';
import { DATA_CONVERTER } from '../../workers/workflow-bundle.ts';
import { startApiServer } from './api-server.ts';
import { jobTypes } from './job-types.ts';
import { quietRuntime } from './quiet-runtime.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { createTestDatabase } from './test-database.ts';
import { createTestNamespace } from './test-namespace.ts';

const JOB_TYPES = fileURLToPath(new URL('job-types.ts', import.meta.url));

/** Creates the API and a worker of the workflow `job`. Jobs wait until `startWorker` starts the worker that runs them. */
export async function createJobWorld() {
  const [{ db }, { client, namespace, address }] = [await createTestDatabase(), await createTestNamespace()];
  const api = await startApiServer({ db, client, env: { JOB_TYPES } });
  quietRuntime();
  const connection = await NativeConnection.connect({ address });
  const workers: { worker: Worker; end: Promise<void> }[] = [];
  const start = async (options: Partial<WorkerOptions> & { taskQueue: string }): Promise<void> => {
    const shared = { connection, namespace, dataConverter: DATA_CONVERTER, shutdownForceTime: '5s' } as const;
    const worker = await Worker.create({ ...shared, maxHeartbeatThrottleInterval: '1s', ...options });
    workers.push({ worker, end: worker.run() });
  };
  onTestFinished(async () => {
    for (const { worker } of workers) worker.shutdown();
    await Promise.all(workers.map(({ end }) => end));
    await connection.close();
  });
  const waitTools = {
    db,
    platformLimits: {},
    wakeJob: (id: string) => wakeJob(client, id, () => undefined),
  };
  await start({
    taskQueue: WORKFLOW_QUEUE,
    workflowBundle: { codePath: inject('workflowBundlePath') },
    activities: {
      ...createRecordJobEditActivities({ db }),
      ...createRecordJobEndActivities(waitTools),
      ...createJobWaitActivities({
        ...waitTools,
        findJobEnd: (id) => findJobEnd({ db, client }, id),
        hasRunEnded: (run) => hasRunEnded({ db, client }, run),
      }),
    },
  });
  const noSession = () => Promise.reject(new Error('The test has no sessions.'));
  const runJobs = createRunJobActivities({
    ...waitTools,
    passwordSeal: createPasswordSeal(randomBytes(KEY_BYTES)),
    jobTypes: new Map([echo, ...jobTypes].map((type) => [type.name, type])),
    sessions: {
      admit: noSession,
      leaseProxy: noSession,
      recordProxyOutcome: noSession,
      openSession: noSession,
      openDirect: noSession,
    },
    jobFiles: createJobFiles({ root: await temporaryFolder('job-') }),
    holder: '',
    downloadBytesMax: 1_000_000,
    resultBytesMax: 100_000,
    worker: 'one',
    runTool: noSession,
    startJob: (input, names) => startJob(client, input, names),
  });
  return {
    db,
    client,
    ...api,
    startWorker: () => start({ taskQueue: JOBS_QUEUE, activities: { ...runJobs } }),
    result: (id: string) => client.workflow.getHandle(`job/${id}`).result() as Promise<unknown>,
  };
}
