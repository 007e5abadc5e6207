/** What was found, and when it was asked for. */
export interface Snapshot<Value> {
  value: Value;
  takenAt: Date;
}

/** A snapshot as it is given to those who ask. */
export interface Dated<Value> extends Snapshot<Value> {
  /** True: a newer one was asked for, and has not come. */
  isStale: boolean;
}

/** Thrown when Temporal does not answer, and nothing is known from before. */
export class TemporalSilent extends Error {
  override name = 'TemporalSilent';
}

export interface SnapshotOptions<Value> {
  /** Finds the value; says how many questions to visibility that took. */
  read(): Promise<{ value: Value; questions: number }>;
  /** A new one is not asked for more often than this. */
  intervalMs: number;
}

/** Questions to visibility a second that one kind of snapshot may ask. */
const QUESTIONS_PER_SECOND = 2;

/** Nobody who asks waits for longer. */
const WAIT_MS_MAX = 5_000;

/**
 * One snapshot for all who ask. It is made anew when somebody asks and it has become old, once for all of them, and less
 * often the more it costs: however many ask, visibility is asked about twice a second. Those who ask often never wait:
 * while the new one is made the old one is given, as long as it is not much older than it would be anyway.
 */
export function createSharedSnapshot<Value>({
  read,
  intervalMs,
}: SnapshotOptions<Value>): () => Promise<Dated<Value>> {
  let last: (Snapshot<Value> & { renewAt: number; freshUntil: number }) | null = null;
  let reading: Promise<void> | null = null;
  let mayReadAt = 0;

  async function renew(): Promise<void> {
    const beganAt = performance.now();
    const takenAt = new Date();
    // A server that is away is not asked more often than one that answers.
    mayReadAt = beganAt + intervalMs;
    const { value, questions } = await read();
    const pauseMs = Math.max(intervalMs, (questions / QUESTIONS_PER_SECOND) * 1_000);
    const tookMs = performance.now() - beganAt;
    mayReadAt = beganAt + pauseMs;
    last = { value, takenAt, renewAt: mayReadAt, freshUntil: mayReadAt + Math.max(intervalMs, 2 * tookMs) };
  }

  function begin(): Promise<void> {
    reading ??= renew().finally(() => (reading = null));
    // Those who wait hear of a failure; nobody may be waiting.
    reading.catch(() => undefined);
    return reading;
  }

  return async () => {
    const now = performance.now();
    if (last !== null && now < last.renewAt) return dated(last, false);
    const isTooSoon = reading === null && now < mayReadAt;
    const asked = isTooSoon ? Promise.reject(new Error('it did not, a moment ago')) : begin();
    if (last !== null && now < last.freshUntil) {
      asked.catch(() => undefined);
      return dated(last, false);
    }
    const failure = await failureWithin(asked, WAIT_MS_MAX);
    if (last !== null) return dated(last, failure !== null);
    throw new TemporalSilent(`Temporal does not answer: ${failure?.message}.`, { cause: failure });
  };
}

function dated<Value>({ value, takenAt }: Snapshot<Value>, isStale: boolean): Dated<Value> {
  return { value, takenAt, isStale };
}

/** Why work is not done in time; null: it is. */
async function failureWithin(work: Promise<void>, waitMs: number): Promise<Error | null> {
  const { promise: late, resolve } = Promise.withResolvers<Error>();
  const timer = setTimeout(() => resolve(new Error(`it has not within ${waitMs / 1000} s`)), waitMs);
  try {
    return await Promise.race([
      work.then(
        () => null,
        (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
      ),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
