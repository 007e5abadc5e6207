import { sql } from 'kysely';
import type { Db } from './connect.ts';

/** The shared clock of all processes. The clocks of machines differ, so they decide nothing that is stored or compared. */
export interface DatabaseClock {
  /** The database's time: the last reading, advanced by this process's monotonic clock. Never ahead of the database. */
  now: () => Date;
  /** Reads the database's clock again. */
  read: () => Promise<Date>;
  /**
   * Returns how many milliseconds this machine's clock is ahead of the database's; negative if behind. The result is 0 if the
   * difference may come from the round trip of the reading, so that a slow answer does not look like a wrong clock.
   */
  aheadMs: () => number;
}

/** Reads the database's current time. */
export async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]!.now;
}

/** Opens a clock that follows the database's, and reads it once. */
export async function openDatabaseClock(db: Db): Promise<DatabaseClock> {
  const takeReading = async () => {
    const requestedAtMs = performance.now();
    const time = await readDatabaseTime(db);
    return { timeMs: time.getTime(), requestedAtMs, answeredAtMs: performance.now() };
  };
  let last = await takeReading();
  return {
    now: () => new Date(last.timeMs + performance.now() - last.answeredAtMs),
    async read() {
      last = await takeReading();
      return new Date(last.timeMs);
    },
    aheadMs() {
      const sinceMs = performance.now();
      return clockAheadMs(Date.now(), {
        earliestMs: last.timeMs + sinceMs - last.answeredAtMs,
        latestMs: last.timeMs + sinceMs - last.requestedAtMs,
      });
    },
  };
}

/**
 * Returns by how much at least a clock is ahead of another clock, whose time lies between two bounds: 0 if the first
 * clock's time lies between them, too; negative if it is before them.
 */
export function clockAheadMs(
  ownMs: number,
  { earliestMs, latestMs }: { earliestMs: number; latestMs: number },
): number {
  if (ownMs > latestMs) return Math.round(ownMs - latestMs);
  return ownMs < earliestMs ? Math.round(ownMs - earliestMs) : 0;
}
