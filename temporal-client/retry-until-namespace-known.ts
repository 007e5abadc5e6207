import { setTimeout as sleep } from 'node:timers/promises';
import { isGrpcServiceError } from '@temporalio/client';

/** How long to retry: a frontend that was queried before the namespace existed remembers for 30 s that there is none. */
const KNOWN_WITHIN_MS = 90_000;
const POLL_MS = 1_000;

/** The gRPC status NOT_FOUND. */
const NOT_FOUND = 5;

/**
 * Retries idempotent work until every frontend of the server knows the namespace.
 * @param report receives one line when the work has to wait
 */
export async function retryUntilNamespaceKnown<Result>(
  namespace: string,
  work: () => Promise<Result>,
  report: (line: string) => void,
): Promise<Result> {
  const deadlineMs = Date.now() + KNOWN_WITHIN_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isUnknown(error) || Date.now() > deadlineMs) throw error;
    }
    if (attempt === 1)
      report(
        `Waiting until the whole server knows the namespace ${namespace}, ${KNOWN_WITHIN_MS / 1000} s at most`,
      );
    await sleep(POLL_MS);
  }
}

/** Whether the server does not know the namespace. The SDK wraps the server's error in its own. */
function isUnknown(error: unknown): boolean {
  const errors = [error, (error as { cause?: unknown }).cause];
  const codes = errors.map((one): number | null => (isGrpcServiceError(one) ? one.code : null));
  return codes.includes(NOT_FOUND);
}
