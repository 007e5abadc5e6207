import { expect, onTestFinished, test, vi } from 'vitest';
import type { DatabaseClock } from '../../../db/database-clock.ts';
import { createLog } from '../../../observability/log.ts';
import { watchClock } from '../../../workers/watch-clock.ts';

const HOUR_MS = 3_600_000;

/** Simulates a machine whose clocks the test sets, and a database whose clock is always right. */
function makeMachine(aheadMs = 0) {
  // By how much the wall clock is ahead, and for how long the monotonic clock stood still.
  const machine = { aheadMs, stoodStillMs: 0, isDatabaseAway: false };
  let readAt = 0;
  const clock: DatabaseClock = {
    now: () => new Date(),
    read: () => {
      if (machine.isDatabaseAway) return Promise.reject(new Error('The database is away'));
      readAt = machine.stoodStillMs;
      return Promise.resolve(new Date());
    },
    aheadMs: () => machine.aheadMs + machine.stoodStillMs - readAt,
  };
  const log = createLog('silent');
  const watch = watchClock(clock, { intervalMs: HOUR_MS, log });
  onTestFinished(() => watch.stop());
  return { machine, watch, warn: vi.spyOn(log, 'warn') };
}

/** Waits until readings of the clock that have begun are complete. */
const untilRead = () => new Promise((resolve) => setImmediate(resolve));

test('a machine that was suspended has no wrong clock', async () => {
  const { machine, watch, warn } = makeMachine();
  machine.stoodStillMs = HOUR_MS;
  for (let look = 0; look < 3; look += 1) {
    expect(watch.aheadMs()).toBe(0);
    await untilRead();
  }
  expect(warn).not.toHaveBeenCalled();
});

test('nor has one whose database is away after the suspend, until it is back', async () => {
  const { machine, watch } = makeMachine();
  Object.assign(machine, { stoodStillMs: HOUR_MS, isDatabaseAway: true });
  for (const isDatabaseAway of [true, true, false, false]) {
    machine.isDatabaseAway = isDatabaseAway;
    expect(watch.aheadMs()).toBe(0);
    await untilRead();
  }
});

test('a clock that is wrong at the start is wrong at once, one that is set later after a reading, until it is right', async () => {
  expect(makeMachine(HOUR_MS).watch.aheadMs()).toBe(HOUR_MS);
  const { machine, watch, warn } = makeMachine();
  for (const aheadMs of [HOUR_MS, -HOUR_MS, 0]) {
    machine.aheadMs = aheadMs;
    watch.aheadMs();
    await untilRead();
    expect(watch.aheadMs()).toBe(aheadMs);
  }
  expect(warn).toHaveBeenCalledTimes(1);
});
