import type { Context } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory, TemporalFailure } from '@temporalio/common';
import type { ActivityInboundCallsInterceptor, ActivityInterceptorsFactory } from '@temporalio/worker';
import { describeOutage, isUncountedOutage } from '../db/database-errors.ts';
import { scrubCredentials } from '../domain/credentials.ts';
import { CrawlError, FAILURE_KINDS } from '../domain/errors.ts';
import type { Log } from '../observability/log.ts';

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
        } catch (error) {
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
          throw toFailure(error, info.attempt);
        }
      },
    } satisfies ActivityInboundCallsInterceptor,
  });
}

function toFailure(error: unknown, attempt: number): unknown {
  if (error instanceof CrawlError) return fromCrawlError(error, attempt);
  if (isUncountedOutage(error))
    return fromCrawlError(new CrawlError('DatabaseUnavailable', describeOutage(error)), attempt);
  if (!(error instanceof Error) || error instanceof TemporalFailure) return error;
  // Drop the cause: it is not scrubbed of credentials.
  return ApplicationFailure.create({ message: scrubCredentials(error.message), type: error.name });
}

function fromCrawlError(error: CrawlError, attempt: number): ApplicationFailure {
  const meaning = FAILURE_KINDS[error.kind];
  const retryAfterMs = error.retryAfterMs ?? usualRetryMs(error, attempt);
  return ApplicationFailure.create({
    type: error.kind,
    message: scrubCredentials(error.message),
    nonRetryable: !meaning.retryable || error.isFinal === true,
    details: error.evidence === undefined ? [] : [error.evidence],
    // Failures that are nobody's fault are not errors in logs and metrics.
    ...(meaning.blames === 'nobody' ? { category: ApplicationFailureCategory.BENIGN } : {}),
    ...(retryAfterMs === undefined ? {} : { nextRetryDelay: retryAfterMs }),
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
