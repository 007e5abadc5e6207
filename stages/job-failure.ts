import { cancellationDetails, cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { isUncountedOutage } from '../db/database-errors.ts';
import { scrubCredentials } from '../domain/credentials.ts';
import { CrawlError, FAILURE_KINDS, type FailureKind } from '../domain/errors.ts';

/**
 * Failure kinds that use up no retry of a job: the job did not cause them, or, for crashes, they have a limit of their own. Neither do
 * kinds that blame nobody.
 */
const SPEND_NOTHING: FailureKind[] = ['NoActiveProxy', 'ProxyFault', 'StorageFull', 'JobCrashed', 'WrongKey'];

/** Whether an attempt that ends with this error leaves the job to the next attempt without using up a retry. */
export function releasesWithoutFailure(error: unknown): boolean {
  if (cancellationSignal().aborted) return interruption() !== null;
  if (isForGood(error)) return false;
  if (!(error instanceof CrawlError)) return isUncountedOutage(error);
  if (error.kind === 'StaleAttempt') return false;
  return FAILURE_KINDS[error.kind].blames === 'nobody' || SPEND_NOTHING.includes(error.kind);
}

/** Returns why an attempt was interrupted by something other than its own failure or a cancellation; null if it was not. */
export function interruption(): { errorKind: string; reason: string } | null {
  if (!cancellationSignal().aborted) return null;
  const { workerShutdown, paused, reset } = cancellationDetails() ?? {};
  if (workerShutdown === true)
    return {
      errorKind: 'WorkerStopped',
      reason: 'Its worker stopped before it was done; it waits for another one.',
    };
  if (paused === true) return { errorKind: 'Paused', reason: 'An operator paused it in Temporal.' };
  return reset === true ? { errorKind: 'Reset', reason: 'An operator reset it.' } : null;
}

/** Whether no further attempt can succeed. */
export function isForGood(error: unknown): boolean {
  if (error instanceof ApplicationFailure) return error.nonRetryable === true;
  return error instanceof CrawlError && (error.isFinal === true || !FAILURE_KINDS[error.kind].retryable);
}

/** A failure of a job, with the time that its next attempt waits unless the failure itself says how long. */
export class RetriedLater extends Error {
  override name = 'RetriedLater';
  readonly failure: unknown;
  readonly delayMs: number;

  constructor(failure: unknown, delayMs: number) {
    super(reasonOf(failure), { cause: failure });
    this.failure = failure;
    this.delayMs = delayMs;
  }
}

/** Copies an error as a final one with the given reason, so that Temporal does not retry it. */
export function asFinal(error: unknown, reason: string): unknown {
  if (error instanceof CrawlError) {
    const { kind, evidence, cause } = error;
    return new CrawlError(kind, reason, {
      isFinal: true,
      cause,
      ...(evidence === undefined ? {} : { evidence }),
    });
  }
  return ApplicationFailure.nonRetryable(reason, kindOf(error));
}

/** Returns an error's message, with credentials scrubbed. */
export function reasonOf(error: unknown): string {
  const text = scrubCredentials(error instanceof Error ? error.message : String(error));
  return (text === '' ? 'It failed without a message.' : text).slice(0, 2_000);
}

/** Returns the failure kind of an error, else the error's name. */
export function kindOf(error: unknown): string {
  if (error instanceof CrawlError) return error.kind;
  if (error instanceof ApplicationFailure && error.type) return error.type;
  return error instanceof Error ? error.name : 'Error';
}

/** Puts the failure kind, if there is one, in front of a reason, as in a job's message. */
export function withKind(error: unknown, reason: string): string {
  return error instanceof CrawlError ? `${error.kind}: ${reason}` : reason;
}
