import { expect, test } from 'vitest';
import { createBackOff } from '../../../workers/back-off.ts';

const SETTINGS = {
  memoryThreshold: 0.85,
  cpuThreshold: 0.9,
  memoryOf: 'worker',
  durationMs: 10_000,
} as const;
const measured = (memory_percent: number, cpu_percent = 0, clock_ahead_ms = 0) => ({
  memory_percent,
  cpu_percent,
  clock_ahead_ms,
});

test('above a threshold a worker backs off and says why', () => {
  const backOff = createBackOff(SETTINGS);
  expect(backOff.observe(measured(85), 0)).toBeNull();
  expect(backOff.reason).toBeNull();
  expect(backOff.observe(measured(87.3), 1_000)).toBe('began');
  expect(backOff.reason).toBe('Memory at 87.3% (threshold: 85%)');
  expect(backOff.cause).toBe('memory');
  const busy = createBackOff({ ...SETTINGS, cpuThreshold: 0.925 });
  expect(busy.observe(measured(20, 93.1), 0)).toBe('began');
  expect(busy.reason).toBe('CPU at 93.1% (threshold: 92.5%)');
  expect(busy.cause).toBe('cpu');
});

test('it looks again when the time is over, not before', () => {
  const backOff = createBackOff(SETTINGS);
  backOff.observe(measured(90), 0);
  expect(backOff.observe(measured(10), 9_999)).toBeNull();
  expect(backOff.reason).not.toBeNull();
  expect(backOff.observe(measured(10), 10_000)).toBe('ended');
  expect(backOff.reason).toBeNull();
});

test('while it backs off its reason has the number of the last measurement, and says when that is within the threshold', () => {
  const backOff = createBackOff(SETTINGS);
  backOff.observe(measured(87.3), 0);
  expect(backOff.observe(measured(91), 1_000)).toBeNull();
  expect(backOff.reason).toBe('Memory at 91.0% (threshold: 85%)');
  expect(backOff.observe(measured(40), 2_000)).toBeNull();
  expect(backOff.reason).toBe(
    'Memory at 40.0% (threshold: 85%), within it now and checked again within 10 s',
  );
  // A new cause does not replace the present one before the back-off time has passed.
  expect(backOff.observe(measured(40, 95), 3_000)).toBeNull();
  expect([backOff.cause, backOff.reason]).toEqual([
    'memory',
    'Memory at 40.0% (threshold: 85%), within it now and checked again within 10 s',
  ]);
});

test('the memory of a pod that several workers share is called so, because each reports its own', () => {
  const backOff = createBackOff({ ...SETTINGS, memoryOf: 'pod' });
  backOff.observe(measured(87.3), 0);
  expect(backOff.reason).toBe('Memory of the pod at 87.3% (threshold: 85%)');
});

test('it backs off for another while when it is still above, and says what it is by then', () => {
  const backOff = createBackOff(SETTINGS);
  backOff.observe(measured(90), 0);
  expect(backOff.observe(measured(50, 99), 10_000)).toBeNull();
  expect(backOff.reason).toBe('CPU at 99.0% (threshold: 90%)');
  expect(backOff.observe(measured(50, 5), 19_999)).toBeNull();
  expect(backOff.observe(measured(50, 5), 20_000)).toBe('ended');
});

test('the reason says how many minutes the same cause has lasted', () => {
  const backOff = createBackOff(SETTINGS);
  backOff.observe(measured(90), 0);
  backOff.observe(measured(92), 59_000);
  expect(backOff.reason).toBe('Memory at 92.0% (threshold: 85%)');
  backOff.observe(measured(93), 180_000);
  expect(backOff.reason).toBe('Memory at 93.0% (threshold: 85%) for 3 min');
  backOff.observe(measured(50, 99), 200_000);
  expect(backOff.reason).toBe('CPU at 99.0% (threshold: 90%)');
});

test('a threshold of 1 is never reached', () => {
  const backOff = createBackOff({ ...SETTINGS, memoryThreshold: 1, cpuThreshold: 1 });
  expect(backOff.observe(measured(130, 180), 0)).toBeNull();
});

test('a clock that is more than a minute off the database’s keeps it from new work until it is right', () => {
  const backOff = createBackOff(SETTINGS);
  expect(backOff.observe(measured(10, 0, 60_000), 0)).toBeNull();
  expect(backOff.observe(measured(10, 0, -60_001), 1_000)).toBe('began');
  expect(backOff.reason).toBe("Clock 60.0 s behind the database's (limit: 60 s)");
  expect(backOff.observe(measured(10, 0, 0), 11_000)).toBe('ended');
});
