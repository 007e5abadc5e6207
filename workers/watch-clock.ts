import type { Db } from '../db/connect.ts';
import { openDatabaseClock } from '../db/database-clock.ts';
import { clockInWords, isClockOff } from '../domain/worker.ts';
import type { Log } from '../observability/log.ts';

/** How far the clock of this machine is off. */
export interface ClockWatch {
  /** How many milliseconds it is ahead of the database's; below 0 it is behind. A step of it shows at once. */
  aheadMs(): number;
  /** The database's time. */
  now(): Date;
  stop(): void;
}

/** Compares the clock of this machine with the database's, now and at each interval, and logs when it is off. */
export async function watchClock(
  db: Db,
  { intervalMs, log }: { intervalMs: number; log: Log },
): Promise<ClockWatch> {
  const clock = await openDatabaseClock(db);
  let wasOff = false;
  const report = (): void => {
    const aheadMs = clock.aheadMs();
    const isOff = isClockOff(aheadMs);
    if (isOff === wasOff) return;
    wasOff = isOff;
    if (isOff) log.warn({ aheadMs }, `the clock of this machine is ${clockInWords(aheadMs)} the database's`);
    else log.info('the clock of this machine is right again');
  };
  report();
  const timer = setInterval(() => {
    // While the database is away the last reading goes on by the monotonic clock.
    clock.read().then(report, () => undefined);
  }, intervalMs);
  return { aheadMs: () => clock.aheadMs(), now: () => clock.now(), stop: () => clearInterval(timer) };
}
