import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { planRestart, restartDelayMs } from '../../../local/restart-plan.ts';

const bound = { maxRestarts: 3, windowMs: 60_000 };
const ended = {
  code: 1,
  isFirst: true,
  ranMs: 1_000,
  logFile: join(tmpdir(), 'some.log'),
  logTail: '',
  waitsForDisk: true,
};
const fullDisk = { ...ended, logTail: 'PANIC:  could not write to file "pg_wal/1": No space left on device' };

it('a process without a restart bound is never started again', () => {
  expect(planRestart(undefined, { ...fullDisk, exitTimesMs: [] })).toBeNull();
});

it('the first restart comes at once, the next ones later and later, and then no more', () => {
  const exitTimesMs: number[] = [];
  const delays = [0, 1, 2, 3].map((nowMs) => restartDelayMs(bound, exitTimesMs, nowMs));
  expect(delays).toEqual([0, 100, 200, undefined]);
});

it('exits outside the window do not count', () => {
  const exitTimesMs: number[] = [];
  for (const nowMs of [0, 1, 2]) restartDelayMs(bound, exitTimesMs, nowMs);
  expect(restartDelayMs(bound, exitTimesMs, 60_002)).toBe(0);
});

it('no delay grows beyond five seconds', () => {
  const exitTimesMs = Array.from({ length: 20 }, () => 0);
  expect(restartDelayMs({ maxRestarts: 100, windowMs: 10 }, exitTimesMs, 1)).toBe(5_000);
});

it('restarts that wait for something do not count, however many there are', () => {
  const exitTimesMs: number[] = [];
  const waiting = { ...bound, waitsFor: () => 'the old one has ended' };
  for (let restart = 0; restart < 20; restart += 1)
    expect(planRestart(waiting, { ...ended, exitTimesMs })).toMatchObject({
      waitsFor: 'the old one has ended',
    });
  expect(planRestart(bound, { ...ended, exitTimesMs })).toEqual({ delayMs: 0, waitsFor: null });
});

it('a full disk is waited for, unless the exit has to count', () => {
  expect(planRestart(bound, { ...fullDisk, exitTimesMs: [] })?.waitsFor).toContain('has space');
  expect(planRestart(bound, { ...fullDisk, waitsForDisk: false, exitTimesMs: [] })).toEqual({
    delayMs: 0,
    waitsFor: null,
  });
  expect(
    planRestart(bound, { ...fullDisk, waitsForDisk: false, exitTimesMs: Array(3).fill(Date.now()) }),
  ).toBeNull();
});

it('wrong settings are not tried again, unless the process has run with them', () => {
  const refusing = { ...bound, refuses: ({ code }: { code: number | null }) => code === 2 };
  const plan = (change: Partial<typeof ended>) =>
    planRestart(refusing, { ...ended, exitTimesMs: [], ...change });
  expect(plan({ code: 2 })).toBeNull();
  expect(plan({ code: 2, isFirst: false })).toMatchObject({ delayMs: 0 });
  expect(plan({ code: 2, ranMs: 60_000 })).toMatchObject({ delayMs: 0 });
  expect(plan({ code: 1 })).toMatchObject({ delayMs: 0 });
  expect(plan({ code: 2, logTail: fullDisk.logTail })?.waitsFor).toContain('has space');
});
