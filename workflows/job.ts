import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  condition,
  isCancellation,
  patched,
  rootCause,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { JobEnd } from '../activities/record-job-end.ts';
import type { JobTask } from '../stages/current-job.ts';
import { isFailureKind } from '../domain/errors.ts';
import {
  JOB_ID,
  JOB_PRIORITY_MAX,
  JOB_PRIORITY_USUAL,
  JOB_RETRIES_MAX,
  JOB_RETRIES_USUAL,
  JOB_TYPE_NAME,
  JOB_WORD,
  ON_FAILURE,
  type JobInput,
  type JobPayload,
  type OnFailure,
} from '../domain/job.ts';
import { isDependencyList } from '../domain/job-dependencies.ts';
import { CREDENTIAL_NAME, JOB_CREDENTIALS_MAX } from '../domain/job-credential.ts';
import { isValueTooDeep } from '../domain/json-depth.ts';
import { withoutUndefined } from '../domain/without-undefined.ts';
import { jobPriority } from '../temporal-config/job-priority.ts';
import { ACCOUNT, JOB_TYPE, OUTCOME, PLATFORM } from '../temporal-config/search-attributes.ts';
import { JOB_PREFIX, jobWorkflowId } from '../temporal-config/workflow-ids.ts';
import { bookkeepingActivities, jobActivities } from './activity-proxies.ts';
import { describeFailure } from './describe-failure.ts';
import { isMoment, isWithin, orNone } from './input-checks.ts';
import { editableJob } from './job-edits.ts';
import { listenForWake, untilDependenciesEnded, createTurnWait } from './job-waits.ts';
import { startNowSignal } from './messages.ts';
import { isJsonObject, requireId, requireInput } from './require-input.ts';

/**
 * Runs one generic job: a scrape, a download, a sync, or any other registered type. The workflow id is `job/<id>`, so each job
 * has at most one open run. The worker checks the payload, because only workers know the types.
 */
export async function job(input: JobInput, ...more: unknown[]): Promise<JobPayload | null> {
  requireInput<JobInput>('job', [input, ...more], {
    jobType: (name) => typeof name === 'string' && JOB_TYPE_NAME.test(name),
    payload: orNone((payload) => isJsonObject(payload) && !isValueTooDeep(payload)),
    platform: orNone(isWord),
    account: orNone(isWord),
    priority: orNone((key) => isWithin(key, 1, JOB_PRIORITY_MAX)),
    maxRetries: orNone((count) => isWithin(count, 0, JOB_RETRIES_MAX)),
    scheduledFor: orNone(isMoment),
    dependsOn: orNone(isDependencyList),
    onFailure: orNone((word) => ON_FAILURE.includes(word as OnFailure)),
    credentials: orNone(isCredentialList),
  });
  const { workflowId, runStartTime } = workflowInfo();
  const id = workflowId.startsWith(JOB_PREFIX) ? workflowId.slice(JOB_PREFIX.length) : '';
  requireId('job', jobWorkflowId(JOB_ID.test(id) ? id : '<id>'));
  showInSearch(input);
  const { dependsOn, ...work } = input;
  const initial = {
    payload: {},
    priority: JOB_PRIORITY_USUAL,
    maxRetries: JOB_RETRIES_USUAL,
    ...work,
    createdAt: runStartTime.toISOString(),
  };
  const edits = editableJob(initial, withoutUndefined({ dependsOn }));
  const untilWoken = listenForWake();
  const untilItsTime = startTime(() => edits.current().scheduledFor);
  const turns = createTurnWait(untilWoken);
  try {
    const outcome = await edits.run(async (current) => {
      // An edit may let the job wait longer, which is not to hold up the others of its account.
      await turns.giveUp(current);
      const skipped = await untilDependenciesEnded(input, untilWoken);
      if (skipped !== null) return { skipped };
      await untilItsTime(current);
      await turns.untilItsTurn(current);
      setCurrentDetails('Handed to the workers: `crawlchain jobs show` shows its progress.');
      const priority = jobPriority(current.priority, current.account);
      return { result: await jobActivities(summaryOf(current), priority).runJob(current) };
    });
    if ('skipped' in outcome) {
      const reason = outcome.skipped;
      await closeJob(edits.current(), { status: 'cancelled', errorKind: 'Skipped', reason });
      return null;
    }
    const { result } = outcome;
    setCurrentDetails(
      result === null ? 'Done' : `Done: ${JSON.stringify(result).slice(0, DETAILS_LENGTH_MAX)}`,
    );
    upsertSearchAttributes([{ key: OUTCOME, value: 'completed' }]);
    return result;
  } catch (error) {
    throw await recordEnd(edits.current(), error);
  }
}

