import type { Context } from '@temporalio/activity';
import { ApplicationFailure, type Duration } from '@temporalio/common';
import { msToNumber } from '@temporalio/common/lib/time.js';

type Attempted = Pick<Context, 'cancellationDetails' | 'cancellationSignal'> & {
  info: Pick<
    Context['info'],
    | 'attempt'
    | 'retryPolicy'
    | 'scheduledTimestampMs'
    | 'currentAttemptScheduledTimestampMs'
    | 'scheduleToCloseTimeoutMs'
  >;
};

/** Temporal's defaults for a retry policy. */
const INITIAL_INTERVAL_MS = 1_000;
const BACKOFF_COEFFICIENT = 2;
const MAXIMUM_INTERVALS = 100;

/**
 * Predicts in how many milliseconds Temporal starts the next attempt of an activity that has just failed. Null: there is no next
 * attempt.
 * @param ranMs how long the attempt ran
 */
export function nextAttemptInMs(
  { info, cancellationSignal, cancellationDetails }: Attempted,
  error: unknown,
  ranMs: number,
): number | null {
  const { attempt, retryPolicy = {}, scheduledTimestampMs, scheduleToCloseTimeoutMs } = info;
  const failure = error instanceof ApplicationFailure ? error : undefined;
  if (failure === undefined && cancellationSignal.aborted) {
    const { workerShutdown, paused, reset, timedOut } = cancellationDetails ?? {};
    if (!workerShutdown && !paused && !reset && !timedOut) return null;
  }
  const { maximumAttempts = 0, nonRetryableErrorTypes = [] } = retryPolicy;
  if (failure?.nonRetryable || nonRetryableErrorTypes.includes(failure?.type ?? '')) return null;
  if (maximumAttempts > 0 && attempt >= maximumAttempts) return null;
  const delayMs =
    failure?.nextRetryDelay == null ? backoffMs(attempt, retryPolicy) : milliseconds(failure.nextRetryDelay);
  // The server's clock gives both times.
  const sinceScheduledMs = info.currentAttemptScheduledTimestampMs - scheduledTimestampMs + ranMs;
  const isTooLate = scheduleToCloseTimeoutMs > 0 && sinceScheduledMs + delayMs > scheduleToCloseTimeoutMs;
  return isTooLate ? null : delayMs;
}

function backoffMs(attempt: number, policy: NonNullable<Attempted['info']['retryPolicy']>): number {
  const initialMs = milliseconds(policy.initialInterval ?? INITIAL_INTERVAL_MS);
  const maximumMs = milliseconds(policy.maximumInterval ?? initialMs * MAXIMUM_INTERVALS);
  return Math.min(maximumMs, initialMs * (policy.backoffCoefficient ?? BACKOFF_COEFFICIENT) ** (attempt - 1));
}

function milliseconds(duration: Duration): number {
  return msToNumber(duration);
}
