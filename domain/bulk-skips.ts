import { FAILURE_KINDS, isFailureKind } from './errors.ts';
import { ROLE_WORKFLOWS, STARTER } from './role-workflows.ts';
import type { TaskStatus } from './task.ts';

// Why a bulk action leaves a run as it is, as far as the ledger tells: the dry run counts by it, and the worker skips by it.

/** Why a retry leaves a run of whose workflow there is a newer one. */
export const RAN_AGAIN = 'it ran again since';

/** Why a retry leaves what failed: it would fail in the same way, and the filter does not name its kind. Null: it does not. */
export function whyHopeless(
  { status, errorKind: kind }: { status: TaskStatus; errorKind: string | null },
  { error }: { error?: string | undefined },
): string | null {
  const isHopeless = status === 'failed' && isFailureKind(kind) && !FAILURE_KINDS[kind].retryable;
  // Who names the kind knows what was changed since.
  if (!isHopeless || error?.split(',').includes(kind) === true) return null;
  return `${kind}: the same would happen again; name the kind in the filter to retry it all the same`;
}

/** Why a crawl that is asked for again is left as it is. */
export const AS_URGENT = 'it is as urgent already, and waits for a worker';

/** What decides whether an open run can begin now. */
export interface WaitingRun {
  /** Of its workflow. */
  type: string;
  status: TaskStatus;
  /** Of its last error. */
  errorKind: string | null;
  /** It goes first among crawls already. */
  isUrgent: boolean;
  /** Its last attempt failed, and the next one is not due. */
  isRetryAhead: boolean;
  /** It was asked for later, and that time is not there. */
  isForLater: boolean;
}

/** Why a start leaves an open run as it is. Null: it does not. */
export function whyNotStarted(run: WaitingRun): string | null {
  if (run.type === STARTER.type) return null;
  if (run.status !== 'pending') return 'a worker has it';
  // The delay may be what the platform asked for.
  if (run.isRetryAhead) return `it waits for a retry, after ${run.errorKind ?? 'a failure'}`;
  if (run.type === 'job') return run.isForLater ? null : 'it waits for a worker, not for its time';
  if (run.type !== ROLE_WORKFLOWS.payload_fetch)
    return 'it waits for a worker, and only crawls can be brought forward';
  return run.isUrgent ? AS_URGENT : null;
}