const DETAILS_LENGTH_MAX = 1_000;

function isWord(word: unknown): boolean {
  return typeof word === 'string' && JOB_WORD.test(word);
}

function isCredentialList(names: unknown): boolean {
  return (
    Array.isArray(names) &&
    names.length <= JOB_CREDENTIALS_MAX &&
    names.every((name) => typeof name === 'string' && CREDENTIAL_NAME.test(name))
  );
}

/** Sets the search attributes that a job lacks because a person started it by hand; a program sets them when it starts one. */
function showInSearch({ jobType, platform, account }: JobInput): void {
  const known = workflowInfo().typedSearchAttributes;
  const missing = [
    { key: JOB_TYPE, value: jobType },
    ...(platform === undefined ? [] : [{ key: PLATFORM, value: platform }]),
    ...(account === undefined ? [] : [{ key: ACCOUNT, value: account }]),
  ].filter(({ key }) => known.get(key) === undefined);
  if (missing.length > 0) upsertSearchAttributes(missing);
}

/**
 * Returns a function that waits until the job's time, or until a signal starts the job. Unlike a delayed start, a waiting workflow
 * reacts to a cancellation at once. The signal does not count for another time that an edit sets later.
 * @param currentTime returns the time of the job as it was last edited
 */
function startTime(currentTime: () => string | undefined): (task: JobTask) => Promise<void> {
  let startedBefore: string | undefined;
  /** For signals to earlier code, which knew the time of the last wait alone, and kept a signal until the first one. */
  let lastWait: { scheduledFor: string | undefined } | null = null;
  let isKept = false;
  // From the start on: the signal may arrive while an edit makes the job begin its wait again.
  setHandler(startNowSignal, () => {
    if (patched('start-between-waits')) startedBefore = currentTime();
    else if (lastWait === null) isKept = true;
    else startedBefore = lastWait.scheduledFor;
  });
  return async ({ scheduledFor }) => {
    lastWait = { scheduledFor };
    if (isKept) startedBefore = scheduledFor;
    isKept = false;
    const waitMs = scheduledFor === undefined ? 0 : Date.parse(scheduledFor) - Date.now();
    if (waitMs <= 0) return;
    setCurrentDetails(`Waiting until ${scheduledFor}`);
    await condition(() => startedBefore === scheduledFor, waitMs);
  };
}

function summaryOf({ jobType, platform, account }: JobTask): string {
  return [jobType, platform, account].filter((word) => word !== undefined).join(', ');
}

/**
 * Closes the job in the ledger, even while the workflow is being cancelled. A job that a person cancelled ends as cancelled, even
 * if its last attempt failed before that attempt learned of the cancellation.
 * @returns the error that the workflow must end with
 */
async function recordEnd(task: JobTask, error: unknown): Promise<unknown> {
  const isCancelled = isCancellation(error) || CancellationScope.current().consideredCancelled;
  const status = isCancelled ? 'cancelled' : 'failed';
  const cause = error instanceof ActivityFailure ? error.cause : error;
  const reason = isCancelled ? 'It was cancelled.' : reasonOf(cause);
  const errorKind = isCancelled ? 'Cancelled' : describeFailure(error).errorKind;
  await CancellationScope.nonCancellable(() => closeJob(task, { status, errorKind, reason }));
  return isCancelled && !isCancellation(error) ? new CancelledFailure(reason) : error;
}

/** Records how a job ended that did not complete: in the Web UI and in the ledger. */
async function closeJob(task: JobTask, end: Omit<JobEnd, 'task'>): Promise<void> {
  upsertSearchAttributes([{ key: OUTCOME, value: end.status }]);
  setCurrentDetails(end.reason);
  await bookkeepingActivities(`record: ${end.status}`).recordJobEnd({ task, ...end });
}

/** Returns the message of the root cause, preceded by the failure's kind if that is one of ours. */
function reasonOf(cause: unknown): string {
  const text = rootCause(cause) ?? String(cause);
  const kind = cause instanceof ApplicationFailure ? cause.type : null;
  return isFailureKind(kind) ? `${kind}: ${text}` : text;
}
