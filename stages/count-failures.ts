import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { isLostConnection, isUncountedOutage } from '../db/database-errors.ts';
import { StoreTaken } from '../db/queries/store-locks.ts';
import { scrubCredentials } from '../domain/credentials.ts';
import { CrawlError } from '../domain/errors.ts';
import { waitBeforeRetry, withWait } from './heartbeat-while.ts';
import { heartbeat } from './heartbeat.ts';

/** An ingest that fails this often needs a person. */
export const INGEST_FAILURES_MAX = 20;

/** After this many lost connections, work is given up. The limit is high, since restarts of the database break connections too. */
const LOST_CONNECTIONS_MAX = 60;

/** Heartbeat details of an activity that counts its own failures. */
export interface FailureCount {
  /** How many attempts have failed so far. The current one is included as long as it has not ended otherwise. */
  failures: number;
  /** How many attempts ended because their database connection broke during `countLostConnections`. */
  lostConnections: number;
}

/**
 * Runs work that Temporal retries, and makes its failure final once `failuresMax` attempts have failed. Database outages, worker
 * shutdowns and waits for other tasks of the store do not count. An attempt that ends without reporting does count, because the
 * work may have crashed its worker.
 * @param work receives the counts that its heartbeats must carry
 */
export async function countFailures<Result>(
  failuresMax: number,
  work: (count: FailureCount) => Promise<Result>,
): Promise<Result> {
  const before = countBefore(activityInfo().heartbeatDetails);
  const count = { ...before, failures: before.failures + 1 };
  heartbeat(count);
  try {
    return await work(count);
  } catch (error) {
    if (cancellationSignal().aborted) {
      heartbeat(before);
      throw error;
    }
    if (isUncountedOutage(error) || error instanceof StoreTaken) {
      heartbeat(withWait({ ...count, failures: before.failures }, waitBeforeRetry(error)));
      throw count.lostConnections < LOST_CONNECTIONS_MAX ? error : tooManyLostConnections(error);
    }
    throw count.failures < failuresMax ? error : asFinal(error);
  }
}

/**
 * Runs the part of an attempt that may crash the database server, and counts a lost connection. The caller has just used the
 * database successfully, so the work itself may have broken the connection.
 */
export async function countLostConnections<Result>(
  count: FailureCount,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isLostConnection(error)) count.lostConnections += 1;
    throw error;
  }
}

/** Reads the counts of the previous attempt. Heartbeats of earlier versions lack some or all counts, which then are 0. */
function countBefore(details: unknown): FailureCount {
  const { failures, lostConnections } = Object(details) as Record<keyof FailureCount, unknown>;
  return { failures: numberOr0(failures), lostConnections: numberOr0(lostConnections) };
}

function numberOr0(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function tooManyLostConnections(cause: Error): CrawlError {
  return new CrawlError(
    'DatabaseUnavailable',
    `The database connection broke ${LOST_CONNECTIONS_MAX} times during this work, which may be what crashes the server: ${cause.message}`,
    { isFinal: true, cause },
  );
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
