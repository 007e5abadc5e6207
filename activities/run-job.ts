import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { isUncountedOutage } from '../db/database-errors.ts';
import {
  beginJob,
  completeJob,
  findJobResult,
  releaseJob,
  saveJobDownloads,
  saveJobProgress,
  type BegunJob,
  type HeldJob,
  type JobRunName,
} from '../db/queries/job-runs.ts';
import { CrawlError } from '../domain/errors.ts';
import { JOB_CRASHES_MAX, jobWordFaults, UNKNOWN_TYPE_ATTEMPTS_MAX, type JobPayload } from '../domain/job.ts';
import type { JobType } from '../jobs/job-type.ts';
import { findJobFaults, formatJobFaults } from '../jobs/find-job-faults.ts';
import { retryDelayMs, USUAL_RETRY, type RetryPolicy } from '../jobs/retry-policy.ts';
import { loadJobPayload } from '../stages/load-job-payload.ts';
import { attemptFence } from '../stages/current-chain.ts';
import { openAttemptCredentials } from '../stages/attempt-credentials.ts';
import { createDownloadBudget } from '../stages/download-budget.ts';
import { endEach } from '../stages/end-each.ts';
import { beginJobFiles, keepJobResult } from '../stages/keep-job-files.ts';
import { keepJobLog } from '../stages/keep-job-log.ts';
import {
  asFinal,
  interruption,
  isForGood,
  kindOf,
  reasonOf,
  RetriedLater,
  releasesWithoutFailure,
  withKind,
} from '../stages/job-failure.ts';
import { currentJob, type JobTask } from '../stages/current-job.ts';
import { takeTurn, type HeldTurn } from '../stages/hold-turn.ts';
import { heartbeatWhile, waitBeforeRetry, withWait } from '../stages/heartbeat-while.ts';
import { heartbeat } from '../stages/heartbeat.ts';
import { createJobRun, type BegunAttempt, type JobRunTools } from '../stages/job-run.ts';
import { passJobOn, type JobWaitTools } from '../stages/pass-job-on.ts';
import { followReports, STUCK_AFTER_MS } from '../stages/report-progress.ts';

interface Tools extends JobWaitTools, JobRunTools {
  resultBytesMax: number;
  worker: string;
}

/** Creates the activities that run jobs. */
export function createRunJobActivities(tools: Tools) {
  return {
    /**
     * Runs the calling job by its type, from the last saved step of the previous attempt, completes it, and wakes those that wait for
     * its end or its turn.
     * @returns the summary that its type returned
     * @throws CrawlError InvalidInput for an unknown type or a wrong payload; otherwise what the type throws, as final when all
     *   requested attempts were used
     */
    async runJob(task: JobTask): Promise<JobPayload | null> {
      const result = await completeCurrentJob(tools, task);
      await passJobOn(tools, currentJob(task));
      return result;
    },
  };
}

async function completeCurrentJob(tools: Tools, task: JobTask): Promise<JobPayload | null> {
  const { db } = tools;
  const run = currentJob(task);
  const whole = await loadJobPayload(db, run.id, task.payload);
  const type = findType(tools, { ...task, payload: whole });
  const payload = type.payload.parse(whole);
  const done = await findJobResult(db, run);
  // A previous attempt completed the job, but its answer was lost.
  if (done !== undefined) return done;
  const turn = await takeTurn(db, run);
  try {
    const credentials = openAttemptCredentials(tools, { ...run, credentials: task.credentials ?? [] });
    return await runInTurn({ tools, type, run, payload, credentials, turn });
  } finally {
    await turn.end();
  }
}

async function runInTurn(
  given: Pick<Attempt, 'tools' | 'type' | 'run' | 'payload' | 'credentials' | 'turn'>,
): Promise<JobPayload | null> {
  const { tools, run } = given;
  const { db } = tools;
  const held: HeldJob = { ...run, fence: attemptFence() };
  const { retryCount, ...begun } = await begin(tools, run, held);
  const attempt = { ...given, held, ...begun };
  try {
    if (retryCount > run.maxRetries)
      throw new Error('At each attempt, its worker ended without a closing record.');
    const result = await runAttempt(attempt);
    await completeJob(db, held, result);
    await tools.jobFiles.deleteParts(run.id).catch(() => undefined);
    return result;
  } catch (thrown) {
    const error = given.credentials.redact(thrown);
    if (releasesWithoutFailure(error)) noteReleases([held.fence], error);
    // The job may be complete: the answer of `completeJob` may have been lost.
    const kept = await findJobResult(db, run).catch(() => undefined);
    if (kept !== undefined) return kept;
    throw await afterFailure(attempt, error, retryCount);
  }
}

/** Records in the ledger that an attempt starts. Can fail before or after the database has written the record. */
async function begin({ db, worker }: Tools, run: JobRunName, { fence }: HeldJob): Promise<BegunJob> {
  const releasedFences = releasedBefore(activityInfo().heartbeatDetails);
  try {
    return await beginJob(db, run, { fence, worker, releasedFences });
  } catch (error) {
    // It is unknown whether the row already has this fence.
    if (isUncountedOutage(error)) noteReleases([...releasedFences, fence], error);
    throw error;
  }
}

