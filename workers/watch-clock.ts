import type { DatabaseClock } from '../db/database-clock.ts';
import { CLOCK_OFF_REPORTED_MS, describeClock, isClockOff } from '../domain/worker.ts';
import type { Log } from '../observability/log.ts';

/** Watches how far this machine's clock is off. */
export interface ClockWatch {
  /**
   * How many milliseconds the machine's clock is ahead of the database's; negative if behind. A clock step is only reported after
   * the database's clock was read again: after a suspend, during which the monotonic clock stands still, a correct clock looks as
   * if it had been set.
   */
  aheadMs(): number;
  /** The database's time. */
  now(): Date;
  stop(): void;
}

/**
 * Compares this machine's clock with the database's, now and at each interval. Logs when this machine's clock goes wrong, and
 * when it is right again.
 */
export function watchClock(
  clock: DatabaseClock,
  { intervalMs, log }: { intervalMs: number; log: Log },
): ClockWatch {
  let knownMs = clock.aheadMs();
  let isConfirming = false;
  let wasOff = false;
  const report = (): void => {
    const isOff = isClockOff(knownMs);
    if (isOff === wasOff) return;
    wasOff = isOff;
    if (isOff)
      log.warn({ aheadMs: knownMs }, `the clock of this machine is ${describeClock(knownMs)} the database's`);
    else log.info('the clock of this machine is right again');
  };
  const confirm = async (): Promise<void> => {
    if (isConfirming) return;
    isConfirming = true;
    try {
      await clock.read();
      knownMs = clock.aheadMs();
      report();
    } catch {
      // While the database is unavailable, the last reading continues by the monotonic clock.
    } finally {
      isConfirming = false;
    }
  };
  const look = (): number => {
    const aheadMs = clock.aheadMs();
    if (Math.abs(aheadMs - knownMs) <= CLOCK_OFF_REPORTED_MS) knownMs = aheadMs;
    else void confirm();
    report();
    return knownMs;
  };
  report();
  const timer = setInterval(() => {
    clock.read().then(look, () => undefined);
  }, intervalMs);
  return { aheadMs: look, now: () => clock.now(), stop: () => clearInterval(timer) };
}
