import { FAILURE_KINDS, isFailureKind } from './errors.ts';
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
