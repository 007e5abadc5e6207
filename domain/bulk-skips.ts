import { FAILURE_KINDS, isFailureKind } from './errors.ts';
import { ROLE_WORKFLOWS, STARTER } from './role-workflows.ts';
import type { TaskStatus } from './task.ts';

// The reasons to skip a run in a bulk action that the ledger alone shows. The dry run counts by them, and the worker skips by them.

/** Why a retry skips a run whose workflow has a newer one. */
export const RAN_AGAIN = 'it has run again';

/** Why a retry skips a crawl that would fail at once. */
export const SWITCHED_OFF = 'the crawls of its dispensary are switched off';

/**
 * Returns why a retry skips a failed run: a failure of its kind would only be repeated, and the filter does not name the kind. Null
 * if the run is not skipped.
 */
export function whyHopeless(
  { status, errorKind: kind }: { status: TaskStatus; errorKind: string | null },
  { error }: { error?: string | undefined },
): string | null {
  const isHopeless = status === 'failed' && isFailureKind(kind) && !FAILURE_KINDS[kind].retryable;
  // A person who names the kind knows what has changed since the failure.
  if (!isHopeless || error?.split(',').includes(kind) === true) return null;
  return `${kind}: a retry would fail in the same way; to retry it anyway, name the kind in the filter`;
}

/** Why `start` skips a crawl that is already urgent: a further request would change nothing. */
export const AS_URGENT = 'it is already urgent, and waits for a worker';

/** What decides whether an open run can start now. */
export interface WaitingRun {
  /** The type of its workflow. */
  type: string;
  status: TaskStatus;
  /** The kind of its last error. */
  errorKind: string | null;
  /** Whether the run is already urgent. */
  isUrgent: boolean;
  /** Whether the last attempt failed, and the next one is not due yet. */
  isRetryAhead: boolean;
  /** Whether the run was requested for a time that has not come. */
  isForLater: boolean;
}

/** Returns why `start` skips an open run; null if `start` does not skip it. */
export function whyNotStarted(run: WaitingRun): string | null {
  if (run.type === STARTER.type) return null;
  if (run.status !== 'pending') return 'a worker has it';
  // The platform may have requested the delay, so it is not shortened.
  if (run.isRetryAhead) return `it waits for a retry, after ${run.errorKind ?? 'a failure'}`;
  if (run.type === 'job') return run.isForLater ? null : 'it waits for a worker, not for its time';
  if (run.type !== ROLE_WORKFLOWS.payload_fetch)
    return 'it waits for a worker, and only crawls can be brought forward';
  return run.isUrgent ? AS_URGENT : null;
}
