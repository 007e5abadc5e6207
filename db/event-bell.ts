import { sql } from 'kysely';
import type { Db } from './connect.ts';
import { EVENT_CHANNEL } from './queries/run-events.ts';

/** Wakes listeners for events. */
export interface EventBell {
  /** Call it after a commit that may have appended events. */
  ring(): void;
  /** Waits for a running notification. */
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
    // One at a time, for example if all connections are in use.
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

/** Wakes listeners for events, once. */
export async function notifyEvents(db: Db): Promise<void> {
  await sql`select pg_notify(${EVENT_CHANNEL}, '')`.execute(db);
}
