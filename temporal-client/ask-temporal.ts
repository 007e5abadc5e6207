import { isGrpcDeadlineError, isGrpcServiceError, ServiceError, type Client } from '@temporalio/client';

/** Nobody who asks us waits longer than this for Temporal. */
const ANSWER_MS_MAX = 5_000;

/** Thrown when Temporal does not answer in time; the message says for how long it was waited. */
export class TemporalUnavailable extends Error {
  override name = 'TemporalUnavailable';
}

/** The gRPC status of a server that cannot be reached, and of one that has too much to do. */
const UNAVAILABLE = 14;
const RESOURCE_EXHAUSTED = 8;

/**
 * Asks Temporal for something, for at most five seconds.
 * @throws TemporalUnavailable; other errors as they are
 */
export async function askTemporal<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  // What is tried again and again within the work may wait between its calls.
  const timer = setTimeout(() => late.reject(unavailable()), ANSWER_MS_MAX + 100);
  try {
    return await Promise.race([client.withDeadline(Date.now() + ANSWER_MS_MAX, work), late.promise]);
  } catch (error) {
    throw isNoAnswer(error) ? unavailable(error) : error;
  } finally {
    clearTimeout(timer);
  }
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
