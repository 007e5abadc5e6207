import { ApplicationFailure, patched, setCurrentDetails } from '@temporalio/workflow';
import { stepAfter } from '../domain/job-dependencies.ts';
import type { JobInput } from '../domain/job.ts';
import type { JobTask } from '../stages/current-job.ts';
import { bookkeepingActivities } from './activity-proxies.ts';
import { listenFor } from './listen-for.ts';
import { wakeJobSignal } from './messages.ts';

/** A terminated or deleted job wakes nobody, so a waiting one also checks by itself, at growing intervals. */
const FIRST_CHECK_MS = 15_000;
/** Each check adds eight events to the history, which takes 51,200: enough for two months of waiting. */
const CHECK_MS_MAX = 15 * 60_000;

/** Listens for the signal that what a job waits for has changed, as `listenFor` does. */
export function listenForWake(): ReturnType<typeof listenFor> {
  return listenFor(wakeJobSignal, CHECK_MS_MAX);
}

/**
 * Waits until the jobs have ended that a job depends on.
 * @returns why the job is to be skipped; null: it is to run
 * @throws ApplicationFailure DependencyFailed
 */
export async function untilDependenciesEnded(
  { dependsOn = [], onFailure = 'fail' }: Pick<JobInput, 'dependsOn' | 'onFailure'>,
  untilWoken: ReturnType<typeof listenFor>,
): Promise<string | null> {
  if (dependsOn.length === 0) return null;
  const { checkDependencies } = bookkeepingActivities('have the jobs ended that this one depends on?');
  for (let checkMs = FIRST_CHECK_MS; ; checkMs *= 2) {
    const step = stepAfter(await checkDependencies({ dependsOn }), onFailure);
    if (step.is === 'run') return null;
    if (step.is === 'skip') return step.reason;
    if (step.is === 'fail') throw ApplicationFailure.nonRetryable(step.reason, 'DependencyFailed');
    setCurrentDetails(`Waiting for ${step.reason}`);
    await untilWoken(checkMs);
  }
}

/**
 * Waits for the turn of a job's platform and account: one job of an account runs at a time, and as many of a platform as its limit
 * allows.
 */
export function createTurnWait(untilWoken: ReturnType<typeof listenFor>) {
  let isRequested = false;
  return {
    /** Waits until the job has its turn. */
    async untilItsTurn(task: JobTask): Promise<void> {
      if (task.platform === undefined && task.account === undefined) return;
      if (!patched('job-turns')) return;
      const { requestTurn } = bookkeepingActivities('is it the turn of this job?');
      isRequested = true;
      for (let [checkMs, checks] = [FIRST_CHECK_MS, false]; ; checkMs *= 2) {
        const waitsFor = await requestTurn({ task, checks });
        if (waitsFor === null) return;
        setCurrentDetails(`Waiting for ${waitsFor}`);
        checks = !(await untilWoken(checkMs));
      }
    },

    /** Gives up the turn, or the place among those that wait for one, if the job has requested it. */
    async giveUp(task: JobTask): Promise<void> {
      if (!isRequested) return;
      await bookkeepingActivities('another job may have the turn of this one').giveUpTurn({ task });
      isRequested = false;
    },
  };
}
