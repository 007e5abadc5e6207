/** How many times a failed chain runs again by default. */
export const CHAIN_RETRIES_USUAL = 3;

/**
 * Failure kinds after which another run would fail in the same way or is not needed: the target is missing or must not be crawled,
 * the platform or our code must change, the store is looked at again anyway, or a newer run has it.
 */
const NOT_RETRIED: ReadonlySet<string> = new Set([
  'ContractBroken',
  'InvalidInput',
  'NotFound',
  'StaleAttempt',
  'SuspectPayload',
]);

const RETRY_AFTER_MINUTES = 1;
const RETRY_AFTER_MINUTES_MAX = 60;

/**
 * Returns the delay before a failed chain runs again. Its stages have retries of their own, so a failure that outlasted them will
 * not pass within seconds.
 * @param retryCount how many times the chain was retried before
 * @returns milliseconds; null if the chain is not retried
 */
export function retryChainAfterMs(
  errorKind: string,
  { retryCount, maxRetries }: { retryCount: number; maxRetries: number },
): number | null {
  if (NOT_RETRIED.has(errorKind) || retryCount >= maxRetries) return null;
  return Math.min(RETRY_AFTER_MINUTES * 2 ** retryCount, RETRY_AFTER_MINUTES_MAX) * 60_000;
}
