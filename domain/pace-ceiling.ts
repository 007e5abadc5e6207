/** The current pace of a target, and how long its answers take. */
export interface PaceInForce {
  requestsPerSecond: number;
  maxConcurrentRequests: number;
  /** The fraction of the limit that is in use. */
  speed: number;
  /** The crawl delay that the robots.txt of the target requests; 0 if there is none. */
  crawlDelayMs: number;
  /** The usual duration of answers; null before the first. */
  answerMs: number | null;
  isStopped: boolean;
}

/**
 * Returns how many requests per hour the pace allows, however many workers there are. This is below the set limit: a request counts
 * until one second after its answer, and the limit bounds how many requests count at once.
 */
export function requestsPerHour(pace: PaceInForce): number {
  if (pace.isStopped) return 0;
  const { requestsPerSecond, maxConcurrentRequests, speed, crawlDelayMs } = pace;
  const rate = crawlDelayMs > 0 ? Math.min(requestsPerSecond, 1000 / crawlDelayMs) : requestsPerSecond;
  const answerSeconds = (pace.answerMs ?? 0) / 1000;
  const burst = Math.max(1, Math.floor(rate));
  const spanSeconds = Math.max(1, 1 / rate);
  const perSecond = Math.min(
    rate * speed,
    burst / (spanSeconds + answerSeconds),
    answerSeconds > 0 ? maxConcurrentRequests / answerSeconds : Infinity,
  );
  return perSecond * 3600;
}
