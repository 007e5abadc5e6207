import { CrawlError } from '../domain/errors.ts';
import { createRoundRobin } from './round-robin.ts';

export interface SharedWorkLimits {
  /** Pieces of work that run at once. */
  running: number;
  /** Maximum number of waiting pieces; further ones are refused. */
  waiting: number;
  /** Maximum number of waiting pieces per client. */
  waitingPerClient: number;
}

/** The caller of a piece of work. */
export interface WorkCaller {
  /** Clients take turns, and each has a share of the queue. Absent: all such callers count as one client. */
  client?: string | undefined;
  /** Ends this caller's wait. */
  signal?: AbortSignal | undefined;
}

export interface SharedWork<Result> {
  /**
   * Returns the result of a key's work. Callers with the same key share a waiting or running piece.
   *
   * A waiting piece without callers leaves the queue. A running piece is always finished, because it cannot be stopped half-way,
   * and callers who come before its end get its result. A full queue still accepts the first piece of a client: the client with
   * the most pieces loses its newest.
   * @throws CrawlError RateLimited with a retry time when the queue or the client's share of it is full, or when the piece had
   * to make room; the signal's reason; errors of the work
   */
  get(key: string, work: () => Promise<Result>, caller?: WorkCaller): Promise<Result>;
}

interface Piece<Result> {
  key: string;
  work: () => Promise<Result>;
  outcome: PromiseWithResolvers<Result>;
  callers: number;
}

/** The assumed duration of a piece until one has been measured. */
const FIRST_GUESS_MS = 500;
const RETRY_MS_MIN = 1_000;
const RETRY_MS_MAX = 60_000;

/** Creates a bounded queue that runs equal work once, and in which clients take turns. */
export function createSharedWork<Result>(limits: SharedWorkLimits): SharedWork<Result> {
  const pieces = new Map<string, Piece<Result>>();
  const queue = createRoundRobin<Piece<Result>>();
  let running = 0;
  let meanMs = FIRST_GUESS_MS;

  const untilTurnMs = (): number => (meanMs * (queue.size + 1)) / limits.running;

  function enqueue(key: string, work: () => Promise<Result>, client: string): Piece<Result> {
    if (running >= limits.running) {
      const own = queue.sizeOf(client);
      const isFull = queue.size >= limits.waiting;
      if (isFull && own > 0) throw queueFull(`all ${limits.waiting}`, queue.size, untilTurnMs());
      if (own >= limits.waitingPerClient)
        throw queueFull(`all ${limits.waitingPerClient} of yours`, queue.size, untilTurnMs());
      if (isFull) makeRoom();
    }
    const piece = { key, work, outcome: Promise.withResolvers<Result>(), callers: 0 };
    pieces.set(key, piece);
    queue.put(piece, client);
    runNext();
    return piece;
  }

  /**
   * Refuses the newest piece of the client with the most pieces in favour of a client that has none; otherwise a few clients
   * could keep all others out.
   */
  function makeRoom(): void {
    const full = queueFull(`all ${limits.waiting}`, queue.size, untilTurnMs());
    const piece = queue.newestOfGreediest();
    if (piece === undefined) throw full;
    queue.remove(piece);
    pieces.delete(piece.key);
    piece.outcome.reject(full);
  }

  function runNext(): void {
    const next = running >= limits.running ? undefined : queue.take();
    if (next === undefined) return;
    running += 1;
    void run(next);
  }

  async function run(piece: Piece<Result>): Promise<void> {
    const startedAtMs = performance.now();
    // If all callers have left, nobody else handles a rejection.
    piece.outcome.promise.catch(() => undefined);
    await piece.work().then(piece.outcome.resolve, piece.outcome.reject);
    pieces.delete(piece.key);
    running -= 1;
    meanMs += (performance.now() - startedAtMs - meanMs) / 8;
    runNext();
  }

  return {
    async get(key, work, { client = '', signal } = {}) {
      signal?.throwIfAborted();
      const piece = pieces.get(key) ?? enqueue(key, work, client);
      if (queue.has(piece)) queue.put(piece, client);
      piece.callers += 1;
      try {
        return await unlessAborted(piece.outcome.promise, signal);
      } finally {
        piece.callers -= 1;
        if (piece.callers === 0 && queue.remove(piece)) pieces.delete(piece.key);
      }
    },
  };
}

function queueFull(places: string, waiting: number, waitMs: number): CrawlError {
  const retryAfterMs = Math.ceil(Math.min(Math.max(waitMs, RETRY_MS_MIN), RETRY_MS_MAX));
  return new CrawlError(
    'RateLimited',
    `Expected a free place in the queue, ${places} are taken; come back in ${Math.ceil(retryAfterMs / 1000)} s`,
    { retryAfterMs, evidence: { fault: 'queue-full', waiting } },
  );
}

async function unlessAborted<Result>(promise: Promise<Result>, signal?: AbortSignal): Promise<Result> {
  if (signal === undefined) return promise;
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
