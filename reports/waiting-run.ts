import type { Run } from '../db/queries/runs.ts';
import type { WaitingRun } from '../domain/bulk-skips.ts';
import { URGENT_PRIORITY } from '../temporal-config/priorities.ts';

/** Returns the fields of an open run that decide whether it can begin now. */
export function waitingRun({ type, status, errorKind, ...run }: Run): WaitingRun {
  return {
    type,
    status,
    errorKind,
    isUrgent: (run.priority ?? 0) >= URGENT_PRIORITY,
    isRetryAhead: isAhead(run.nextAttemptAt),
    isForLater: isAhead(run.scheduledFor),
  };
}

function isAhead(at: Date | null): boolean {
  return at !== null && at.getTime() > Date.now();
}
