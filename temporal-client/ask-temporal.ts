import { AsyncLocalStorage } from 'node:async_hooks';
import { isGrpcDeadlineError, isGrpcServiceError, ServiceError, type Client } from '@temporalio/client';

/** Nobody who asks us waits longer than this for Temporal. */
const ANSWER_MS_MAX = 5_000;

/** What an answer that is being made has waited for Temporal; questions that are open together wait once. */
interface Waiting {
  spentMs: number;
  open: number;
  /** Since when any was open; means something while any is. */
  openSince: number;
}

const answers = new AsyncLocalStorage<Waiting>();

/**
 * Makes one answer of some work: all that it asks Temporal has five seconds in all. After them nothing more is asked, so
 * that work of many parts does not go on when nobody waits for it any more.
 */
export function asOneAnswer<Result>(work: () => Promise<Result>): Promise<Result> {
  return answers.run({ spentMs: 0, open: 0, openSince: 0 }, work);
}

/** Thrown when Temporal does not answer in time; the message says for how long it was waited. */
export class TemporalUnavailable extends Error {
  override name = 'TemporalUnavailable';
}

/** The gRPC status of a server that cannot be reached, and of one that has too much to do. */
const UNAVAILABLE = 14;
const RESOURCE_EXHAUSTED = 8;

/**
 * Asks Temporal for something, for at most five seconds, or for what is left of them in this answer.
 * @throws TemporalUnavailable; other errors as they are
 */
export async function askTemporal<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
  const waiting = answers.getStore() ?? { spentMs: 0, open: 0, openSince: 0 };
  const leftMs = Math.max(beginWaiting(waiting), 0);
  const late = Promise.withResolvers<never>();
  // What is tried again and again within the work may wait between its calls.
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
 * What was asked for, or something else where Temporal does not answer in time: for what an answer can do without.
 * @throws other errors as they are
 */
export async function unlessAway<Result, Otherwise>(
  asked: Promise<Result>,
  otherwise: Otherwise,
): Promise<Result | Otherwise> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof TemporalUnavailable) return otherwise;
    throw error;
  }
}

/** @returns milliseconds that are left to wait */
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
    `Temporal did not answer within ${ANSWER_MS_MAX / 1000} s; it is asked anew at the next request.`,
    { cause },
  );
}

/** Whether an error says that Temporal does not answer, or not in time. */
export function isNoAnswer(error: unknown): boolean {
  const cause = error instanceof ServiceError ? error.cause : error;
  if (isGrpcDeadlineError(cause)) return true;
  return isGrpcServiceError(cause) && [UNAVAILABLE, RESOURCE_EXHAUSTED].includes(cause.code);
}
