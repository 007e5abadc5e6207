import { ApplicationFailure, type Duration } from '@temporalio/common';
import { msToNumber } from '@temporalio/common/lib/time.js';
import { isUsableName, RETRY_AFTER_MS_MAX, type FailureCopy } from './error-wire.ts';

/** Converts the copy of a failure that the process of a job threw. Ignores what has no meaning. */
export function toApplicationFailure({ message, facts }: FailureCopy): ApplicationFailure {
  const { type, nonRetryable, nextRetryDelay } = facts;
  const delayMs = millisecondsOf(nextRetryDelay);
  return ApplicationFailure.create({
    message,
    ...(isUsableName(type) ? { type } : {}),
    nonRetryable: nonRetryable === true,
    ...(delayMs === null ? {} : { nextRetryDelay: Math.min(delayMs, RETRY_AFTER_MS_MAX) }),
  });
}

/** Reads a duration of Temporal, such as `5 minutes`; null if it is none. */
function millisecondsOf(duration: unknown): number | null {
  try {
    const ms = msToNumber(duration as Duration);
    return ms >= 0 ? ms : null;
  } catch {
    return null;
  }
}
