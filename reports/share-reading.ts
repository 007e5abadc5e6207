/**
 * Lets concurrent callers share one read, so that at most one runs at a time. A call during a read gets the next read, since the current
 * read may have begun before the change that the caller wants to see.
 */
export function shareReading<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let current: Promise<Value> | null = null;
  let next: Promise<Value> | null = null;
  const start = (): Promise<Value> => {
    const reading = read().finally(() => {
      if (current === reading) current = null;
    });
    current = reading;
    return reading;
  };
  return () => {
    if (current === null) return start();
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}

/** The largest share of the time that repeated reads may take. */
const BUSY_SHARE = 0.05;

/** Faster reads are not cached. */
const CHEAP_MS = 50;

/**
 * Caches the last value for a time in proportion to how long the read took, for values that are read often and may be expensive.
 * @returns a function that reads the value for a key; a value cached for another key is not used
 */
export function keepByCost<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  let kept: { key: Key; value: Value; untilMs: number } | null = null;
  return async (key) => {
    const beganMs = performance.now();
    if (kept !== null && kept.key === key && beganMs < kept.untilMs) return kept.value;
    const value = await read(key);
    const endedMs = performance.now();
    const tookMs = endedMs - beganMs;
    kept = tookMs < CHEAP_MS ? null : { key, value, untilMs: endedMs + tookMs / BUSY_SHARE };
    return value;
  };
}
