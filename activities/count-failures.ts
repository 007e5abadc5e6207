import { activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { isUncountedOutage } from '../db/database-errors.ts';
import { scrubCredentials } from '../domain/credentials.ts';
import { CrawlError } from '../domain/errors.ts';

/** An ingest that fails so often needs a person; an outage of the database is no failure of it. */
export const INGEST_FAILURES_MAX = 20;

/** What heartbeats of an activity carry that counts its failures itself. */
export interface FailureCount {
  /** How many attempts have failed so far, with the one that is under way. */
  failures: number;
}

/**
 * Tries work until it has failed so often, over all attempts. Temporal would count every attempt; here an outage of the database,
 * or a worker that stops, does not count, so that the work waits as long as the outage lasts. An attempt that ends without a
 * word does, since the work may be what kills its worker.
 * @param work is given what its heartbeats have to carry
 */
export async function countFailures<Result>(
  failuresMax: number,
  work: (count: FailureCount) => Promise<Result>,
): Promise<Result> {
  const before = failuresBefore(activityInfo().heartbeatDetails);
  const count = { failures: before + 1 };
  heartbeat(count);
  try {
    return await work(count);
  } catch (error) {
    if (isUncountedOutage(error) || cancellationSignal().aborted) {
      heartbeat({ failures: before });
      throw error;
    }
    throw count.failures < failuresMax ? error : asFinal(error);
  }
}

/** Heartbeats of older code carry none. */
function failuresBefore(details: unknown): number {
  const { failures } = Object(details) as { failures?: unknown };
  return typeof failures === 'number' ? failures : 0;
}

function asFinal(error: unknown): unknown {
  if (error instanceof CrawlError) {
    const { kind, message, evidence, cause } = error;
    return new CrawlError(kind, message, {
      isFinal: true,
      cause,
      ...(evidence === undefined ? {} : { evidence }),
    });
  }
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return ApplicationFailure.nonRetryable(scrubCredentials(message), name);
}
