import { assert, constantFrom, integer, nat, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hoursToDrain, workersNeeded, type Ceilings, type Load } from '../../../domain/capacity.ts';
import { hoursUntilDrained } from './simulate-queue.ts';

const FREE: Ceilings = { platform: null, database: null };
const load = (arrivalsPerHour: number, backlog: number, slotSeconds: number): Load => ({
  arrivalsPerHour,
  backlog,
  slotSeconds,
});

describe('workersNeeded', () => {
  test.each([
    // 500 in an hour, a minute each, 3 slots of which 80 % are planned with: 500 ÷ 144.
    [load(0, 500, 60), 3, 1, 4],
    [load(0, 500, 60), 3, 4, 1],
    [load(288, 0, 60), 3, 8, 2],
    [load(0, 0, 60), 3, 1, 0],
    [load(100, 400, 36), 1, 4, 3],
  ])('%j with %i slots in %i hours takes %i', (...[work, slots, hours, workers]) => {
    expect(workersNeeded(work, { slots }, { hours, ceilings: FREE })).toEqual({ workers, boundBy: null });
  });

  test('names what binds when more workers cannot help', () => {
    const plan = (ceilings: Ceilings) =>
      workersNeeded(load(0, 10_000, 30), { slots: 3 }, { hours: 1, ceilings });
    expect(plan({ platform: 720, database: null })).toEqual({ workers: 3, boundBy: 'platform' });
    expect(plan({ platform: 5_000, database: 2_000 })).toEqual({ workers: 7, boundBy: 'database' });
    expect(plan({ platform: 20_000, database: 50_000 })).toEqual({ workers: 35, boundBy: null });
  });

  test.each([
    [load(-1, 0, 60), 3, 1, 'arrivalsPerHour of 0 or more, got -1'],
    [load(0, 1, 0), 3, 1, 'slotSeconds above 0, got 0'],
    [load(0, 1, 60), 0, 1, 'slots above 0, got 0'],
    [load(0, 1, 60), 3, Number.NaN, 'hours above 0, got NaN'],
  ])('%j with %i slots in %d hours is refused', (...[work, slots, hours, words]) => {
    expect(() => workersNeeded(work, { slots }, { hours, ceilings: FREE })).toThrow(words);
  });

  test('so many workers do drain in the time, and far fewer do not, whatever the load', () => {
    const cases = record({
      arrivalsPerHour: integer({ min: 0, max: 400 }),
      backlog: integer({ min: 50, max: 600 }),
      slotSeconds: integer({ min: 10, max: 300 }),
      slots: integer({ min: 1, max: 4 }),
      hours: constantFrom(1, 4, 8),
      seed: nat(),
    });
    assert(
      property(cases, ({ slots, hours, seed, ...work }) => {
        const { workers } = workersNeeded(work, { slots }, { hours, ceilings: FREE });
        const drainedBy = (taken: number) =>
          hoursUntilDrained(work, taken, { seed, hoursMax: 3 * hours }) ?? Infinity;
        expect(drainedBy(workers * slots)).toBeLessThanOrEqual(hours);
        // Less than what the work takes even when every slot is always busy, in whole workers.
        const tooFew = Math.floor((workers * slots * 0.8) / 2) - slots;
        expect(tooFew < 1 || drainedBy(tooFew) > hours).toBe(true);
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});

describe('hoursToDrain', () => {
  test.each([
    [load(0, 0, 60), 1, 0],
    [load(0, 360, 60), 2, 1],
    [load(180, 180, 60), 2, 1],
    [load(360, 1, 60), 2, null],
    [load(0, 5, 60), 0, null],
  ])('%j with %i workers of three slots is %s', (work, workers, hours) => {
    expect(hoursToDrain(work, { slots: 3 }, workers)).toBe(hours);
  });
});
