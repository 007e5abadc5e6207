import { ActivityFailure, ApplicationFailure, isCancellation } from '@temporalio/workflow';

/** Returns the kind and the message of an activity's failure, as the ledger stores them. */
export function describeFailure(error: unknown): { errorKind: string; errorMessage: string } {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  const errorMessage = cause instanceof Error ? cause.message : String(cause);
  if (isCancellation(error)) return { errorKind: 'Cancelled', errorMessage: 'The workflow was cancelled.' };
  if (cause instanceof ApplicationFailure) return { errorKind: cause.type ?? 'Error', errorMessage };
  return { errorKind: 'Timeout', errorMessage };
}
