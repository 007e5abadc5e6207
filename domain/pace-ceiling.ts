/** How fast a target may be asked at the moment, and how long it takes to answer. */
export interface PaceInForce {
  requestsPerSecond: number;
  maxConcurrentRequests: number;
  /** The share of the limit that is in use. */
  speed: number;
  /** The delay that its robots.txt asks for; 0: none. */
  crawlDelayMs: number;
  /** How long answers take; null before the first. */
  answerMs: number | null;
  isStopped: boolean;
}

/**
 * Requests an hour that the pace lets through, however many workers ask. It is below the limit: a request counts until a
 * second after its answer, and not more of them count at once than the limit says.
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
