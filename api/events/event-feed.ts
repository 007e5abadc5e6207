import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../db/connect.ts';
import { listenTo } from '../../db/listen.ts';
import { EVENT_CHANNEL, type LedgerEvent } from '../../db/queries/run-events.ts';
import type { Log } from '../../observability/log.ts';
import { readRecentEvents, type RecentEvents } from './recent-events.ts';

/** Reads the ledger's events for all streams of this process. */
export interface EventFeed {
  /**
   * Starts a reader.
   * @param lastId the last event that the client has received, as it sent it; null starts with the next event
   * @returns null when the database did not answer in time, or the client has disconnected
   */
  open(lastId: string | null, signal: AbortSignal): Promise<EventReader | null>;
}

/** The events of one stream, read at its own speed. */
export interface EventReader {
  /** Returns the id up to which the reader has passed all events. */
  position(): number;
  /** Whether some missed events can no longer be read, so that the client must reload everything. */
  isReset: boolean;
  /**
   * Returns the next events as soon as there are any; an empty list if none came in `waitMs`; `reset` if the client must reload everything.
   */
  next(waitMs: number): Promise<LedgerEvent[] | 'reset'>;
  close(): void;
}

interface FeedOptions {
  db: Db;
  /** The database URL for LISTEN. */
  listenUrl: string;
  log: Log;
}

/** Polling interval without a notification: a notification may be lost, or an open transaction may have held events back. */
const LOOK_EVERY_MS = 2_000;

/** Notifications within this time cause one read. */
const LOOK_AT_MOST_EVERY_MS = 100;

/** A stream that is not ready by then is closed, and its client reconnects. */
const READY_MS_MAX = 10_000;

interface Feed extends FeedOptions {
  events: RecentEvents;
  readers: number;
  following: Following | null;
  /** Readers that wait for the next events. */
  waiting: Set<() => void>;
}

interface Following {
  /** Resolves once the position is known. */
  ready: Promise<void>;
  stop(): void;
}

/**
 * Follows the events while streams are open: on each notification, and every two seconds without one. A stream that falls behind
 * reads the missed events from the database.
 */
export function createEventFeed(options: FeedOptions): EventFeed {
  const feed: Feed = {
    ...options,
    events: readRecentEvents(options.db),
    readers: 0,
    following: null,
    waiting: new Set(),
  };
  return { open: (lastId, signal) => openReader(feed, lastId, signal) };
}

async function openReader(
  feed: Feed,
  lastId: string | null,
  signal: AbortSignal,
): Promise<EventReader | null> {
  feed.readers += 1;
  const following = (feed.following ??= follow(feed));
  let isClosed = false;
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    feed.readers -= 1;
    if (feed.readers > 0) return;
    following.stop();
    feed.following = null;
  };
  try {
    if (!(await isReadySoon(following, signal))) {
      close();
      return null;
    }
    const { events } = feed;
    const isReset = lastId !== null && !(await events.canReadAfter(lastId, () => wakeReaders(feed)));
    let position = lastId === null || isReset ? (events.position() ?? 0) : Number(lastId);
    return {
      position: () => position,
      isReset,
      close,
      async next(waitMs) {
        const hasNone = () => position >= (events.position() ?? 0) && !events.isAhead(position);
        if (hasNone()) await untilNews(feed, waitMs);
        if (hasNone()) return [];
        if (events.isAhead(position)) {
          position = events.position() ?? 0;
          return 'reset';
        }
        const read = await events.readAfter(position);
        position = read.upTo;
        return read.events;
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

async function isReadySoon({ ready }: Following, signal: AbortSignal): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const give = (): void => late.resolve(false);
  const timer = setTimeout(give, READY_MS_MAX);
  signal.addEventListener('abort', give, { once: true });
  const isReady = await Promise.race([ready.then(() => true), late.promise]);
  clearTimeout(timer);
  return isReady && !signal.aborted;
}

/**
 * Waits until new events are read, or for `waitMs`. Each reader has its own promise: a shared one would keep a reference to readers that
 * gave up.
 */
async function untilNews({ waiting }: Feed, waitMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, waitMs);
  waiting.add(resolve);
  await promise;
  waiting.delete(resolve);
  clearTimeout(timer);
}

function follow(feed: Feed): Following {
  const { listenUrl, log } = feed;
  const bell = createBell();
  const stopping = new AbortController();
  const stopListening = listenTo({
    url: listenUrl,
    channel: EVENT_CHANNEL,
    onNotification: () => bell.ring(),
    onLost: (error) =>
      log.warn({ err: error }, 'cannot get notifications of events; reading the events every two seconds'),
  });
  const ready = Promise.withResolvers<void>();
  void keepReading(feed, { bell, signal: stopping.signal, onRead: ready.resolve });
  return {
    ready: ready.promise,
    stop: () => {
      stopping.abort();
      bell.ring();
      void stopListening();
    },
  };
}

interface Bell {
  ring(): void;
  /** Resolves when `ring` was called since the last wait, or after this time. */
  wait(milliseconds: number): Promise<void>;
}

function createBell(): Bell {
  let rung = Promise.withResolvers<void>();
  return {
    ring: () => rung.resolve(),
    async wait(milliseconds) {
      const timer = setTimeout(rung.resolve, milliseconds);
      await rung.promise;
      clearTimeout(timer);
      rung = Promise.withResolvers<void>();
    },
  };
}

async function keepReading(
  feed: Feed,
  { bell, signal, onRead }: { bell: Bell; signal: AbortSignal; onRead: () => void },
): Promise<void> {
  let hasFailed = false;
  while (!signal.aborted) {
    const beganMs = performance.now();
    try {
      await feed.events.readNew(() => wakeReaders(feed));
      onRead();
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) feed.log.warn({ err: error }, 'could not read events; trying again');
      hasFailed = true;
    }
    await bell.wait(LOOK_EVERY_MS);
    await sleep(Math.max(0, beganMs + LOOK_AT_MOST_EVERY_MS - performance.now()));
  }
}

function wakeReaders({ waiting }: Feed): void {
  for (const wake of waiting) wake();
}
