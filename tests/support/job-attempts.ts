import { randomBytes, randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { createRunJobActivities } from '../../activities/run-job.ts';
import type { Db } from '../../db/connect.ts';
import { createPasswordSeal, type PasswordSeal } from '../../db/seal-password.ts';
import { KEY_BYTES } from '../../db/seal-text.ts';
import type { JobType } from '../../jobs/job-type.ts';
import type { RunTool } from '../../stages/run-tool.ts';
import type { StartJob } from '../../stages/start-child-job.ts';
import { RetriedLater } from '../../stages/job-failure.ts';
import type { JobTask } from '../../stages/current-job.ts';
import { createJobFiles } from '../../storage/job-files.ts';
import { temporaryFolder } from './temporary-folder.ts';

type Sessions = Parameters<typeof createRunJobActivities>[0]['sessions'];

interface Attempts {
  db: Db;
  type: JobType;
  id?: string;
  workflowRunId?: string;
  task?: Partial<JobTask>;
  sessions?: Partial<Sessions>;
  startJob?: StartJob;
  runTool?: RunTool;
  onHeartbeat?: (details: unknown) => void;
  passwordSeal?: PasswordSeal;
  /** The storage. */
  root?: string;
}

/** Prepares attempts of one job, by default without retries. Each gets the last heartbeat details of the attempt before. */
export async function openAttempts({ db, type, sessions, onHeartbeat, ...job }: Attempts) {
  const { id = 'one', workflowRunId = randomUUID() } = job;
  const noSession = () => Promise.reject(new Error('The test has no sessions.'));
  const root = job.root ?? (await temporaryFolder('job-'));
  const activities = createRunJobActivities({
    db,
    wakeJob: async () => true,
    platformLimits: {},
    passwordSeal: job.passwordSeal ?? createPasswordSeal(randomBytes(KEY_BYTES)),
    jobTypes: new Map([[type.name, type]]),
    sessions: {
      admit: noSession,
      leaseProxy: noSession,
      recordProxyOutcome: noSession,
      openSession: noSession,
      openDirect: noSession,
      ...sessions,
    },
    jobFiles: createJobFiles({ root }),
    holder: '',
    downloadBytesMax: 1_000_000,
    resultBytesMax: 100_000,
    worker: 'one',
    runTool: job.runTool ?? (() => Promise.reject(new Error('The test runs no tools.'))),
    startJob: job.startJob ?? (() => Promise.reject(new Error('The test starts no jobs.'))),
  });
  const task = { payload: {}, priority: 5, maxRetries: 0, createdAt: new Date().toISOString(), ...job.task };
  let heartbeatDetails: unknown;
  let fence = 0;
  const begin = () => {
    fence += 10;
    const environment = new MockActivityEnvironment(
      {
        heartbeatDetails,
        attempt: fence / 10,
        currentAttemptScheduledTimestampMs: fence,
        workflowExecution: { workflowId: `job/${id}`, runId: workflowRunId },
      },
      { logger: new DefaultLogger('ERROR') },
    );
    environment.on('heartbeat', (details: unknown) => {
      heartbeatDetails = details;
      onHeartbeat?.(details);
    });
    const result = environment
      .run(() => activities.runJob({ jobType: type.name, ...task }))
      .catch((error: unknown) => {
        // How long the next attempt waits is for the server.
        throw error instanceof RetriedLater ? error.failure : error;
      });
    return { result, cancel: () => environment.cancel('CANCELLED') };
  };
  return { root, begin, attempt: () => begin().result };
}