/** Records in a heartbeat which attempts released the job, in case the database cannot be written. */
function noteReleases(releasedFences: number[], error: unknown): void {
  heartbeat(withWait({ releasedFences }, waitBeforeRetry(error)));
}

/** Reads from a heartbeat the fences of attempts that released the job. Heartbeats of a running attempt have none. */
function releasedBefore(details: unknown): number[] {
  const { releasedFences } = Object(details) as { releasedFences?: unknown };
  return Array.isArray(releasedFences) ? releasedFences.filter(Number.isSafeInteger) : [];
}

const UNKNOWN_TYPE_RETRY_MS = 10_000;

/**
 * Finds the type of a job, and checks the job against it.
 * @throws ApplicationFailure UnknownJobType, so that another worker can try; CrawlError InvalidInput
 */
function findType({ jobTypes, worker }: Tools, task: JobTask): JobType {
  const { jobType, payload } = task;
  const type = jobTypes.get(jobType);
  if (type === undefined) {
    const names = [...jobTypes.keys()].join(', ');
    const { attempt } = activityInfo();
    throw ApplicationFailure.create({
      type: 'UnknownJobType',
      message: `The worker ${worker} does not know the job type ${JSON.stringify(jobType)}; it knows ${names}. Register others with JOB_TYPES.`,
      nonRetryable: attempt >= UNKNOWN_TYPE_ATTEMPTS_MAX,
      nextRetryDelay: UNKNOWN_TYPE_RETRY_MS,
    });
  }
  const text = formatJobFaults([...findJobFaults(jobTypes, jobType, payload), ...jobWordFaults(task)]);
  if (text === null) return type;
  throw new CrawlError('InvalidInput', text);
}

interface Attempt extends BegunAttempt {
  tools: Tools;
  turn: HeldTurn;
  downloadedBytes: number;
  crashCount: number;
}

async function runAttempt(attempt: Attempt): Promise<JobPayload | null> {
  const { tools, type, held } = attempt;
  const telling = followReports((step) =>
    saveJobProgress(tools.db, held, { ...step, cursor: step.cursor ?? null }),
  );
  const budget = createDownloadBudget({
    takenBytes: attempt.downloadedBytes,
    limitBytes: tools.downloadBytesMax,
    save: (bytes) => saveJobDownloads(tools.db, held, bytes),
  });
  const log = keepJobLog(tools.db, held);
  const over = new AbortController();
  const signal = AbortSignal.any([cancellationSignal(), telling.signal, attempt.turn.signal, over.signal]);
  try {
    await heartbeatWhile(
      () => undefined,
      () => beginJobFiles({ ...tools, held }, { goesOn: attempt.cursor !== null }),
    );
    const result = await heartbeatWhile(
      () => telling.last(),
      async () => {
        try {
          const run = createJobRun(attempt, { progress: telling, budget, log, signal });
          return await Promise.race([type.run(run), abortOf(signal)]);
        } finally {
          // What the job left running can change nothing any more.
          over.abort(new Error('The attempt of the job has ended.'));
        }
      },
      // An attempt that reports no progress ends itself earlier.
      { stillMsMax: 2 * STUCK_AFTER_MS },
    );
    const redacted = attempt.credentials.redact(result ?? null);
    const kept = { type: type.name, result: redacted, bytesMax: tools.resultBytesMax };
    return await heartbeatWhile(
      () => telling.last(),
      () => keepJobResult({ ...tools, held }, kept),
    );
  } finally {
    await endEach([telling, log, budget]);
  }
}

/** Rejects on abort, because a type that ignores its signal must not hold its slot forever. */
function abortOf(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}

/** After a fault that counts as no failure, and that does not say how long to wait. Such a fault never lengthens a wait. */
const UNCOUNTED_RETRY: RetryPolicy = { kind: 'linear', base: 10, max: 10, jitter: 0.5 };

/** Releases the job for its next attempt, unless this was the last. @returns the error to throw */
async function afterFailure(
  { tools, type, run, held, crashCount }: Attempt,
  error: unknown,
  retryCount: number,
): Promise<unknown> {
  if (error instanceof CrawlError && error.kind === 'StaleAttempt') return error;
  const isFailure = !releasesWithoutFailure(error);
  // The workflow records a person's cancellation.
  if (isFailure && cancellationSignal().aborted) return error;
  const reason = reasonOf(error);
  if (kindOf(error) === 'JobCrashed' && crashCount + 1 >= JOB_CRASHES_MAX)
    return asFinal(error, `${reason} It crashed ${JOB_CRASHES_MAX} times, and is not started again.`);
  if (isFailure && (isForGood(error) || retryCount >= run.maxRetries)) return asFinal(error, reason);
  // If this write fails, the next attempt counts a failure, unless a heartbeat recorded the release.
  const reported = interruption() ?? { errorKind: kindOf(error), reason: withKind(error, reason) };
  const release = { ...reported, isFailure };
  await releaseJob(tools.db, held, release).catch(() => undefined);
  const delayMs = isFailure
    ? retryDelayMs(type.retry ?? USUAL_RETRY, retryCount + 1)
    : retryDelayMs(UNCOUNTED_RETRY, 1);
  return new RetriedLater(error, delayMs);
}
