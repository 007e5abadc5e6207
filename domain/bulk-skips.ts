import { FAILURE_KINDS, isFailureKind } from './errors.ts';
import { ROLE_WORKFLOWS, STARTER } from './role-workflows.ts';
import type { TaskStatus } from './task.ts';

// Why a bulk action skips a run, as far as the ledger shows. The dry run uses these to count, and the worker to skip.

/** Why a retry skips a run whose workflow has a newer one. */
export const RAN_AGAIN = 'it has run again';

/**
 * Why a retry skips a failed run: its kind would fail again, and the filter does not name that kind. Null if it is not skipped.
 */
export function whyHopeless(
  { status, errorKind: kind }: { status: TaskStatus; errorKind: string | null },
  { error }: { error?: string | undefined },
): string | null {
  const isHopeless = status === 'failed' && isFailureKind(kind) && !FAILURE_KINDS[kind].retryable;
  // A person who names the kind knows what has changed since.
  if (!isHopeless || error?.split(',').includes(kind) === true) return null;
  return `${kind}: the same would happen again; name the kind in the filter to retry it all the same`;
}

/** Why a repeated request for a crawl changes nothing. */
export const AS_URGENT = 'it is as urgent already, and waits for a worker';

/** What decides whether an open run can start now. */
export interface WaitingRun {
  /** The type of its workflow. */
  type: string;
  status: TaskStatus;
  /** The kind of its last error. */
  errorKind: string | null;
  /** It is already urgent. */
  isUrgent: boolean;
  /** Its last attempt failed, and the next one is not due yet. */
  isRetryAhead: boolean;
  /** It was requested for a later time that has not come. */
  isForLater: boolean;
}

/** Why `start` skips an open run; null if it does not. */
export function whyNotStarted(run: WaitingRun): string | null {
  if (run.type === STARTER.type) return null;
  if (run.status !== 'pending') return 'a worker has it';
  // The delay may be one that the platform requested.
  if (run.isRetryAhead) return `it waits for a retry, after ${run.errorKind ?? 'a failure'}`;
  if (run.type === 'job') return run.isForLater ? null : 'it waits for a worker, not for its time';
  if (run.type !== ROLE_WORKFLOWS.payload_fetch)
    return 'it waits for a worker, and only crawls can be brought forward';
  return run.isUrgent ? AS_URGENT : null;
}
