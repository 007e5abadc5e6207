import type { Client } from '@temporalio/client';
import { isNoAnswer, TemporalUnavailable } from '../temporal-client/call-temporal.ts';

/** A value, and when its read began. */
interface Snapshot<Value> {
  value: Value;
  takenAt: Date;
}

/** A snapshot as callers get it. */
interface Dated<Value> extends Snapshot<Value> {
  /** True: a newer one was requested, and has not arrived. */
  isStale: boolean;
}

export interface SnapshotOptions<Value> {
  client: Pick<Client, 'withDeadline'>;
  /** Reads the value, and counts the visibility requests that the read took. */
  read: () => Promise<{ value: Value; questions: number }>;
  /** The shortest time between two reads. */
  intervalMs: number;
}

export interface SharedSnapshot<Value> {
  /**
   * Returns the snapshot, renewed if it is old. @throws TemporalUnavailable if no value is known; at once if another caller has recently
   * waited in vain
   */
  ask: () => Promise<Dated<Value>>;
  /** Marks the snapshot as outdated by a change of this process: the next caller waits for a new one. */
  expire: () => void;
}

/** How many visibility requests a second one kind of snapshot may take. */
const QUESTIONS_PER_SECOND = 2;

/** The deadline of a read. Many pages may take longer than callers wait. */
const READ_MS_MAX = 30_000;

/** Makes the next caller wait for a new snapshot. */
const EXPIRED = { renewAt: 0, freshUntil: 0 };

/** For this long after a caller waited in vain, others do not wait again. */
const AWAY_MS = 30_000;

/** The longest that a caller waits. */
const WAIT_MS_MAX = 5_000;

/**
 * Creates a snapshot that all callers share. A call renews an old snapshot, once for all callers and less often the more a read
 * costs: however many callers there are, visibility gets about two requests a second. Frequent callers never wait: they get the
 * old snapshot while it is renewed, as long as it is not much older than usual.
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
  /** Counts the changes of this process: a read that began before a change does not show it. */
  let changes = 0;
  let readSinceChange = 0;
  /** Why a caller recently waited in vain, if nothing has arrived since. */
  let vain: { reason: Error; until: number } | null = null;

  async function renew(): Promise<void> {
    const beganAt = performance.now();
    readSinceChange = changes;
    const takenAt = new Date();
    // Set before the request, so that a server that is away gets no more requests than one that answers.
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
    // Waiting callers get a failure below; if no caller waits, the failure must not become an unhandled rejection.
    requested?.catch(() => undefined);
    if (last !== null && now < last.freshUntil) return dated(last, false);
    // While Temporal is known to be away, callers do not wait.
    const known = vain !== null && now < vain.until ? asThrown(vain.reason) : null;
    if (last !== null && known !== null) return dated(last, true);
    // A read that failed for another reason may succeed now.
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

/** Returns the error to throw when no value is known. */
function asThrown(reason: Error): Error {
  if (!isNoAnswer(reason)) return reason;
  const text = 'Temporal does not answer, and nothing is known from before.';
  return new TemporalUnavailable(text, { cause: reason });
}

/** Returns why the work failed or is not done in time; null: it is done. */
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
