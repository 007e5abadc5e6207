import { setTimeout as sleep } from 'node:timers/promises';
import { isGrpcServiceError, type Client } from '@temporalio/client';

/** A part of a server that was asked for a namespace before it was made remembers for half a minute that there is none. */
const KNOWN_WITHIN_MS = 90_000;
const POLL_MS = 1_000;

/** The gRPC status of what does not exist. */
const NOT_FOUND = 5;

/**
 * Does what may be done twice, again and again until the whole server knows the client's namespace.
 * @param tell told once that this waits
 */
export async function onceKnown<Result>(
  client: Client,
  work: () => Promise<Result>,
  tell: (line: string) => void,
): Promise<Result> {
  const deadlineMs = Date.now() + KNOWN_WITHIN_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isUnknown(error) || Date.now() > deadlineMs) throw error;
    }
    if (attempt === 1)
      tell(
        `Waiting until the whole server knows the namespace ${client.options.namespace}, ${KNOWN_WITHIN_MS / 1000} s at most`,
      );
    await sleep(POLL_MS);
  }
}

/** The SDK wraps what the server says in an error of its own. */
function isUnknown(error: unknown): boolean {
  const errors = [error, (error as { cause?: unknown }).cause];
  const codes = errors.map((one): number | null => (isGrpcServiceError(one) ? one.code : null));
  return codes.includes(NOT_FOUND);
}
