import type { JobDetail, ListedRun, TaskDetail } from '../server/api-client.ts';
import { describeError } from './describe-error.ts';

type RunEvent = JobDetail['timeline'][number];

/**
 * Describes each retry in a timeline by its attempt number and its cause.
 * @param retries the number of counted retries; if the timeline has a different number, for example because it is truncated,
 *   attempt numbers are left out
 * @returns the descriptions, by index in the timeline
 */
export function wordRetries(timeline: readonly RunEvent[], retries: number): ReadonlyMap<number, string> {
  const areAll = timeline.filter(({ event }) => event === 'retried').length === retries;
  const text = new Map<number, string>();
  let attempt = 1;
  let stage: string | null = null;
  let before: RunEvent | null = null;
  for (const [place, one] of timeline.entries()) {
    if (BEGINNINGS.includes(one.event)) [attempt, stage, before] = [1, null, null];
    if (one.event === 'claimed' || one.event === 'stage') {
      if (stage !== one.message) attempt = 1;
      [stage, before] = [one.message, one];
    }
    if (one.event === 'retried') {
      attempt += 1;
      text.set(place, `${areAll ? `attempt ${attempt}` : 'another attempt'}${whyOf(one, before)}`);
    }
  }
  return text;
}

/** The cause of a retry after a worker was killed: a killed process leaves no record of how its attempt ended. */
const LOST_ATTEMPT =
  'after an attempt that ended without a closing record: its worker was killed, or lost its connection';

/** Events after which attempts count from one again. */
const BEGINNINGS: readonly string[] = ['created', 'continued', 'reopened'];

/** Says why an attempt was retried; empty if nothing is known. An attempt whose worker was killed has left no error. */
function whyOf(retry: RunEvent, before: RunEvent | null): string {
  const error = describeError(retry.error_kind, retry.message);
  if (error !== null) return `, after ${error}`;
  if (before === null) return '';
  // The same worker id: its process was killed and restarted.
  if (before.worker_id === retry.worker_id) return `, ${LOST_ATTEMPT}`;
  return `, after ${before.worker_name ?? before.worker_id} failed or fell silent`;
}

/** Says which retry of the whole task waits, such as `retry 2 of 3`; null if none does. */
export function retryOf({
  retry,
  retries_max: most,
}: Pick<NonNullable<TaskDetail['tried_again']>, 'retry' | 'retries_max'>): string | null {
  if (retry === null) return null;
  return most === null ? `retry ${retry}` : `retry ${retry} of ${most}`;
}

/**
 * Describes a job's attempt, such as `2 of 4`: the first attempt and up to three retries. Returns `-` for a job that waits for
 * its first attempt.
 */
export function describeAttempt({
  status,
  retry_count: retries,
  max_retries: most,
}: Pick<ListedRun, 'status' | 'retry_count' | 'max_retries'>): string {
  if (status === 'pending' && retries === 0) return '-';
  return most === null ? String(retries + 1) : `${retries + 1} of ${most + 1}`;
}
