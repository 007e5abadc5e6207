/** How often a chain that has failed runs again, where whoever asks for it says nothing else. */
export const CHAIN_RETRIES_USUAL = 3;

/**
 * Kinds of failure that another run of the chain would meet again, or that are over without it: what was asked for is not
 * there or not to be crawled, the platform or our code has to change, the store is looked at again anyway, or a newer run has it.
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
 * How long after its failure a chain runs again: its stages have retries of their own, so what they could not get over is not
 * over in a second either.
 * @param retryCount how often it was retried before
 * @returns milliseconds; null: not at all
 */
export function retryChainAfterMs(
  errorKind: string,
  { retryCount, maxRetries }: { retryCount: number; maxRetries: number },
): number | null {
  if (NOT_RETRIED.has(errorKind) || retryCount >= maxRetries) return null;
  return Math.min(RETRY_AFTER_MINUTES * 2 ** retryCount, RETRY_AFTER_MINUTES_MAX) * 60_000;
}
