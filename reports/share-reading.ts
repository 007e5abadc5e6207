/**
 * Lets all who ask at once share one reading. Whoever asks while one is under way gets the next, since the one under way may
 * have begun before what they want to see; so there is never more than one at a time, however many ask.
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

/** A reading that is kept takes this share of the time at most. */
const BUSY_SHARE = 0.05;

/** What takes less is not worth keeping. */
const CHEAP_MS = 50;

/**
 * Keeps what was read the longer the more it cost, for what is read often and may cost much.
 * @returns reads, with a key: what was kept for another one is not given
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
