import type { JobDetail, ListedRun, TaskDetail } from '../server/api-client.ts';
import { describeError } from './describe-error.ts';

type RunEvent = JobDetail['timeline'][number];

/**
 * Says of each retry which attempt it is and why it came, by its place in the timeline.
 * @param retries that were counted: where the timeline has others, as when it is cut, nobody knows which attempt it is
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

/** A process that was killed writes nothing of how its attempt ended. */
const LOST_ATTEMPT =
  'after an attempt that ended without a closing record: its worker was killed, or lost its connection';

/** What counts its attempts from one. */
const BEGINNINGS: readonly string[] = ['created', 'continued', 'reopened'];

/** A worker that ended without a closing record has said nothing of its attempt. */
function whyOf(retry: RunEvent, before: RunEvent | null): string {
  const error = describeError(retry.error_kind, retry.message);
  if (error !== null) return `, after ${error}`;
  if (before === null) return '';
  // A process that was killed and started again has the same id.
  if (before.worker_id === retry.worker_id) return `, ${LOST_ATTEMPT}`;
  return `, after ${before.worker_name ?? before.worker_id} failed or fell silent`;
}

/** Says which retry of the whole task waits, such as `retry 2 of 3`; null: it is none. */
export function retryOf({
  retry,
  retries_max: most,
}: Pick<NonNullable<TaskDetail['tried_again']>, 'retry' | 'retries_max'>): string | null {
  if (retry === null) return null;
  return most === null ? `retry ${retry}` : `retry ${retry} of ${most}`;
}

/** Says which attempt of a job it is, of how many; the first one is no retry, and a job that waits for it has had none. */
export function describeAttempt({
  status,
  retry_count: retries,
  max_retries: most,
}: Pick<ListedRun, 'status' | 'retry_count' | 'max_retries'>): string {
  if (status === 'pending' && retries === 0) return '-';
  return most === null ? String(retries + 1) : `${retries + 1} of ${most + 1}`;
}
