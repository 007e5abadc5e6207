import { sql } from 'kysely';
import type { Db } from './connect.ts';

/** The one clock that all processes share. Clocks of machines differ, and decide nothing that is stored or compared. */
export interface DatabaseClock {
  /** The database's time: that of the last reading, carried on by this process's monotonic clock. Never ahead of it. */
  now: () => Date;
  /** Reads the database's clock anew. */
  read: () => Promise<Date>;
  /**
   * How many milliseconds this machine's clock is ahead of the database's; below 0 it is behind. What the reading may have
   * taken on the way counts in the machine's favour, so that a busy database makes no clock look wrong.
   */
  aheadMs: () => number;
}

/** The database's time, of this moment. */
export async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]!.now;
}

/** A clock that goes by the database's, read once. */
export async function openDatabaseClock(db: Db): Promise<DatabaseClock> {
  const takeReading = async () => {
    const askedAtMs = performance.now();
    const time = await readDatabaseTime(db);
    return { timeMs: time.getTime(), askedAtMs, answeredAtMs: performance.now() };
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
        latestMs: last.timeMs + sinceMs - last.askedAtMs,
      });
    },
  };
}

/** How far a clock is surely ahead of another one whose time lies within bounds; below 0 it is behind. */
export function clockAheadMs(
  ownMs: number,
  { earliestMs, latestMs }: { earliestMs: number; latestMs: number },
): number {
  if (ownMs > latestMs) return Math.round(ownMs - latestMs);
  return ownMs < earliestMs ? Math.round(ownMs - earliestMs) : 0;
}
