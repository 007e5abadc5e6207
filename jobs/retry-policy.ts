/** How long a failed job waits before its next attempt. Only failures that count lengthen the wait, not limits, faults of proxies or outages. */
export interface RetryPolicy {
  /** Exponential: `base`, twice as long after each further failure. Linear: `base` more after each. */
  kind: 'exponential' | 'linear';
  /** The wait after the first failure, in seconds. */
  base: number;
  /** The longest wait, in seconds. */
  max: number;
  /** The share of a wait, from 0.05 to 1, by which it is shortened at random, so that jobs that failed together do not all return at once. */
  jitter: number;
}

/** The policy of types that have none of their own. */
export const USUAL_RETRY: RetryPolicy = { kind: 'exponential', base: 5, max: 600, jitter: 0.2 };

/** The policy of the replaced queue, `min(60, 5 × failures)`, with jitter. */
export const LINEAR_RETRY: RetryPolicy = { kind: 'linear', base: 5, max: 60, jitter: 0.2 };

const BASE_SECONDS_MIN = 0.01;
const MAX_SECONDS_MAX = 86_400;
const JITTER_MIN = 0.05;

/**
 * Returns how long a job waits for its next attempt.
 * @param failures how many attempts have failed, from 1
 * @param random a number from 0 to 1
 */
export function retryDelayMs(
  { kind, base, max, jitter }: RetryPolicy,
  failures: number,
  random = Math.random(),
): number {
  const seconds = kind === 'linear' ? base * failures : base * 2 ** (failures - 1);
  return Math.round(Math.min(seconds, max) * (1 - jitter * random) * 1_000);
}

/** Returns the fault in the retry policy of a type, in words that follow `retry`; null if there is none. */
export function retryPolicyFault(policy: unknown): string | null {
  const { kind, base, max, jitter } = Object(policy) as Partial<Record<keyof RetryPolicy, unknown>>;
  if (kind !== 'exponential' && kind !== 'linear') return `.kind takes exponential or linear`;
  if (!isWithin(base, BASE_SECONDS_MIN, MAX_SECONDS_MAX))
    return `.base takes seconds, from ${BASE_SECONDS_MIN} to ${MAX_SECONDS_MAX}`;
  if (!isWithin(max, base, MAX_SECONDS_MAX)) return `.max takes seconds, from its base to ${MAX_SECONDS_MAX}`;
  return isWithin(jitter, JITTER_MIN, 1) ? null : `.jitter takes a share, from ${JITTER_MIN} to 1`;
}

function isWithin(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most;
}
