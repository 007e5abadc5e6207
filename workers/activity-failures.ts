import type { Context } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory, TemporalFailure } from '@temporalio/common';
import type { ActivityInboundCallsInterceptor, ActivityInterceptorsFactory } from '@temporalio/worker';
import { describeOutage, isUncountedOutage } from '../db/database-errors.ts';
import { scrubCredentials } from '../domain/credentials.ts';
import { CrawlError, FAILURE_KINDS } from '../domain/errors.ts';
import type { Log } from '../observability/log.ts';
import { RetriedLater } from '../stages/job-failure.ts';

/** An operator needs minutes to free disk space; after that, no crawl should wait for longer than a minute. */
const STORAGE_FULL_RETRY_MS = 30_000;

/**
 * The delay after a failed database, from this attempt on, in milliseconds. Crawls then continue within a minute of the outage's
 * end: the usual back-off, meant for sites that refuse us, grows to minutes. The jitter keeps crawls from all retrying at once.
 */
const DATABASE_BACK_RETRY = { fromAttempt: 5, min: 40_000, max: 60_000 };

/** The delay for workflow code that retries because it cannot wait for the store: its few attempts then span minutes to hours. */
const STORE_TAKEN_RETRY_MS = 120_000;

/** Proxies take minutes to recover; the jitter keeps waiting crawls from all retrying at once. */
const NO_PROXY_RETRY_MS = { min: 60_000, max: 120_000 };

/**
 * Converts errors of activities to Temporal's failures: the kind becomes the type and decides whether to retry, and
 * `retryAfterMs` becomes the delay. Failures are stored and shown in the clear, so credentials are removed.
 */
export function activityFailures(log: Log): ActivityInterceptorsFactory {
  return ({ info, cancellationSignal }: Context) => ({
    inbound: {
      async execute(input, next) {
        try {
          return await next(input);
        } catch (thrown) {
          const { failure: error, delayMs } =
            thrown instanceof RetriedLater ? thrown : { failure: thrown, delayMs: undefined };
          // Work that a cancellation interrupts fails with an error of its own; report the cancellation instead.
          if (cancellationSignal.aborted && !(error instanceof CrawlError)) throw cancellationSignal.reason;
          log.warn(
            {
              err: error,
              activity: info.activityType,
              attempt: info.attempt,
              workflowId: info.workflowExecution?.workflowId,
            },
            'activity failed',
          );
          throw toFailure(error, { attempt: info.attempt, delayMs });
        }
      },
    } satisfies ActivityInboundCallsInterceptor,
  });
}

/** What decides when the next attempt starts, besides the error. */
interface Retry {
  attempt: number;
  /** The delay, unless the error or its kind has one. Undefined: that of the activity's retry policy. */
  delayMs: number | undefined;
}

function toFailure(error: unknown, retry: Retry): unknown {
  if (error instanceof CrawlError) return fromCrawlError(error, retry);
  if (isUncountedOutage(error))
    return fromCrawlError(new CrawlError('DatabaseUnavailable', describeOutage(error)), retry);
  if (error instanceof ApplicationFailure && retry.delayMs !== undefined)
    return ApplicationFailure.fromError(error, { nextRetryDelay: error.nextRetryDelay ?? retry.delayMs });
  if (!(error instanceof Error) || error instanceof TemporalFailure) return error;
  // Drop the cause: it is not scrubbed of credentials.
  const { message, name: type } = error;
  return ApplicationFailure.create({ message: scrubCredentials(message), type, ...after(retry.delayMs) });
}

function after(delayMs: number | undefined): { nextRetryDelay?: number } {
  return delayMs === undefined ? {} : { nextRetryDelay: delayMs };
}

function fromCrawlError(error: CrawlError, { attempt, delayMs }: Retry): ApplicationFailure {
  const meaning = FAILURE_KINDS[error.kind];
  return ApplicationFailure.create({
    type: error.kind,
    message: scrubCredentials(error.message),
    nonRetryable: !meaning.retryable || error.isFinal === true,
    details: error.evidence === undefined ? [] : [error.evidence],
    // Failures that are nobody's fault are not errors in logs and metrics.
    ...(meaning.blames === 'nobody' ? { category: ApplicationFailureCategory.BENIGN } : {}),
    ...after(error.retryAfterMs ?? usualRetryMs(error, attempt) ?? delayMs),
  });
}

/** Returns the delay after a failure that an earlier retry would not fix; undefined: the usual back-off applies. */
function usualRetryMs({ kind }: CrawlError, attempt: number): number | undefined {
  if (kind === 'StorageFull') return STORAGE_FULL_RETRY_MS;
  if (kind === 'StoreTaken') return STORE_TAKEN_RETRY_MS;
  if (kind === 'NoActiveProxy') return withJitter(NO_PROXY_RETRY_MS);
  if (kind === 'DatabaseUnavailable' && attempt >= DATABASE_BACK_RETRY.fromAttempt)
    return withJitter(DATABASE_BACK_RETRY);
  return undefined;
}

function withJitter({ min, max }: { min: number; max: number }): number {
  return Math.round(min + Math.random() * (max - min));
}
