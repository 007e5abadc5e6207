import { sql } from 'kysely';
import type { Db } from './connect.ts';
import { EVENT_CHANNEL } from './queries/run-events.ts';

/** Tells the processes that listen for events that there may be new ones. */
export interface EventBell {
  /** Call it after a commit that may have appended events. */
  ring(): void;
  /** Sends a pending notification at once, and waits until it is sent. */
  stop(): Promise<void>;
}

/** PostgreSQL commits notifying transactions one after the other, so each process notifies at most ten times a second. */
const INTERVAL_MS = 100;

/** Notifies after commits, in separate statements. A failed notification is dropped: listeners also poll. */
export function createEventBell(db: Db): EventBell {
  let timer: NodeJS.Timeout | null = null;
  let notifying: Promise<void> = Promise.resolve();
  let lastMs = -Infinity;
  const notify = (): void => {
    timer = null;
    lastMs = performance.now();
    // Sends one at a time: a notification may take long, for example while all connections are in use.
    notifying = notifying.then(() => notifyEvents(db)).catch(() => undefined);
  };
  return {
    ring: () => {
      timer ??= setTimeout(notify, Math.max(0, lastMs + INTERVAL_MS - performance.now()));
    },
    stop: async () => {
      if (timer !== null) {
        clearTimeout(timer);
        notify();
      }
      await notifying;
    },
  };
}

/** Notifies, once and immediately, the processes that listen for events. */
export async function notifyEvents(db: Db): Promise<void> {
  await sql`select pg_notify(${EVENT_CHANNEL}, '')`.execute(db);
}
