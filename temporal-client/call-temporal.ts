import { AsyncLocalStorage } from 'node:async_hooks';
import {
  isGrpcDeadlineError,
  isGrpcServiceError,
  ServiceError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
  type Client,
} from '@temporalio/client';

/** The longest time that one answer of the API waits for Temporal. */
const ANSWER_MS_MAX = 5_000;

/** How long an answer in progress has waited for Temporal. Concurrent requests count once. */
interface Waiting {
  spentMs: number;
  open: number;
  /** When the first of the open requests began; only valid while `open` is above 0. */
  openSince: number;
}

const answers = new AsyncLocalStorage<Waiting>();

/**
 * Runs some work with one time limit: all its requests to Temporal together get five seconds. After that no further request is
 * sent, so that long work stops when its caller no longer waits.
 */
export function asOneAnswer<Result>(work: () => Promise<Result>): Promise<Result> {
  return answers.run({ spentMs: 0, open: 0, openSince: 0 }, work);
}

/** Thrown when Temporal does not answer in time; the message gives the time limit. */
export class TemporalUnavailable extends Error {
  override name = 'TemporalUnavailable';
}

/** The gRPC statuses of a server that cannot be reached or is overloaded. */
const UNAVAILABLE = 14;
const RESOURCE_EXHAUSTED = 8;

/**
 * Sends requests to Temporal with a deadline: five seconds, or what is left of them in this answer.
 * @throws TemporalUnavailable; passes other errors on
 */
export async function callTemporal<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
  const waiting = answers.getStore() ?? { spentMs: 0, open: 0, openSince: 0 };
  const leftMs = Math.max(beginWaiting(waiting), 0);
  const late = Promise.withResolvers<never>();
  // Retries inside the work may sleep between their calls, where the call deadline does not reach.
  const timer = setTimeout(() => late.reject(unavailable()), leftMs + 100);
  try {
    if (leftMs === 0) throw unavailable();
    return await Promise.race([client.withDeadline(Date.now() + leftMs, work), late.promise]);
  } catch (error) {
    throw isNoAnswer(error) ? unavailable(error) : error;
  } finally {
    clearTimeout(timer);
    endWaiting(waiting);
  }
}

/**
 * Returns the result, or a fallback if Temporal does not answer in time. For parts that an answer can do without.
 * @throws passes other errors on
 */
export async function unlessAway<Result, Otherwise>(
  requested: Promise<Result>,
  otherwise: Otherwise,
): Promise<Result | Otherwise> {
  try {
    return await requested;
  } catch (error) {
    if (error instanceof TemporalUnavailable) return otherwise;
    throw error;
  }
}

/** @returns the milliseconds left to wait */
function beginWaiting(waiting: Waiting): number {
  const now = performance.now();
  if (waiting.open === 0) waiting.openSince = now;
  waiting.open += 1;
  return ANSWER_MS_MAX - waiting.spentMs - (now - waiting.openSince);
}

function endWaiting(waiting: Waiting): void {
  waiting.open -= 1;
  if (waiting.open === 0) waiting.spentMs += performance.now() - waiting.openSince;
}

function unavailable(cause?: unknown): TemporalUnavailable {
  return new TemporalUnavailable(
    `Temporal did not answer within ${ANSWER_MS_MAX / 1000} s; the next request tries again.`,
    { cause },
  );
}

/** Whether an error means that Temporal did not answer, or not in time. */
export function isNoAnswer(error: unknown): boolean {
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) return true;
  const cause = error instanceof ServiceError ? error.cause : error;
  if (isGrpcDeadlineError(cause)) return true;
  return isGrpcServiceError(cause) && [UNAVAILABLE, RESOURCE_EXHAUSTED].includes(cause.code);
}
