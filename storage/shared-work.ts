import { CrawlError } from '../domain/errors.ts';

export interface SharedWorkLimits {
  /** Pieces of work under way at once. */
  running: number;
  /** Pieces that may wait for their turn; one more is refused. */
  waiting: number;
}

export interface SharedWork<Result> {
  /**
   * Gives the result of the work of this key; whoever asks for one that is waiting or under way gets the same.
   *
   * The signal ends this caller's wait. Work that nobody waits for any more is taken out of the queue; once begun it is
   * finished, because it cannot be stopped half-way and whoever asks next gets what it made.
   * @throws CrawlError RateLimited with a time to come back when the queue is full; the signal's reason; what the work
   *   throws
   */
  get(key: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
}

interface Piece<Result> {
  key: string;
  work: () => Promise<Result>;
  outcome: PromiseWithResolvers<Result>;
  callers: number;
}

/** What a piece is taken to last until one has been seen. */
const FIRST_GUESS_MS = 500;
const RETRY_MS_MIN = 1_000;
const RETRY_MS_MAX = 60_000;

/** A bounded queue in which equal work is done once. */
export function createSharedWork<Result>(limits: SharedWorkLimits): SharedWork<Result> {
  const pieces = new Map<string, Piece<Result>>();
  const queue = new Set<Piece<Result>>();
  let running = 0;
  let meanMs = FIRST_GUESS_MS;

  function enqueue(key: string, work: () => Promise<Result>): Piece<Result> {
    if (running >= limits.running && queue.size >= limits.waiting) throw queueFull();
    const piece = { key, work, outcome: Promise.withResolvers<Result>(), callers: 0 };
    pieces.set(key, piece);
    queue.add(piece);
    runNext();
    return piece;
  }

  function runNext(): void {
    const [next] = queue;
    if (next === undefined || running >= limits.running) return;
    queue.delete(next);
    running += 1;
    void run(next);
  }

  async function run(piece: Piece<Result>): Promise<void> {
    const startedAtMs = performance.now();
    // A rejection that nobody waits for any more is nobody's to handle.
    piece.outcome.promise.catch(() => undefined);
    try {
      piece.outcome.resolve(await piece.work());
    } catch (error) {
      piece.outcome.reject(error);
    }
    pieces.delete(piece.key);
    running -= 1;
    meanMs += (performance.now() - startedAtMs - meanMs) / 8;
    runNext();
  }

  function leave(piece: Piece<Result>): void {
    piece.callers -= 1;
    if (piece.callers > 0 || !queue.delete(piece)) return;
    pieces.delete(piece.key);
  }

  function queueFull(): CrawlError {
    const waitMs = (meanMs * (queue.size + 1)) / limits.running;
    const retryAfterMs = Math.ceil(Math.min(Math.max(waitMs, RETRY_MS_MIN), RETRY_MS_MAX));
    return new CrawlError(
      'RateLimited',
      `Expected a free place in the queue, all ${limits.waiting} are taken; come back in ${Math.ceil(retryAfterMs / 1000)} s`,
      { retryAfterMs, evidence: { fault: 'queue-full', waiting: queue.size } },
    );
  }

  return {
    async get(key, work, signal) {
      signal?.throwIfAborted();
      const piece = pieces.get(key) ?? enqueue(key, work);
      piece.callers += 1;
      try {
        return await unlessAborted(piece.outcome.promise, signal);
      } finally {
        leave(piece);
      }
    },
  };
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
