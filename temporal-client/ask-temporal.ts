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
  try {
    return await client.withDeadline(Date.now() + ANSWER_MS_MAX, work);
  } catch (error) {
    if (!isNoAnswer(error)) throw error;
    throw new TemporalUnavailable(
      `Temporal did not answer within ${ANSWER_MS_MAX / 1000} s; it is asked anew at the next request.`,
      { cause: error },
    );
  }
}

function isNoAnswer(error: unknown): boolean {
  const cause = error instanceof ServiceError ? error.cause : error;
  if (isGrpcDeadlineError(cause)) return true;
  return isGrpcServiceError(cause) && [UNAVAILABLE, RESOURCE_EXHAUSTED].includes(cause.code);
}
