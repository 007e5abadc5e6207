import type { Client } from '@temporalio/client';
import { isNoAnswer, TemporalUnavailable } from '../temporal-client/call-temporal.ts';

/** What was found, and when it was asked for. */
interface Snapshot<Value> {
  value: Value;
  takenAt: Date;
}

/** A snapshot as it is given to those who ask. */
interface Dated<Value> extends Snapshot<Value> {
  /** True: a newer one was asked for, and has not come. */
  isStale: boolean;
}

export interface SnapshotOptions<Value> {
  client: Pick<Client, 'withDeadline'>;
  /** Finds the value; says how many questions to visibility that took. */
  read: () => Promise<{ value: Value; questions: number }>;
  /** A new one is not asked for more often than this. */
  intervalMs: number;
}

export interface SharedSnapshot<Value> {
  /** @throws TemporalUnavailable when nothing is known; at once, when another one waited in vain not long ago */
  ask: () => Promise<Dated<Value>>;
  /** What it shows was changed from here: the next one who asks waits for a new one. */
  expire: () => void;
}

/** Questions to visibility a second that one kind of snapshot may ask. */
const QUESTIONS_PER_SECOND = 2;

/** Many pages take longer than anybody waits for; a server that does not answer is given up some time. */
const READ_MS_MAX = 30_000;

/** Who asks next waits for a new one. */
const EXPIRED = { renewAt: 0, freshUntil: 0 };

/** Who asks so soon after another one waited in vain does not wait again. */
const AWAY_MS = 30_000;

/** Nobody who asks waits for longer. */
const WAIT_MS_MAX = 5_000;

/**
 * One snapshot for all who ask. It is made anew when somebody asks and it has become old, once for all of them, and less
 * often the more it costs: however many ask, visibility is asked about twice a second. Those who ask often never wait:
 * while the new one is made the old one is given, as long as it is not much older than it would be anyway.
 */
export function createSharedSnapshot<Value>({
  client,
  read,
  intervalMs,
}: SnapshotOptions<Value>): SharedSnapshot<Value> {
  let last: (Snapshot<Value> & { renewAt: number; freshUntil: number }) | null = null;
  let reading: Promise<void> | null = null;
  let failure: Error = new Error('Temporal was never asked');
  let mayReadAt = 0;
  /** Counts the changes from here: what was read before one does not show it. */
  let changes = 0;
  let readSinceChange = 0;
  /** Why it was waited for in vain not long ago, when nothing has come since. */
  let vain: { reason: Error; until: number } | null = null;

  async function renew(): Promise<void> {
    const beganAt = performance.now();
    readSinceChange = changes;
    const takenAt = new Date();
    // A server that is away is not asked more often than one that answers.
    mayReadAt = beganAt + intervalMs;
    const { value, questions } = await client.withDeadline(Date.now() + READ_MS_MAX, read);
    const pauseMs = Math.max(intervalMs, (questions / QUESTIONS_PER_SECOND) * 1_000);
    const tookMs = performance.now() - beganAt;
    mayReadAt = beganAt + pauseMs;
    const isOvertaken = readSinceChange !== changes;
    if (isOvertaken) mayReadAt = 0;
    vain = null;
    const freshUntil = mayReadAt + Math.max(intervalMs, 2 * tookMs);
    last = { value, takenAt, ...(isOvertaken ? EXPIRED : { renewAt: mayReadAt, freshUntil }) };
  }

  function begin(): Promise<void> {
    if (reading !== null && readSinceChange !== changes) return reading.catch(() => undefined).then(begin);
    reading ??= renew()
      .catch((error: unknown) => {
        failure = error instanceof Error ? error : new Error(String(error));
        throw failure;
      })
      .finally(() => (reading = null));
    return reading;
  }

  async function ask(): Promise<Dated<Value>> {
    const now = performance.now();
    if (last !== null && now < last.renewAt) return dated(last, false);
    const isTooSoon = reading === null && now < mayReadAt;
    const requested = isTooSoon ? null : begin();
    // Those who wait hear of a failure; nobody may be waiting.
    requested?.catch(() => undefined);
    if (last !== null && now < last.freshUntil) return dated(last, false);
    // Who asks while Temporal is known to be away does not wait to hear it once more.
    const known = vain !== null && now < vain.until ? asThrown(vain.reason) : null;
    if (last !== null && known !== null) return dated(last, true);
    // What failed for another reason may do better.
    if (known instanceof TemporalUnavailable) throw known;
    const reason = requested === null ? failure : await failureWithin(requested, WAIT_MS_MAX);
    if (reason !== null) vain = { reason, until: performance.now() + AWAY_MS };
    if (last !== null) return dated(last, reason !== null);
    throw reason === null ? new Error('Nothing was read') : asThrown(reason);
  }

  function expire(): void {
    changes += 1;
    if (last === null) return;
    last = { ...last, ...EXPIRED };
    mayReadAt = 0;
  }

  return { ask, expire };
}

function dated<Value>({ value, takenAt }: Snapshot<Value>, isStale: boolean): Dated<Value> {
  return { value, takenAt, isStale };
}

/** Why nothing can be given, when nothing is known. */
function asThrown(reason: Error): Error {
  if (!isNoAnswer(reason)) return reason;
  const text = 'Temporal does not answer, and nothing is known from before.';
  return new TemporalUnavailable(text, { cause: reason });
}

/** Why work is not done in time; null: it is. */
async function failureWithin(work: Promise<void>, waitMs: number): Promise<Error | null> {
  const { promise: late, resolve } = Promise.withResolvers<Error>();
  const timer = setTimeout(() => {
    resolve(new TemporalUnavailable(`Temporal has not answered within ${waitMs / 1000} s.`));
  }, waitMs);
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
