import { assert, constantFrom, integer, nat, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  growthPerHour,
  hoursToDrain,
  platformCeiling,
  workersNeeded,
  type Ceilings,
  type Load,
} from '../../../domain/capacity.ts';
import { hoursUntilDrained } from './simulate-queue.ts';

const FREE: Ceilings = { platform: null, database: null, memory: null };
const load = (arrivalsPerHour: number, backlog: number, slotSeconds: number): Load => ({
  arrivalsPerHour,
  backlog,
  slotSeconds,
});

describe('workersNeeded', () => {
  test.each([
    // 500 tasks per hour, one minute each. Three slots, planned to be busy for 80 % of an hour, take 144 tasks: 500 ÷ 144 workers.
    [load(0, 500, 60), 3, 1, 4],
    [load(0, 500, 60), 3, 4, 1],
    [load(288, 0, 60), 3, 8, 2],
    [load(0, 0, 60), 3, 1, 0],
    [load(100, 400, 36), 1, 4, 3],
  ])('%j with %i slots in %i hours takes %i', (...[work, slots, hours, workers]) => {
    expect(workersNeeded(work, { slots }, { hours, ceilings: FREE })).toEqual({ workers, boundBy: null });
  });

  test('names what binds when more workers cannot help', () => {
    const plan = (ceilings: Partial<Ceilings>) =>
      workersNeeded(load(0, 10_000, 30), { slots: 3 }, { hours: 1, ceilings: { ...FREE, ...ceilings } });
    // As many workers as use up the platform's limit.
    expect(plan({ platform: 720 })).toEqual({ workers: 3, boundBy: 'platform' });
    expect(plan({ platform: 0 })).toEqual({ workers: 0, boundBy: 'platform' });
    // As many workers as there are connections for.
    expect(plan({ database: 7 })).toEqual({ workers: 7, boundBy: 'database' });
    expect(plan({ platform: 5_000, database: 7 })).toEqual({ workers: 7, boundBy: 'database' });
    expect(plan({ platform: 720, database: 7 })).toEqual({ workers: 3, boundBy: 'platform' });
    // As many workers as the work needs, although the memory of the present pods is not enough for them.
    expect(plan({ memory: 5 })).toEqual({ workers: 35, boundBy: 'memory' });
    expect(plan({ platform: 20_000, database: 50, memory: 50 })).toEqual({ workers: 35, boundBy: null });
  });

  test('browsers decide where the memory of a worker holds few of them', () => {
    const plan = (share: number, slots: number) =>
      workersNeeded(
        load(0, 1_000, 60),
        { slots: 8, browsers: { share, slotSeconds: 120, slots } },
        { hours: 1, ceilings: FREE },
      );
    // By slots, 1,000 ÷ 384 workers. By browsers, 250 ÷ 24 with one per worker, and 250 ÷ 192 with eight.
    expect(plan(0.25, 1)).toEqual({ workers: 11, boundBy: 'memory' });
    expect(plan(0.25, 8)).toEqual({ workers: 3, boundBy: null });
    expect(plan(0, 1)).toEqual({ workers: 3, boundBy: null });
  });

  test.each([
    [load(-1, 0, 60), 3, 1, 'arrivalsPerHour of 0 or more, got -1'],
    [load(0, 1, 0), 3, 1, 'slotSeconds above 0, got 0'],
    [load(0, 1, 60), 0, 1, 'slots above 0, got 0'],
    [load(0, 1, 60), 3, Number.NaN, 'hours above 0, got NaN'],
  ])('%j with %i slots in %d hours is refused', (...[work, slots, hours, text]) => {
    expect(() => workersNeeded(work, { slots }, { hours, ceilings: FREE })).toThrow(text);
  });

  const work = {
    arrivalsPerHour: integer({ min: 0, max: 400 }),
    backlog: integer({ min: 50, max: 600 }),
    slotSeconds: integer({ min: 10, max: 300 }),
    slots: integer({ min: 1, max: 4 }),
    hours: constantFrom(1, 4, 8),
    seed: nat(),
  };

  test('so many workers do drain in the time, and far fewer do not, whatever the load', () => {
    assert(
      property(record(work), ({ slots, hours, seed, ...given }) => {
        const { workers } = workersNeeded(given, { slots }, { hours, ceilings: FREE });
        const drainedBy = (taken: number) =>
          hoursUntilDrained(given, taken, { seed, hoursMax: 3 * hours }) ?? Infinity;
        expect(drainedBy(workers * slots)).toBeLessThanOrEqual(hours);
        // Whole workers with fewer slots than the work needs even if every slot were always busy.
        const tooFew = Math.floor((workers * slots * 0.8) / 2) - slots;
        expect(tooFew < 1 || drainedBy(tooFew) > hours).toBe(true);
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  test('where a platform binds, so many workers use up its pace, and ten times as many are not sooner', () => {
    const cases = record({
      ...work,
      arrivalsPerHour: integer({ min: 0, max: 20 }),
      slots: integer({ min: 3, max: 8 }),
    });
    assert(
      property(cases, ({ slots, hours, seed, ...given }) => {
        // Half of what is wanted, but more than what arrives: so the backlog drains, but not in time.
        const perHour = (given.arrivalsPerHour + given.backlog / hours) / 2;
        if (perHour < 2 * given.arrivalsPerHour) return;
        const ceilings = { ...FREE, platform: perHour };
        const { workers, boundBy } = workersNeeded(given, { slots }, { hours, ceilings });
        expect(boundBy).toBe('platform');
        const drainedBy = (taken: number) =>
          hoursUntilDrained(given, taken * slots, { seed, hoursMax: 30 * hours, startsPerHour: perHour }) ??
          Infinity;
        expect(drainedBy(workers * 10)).toBeGreaterThan(hours);
        // More workers would hardly be faster: a pace cannot make up later for the capacity that it did not use.
        expect(drainedBy(workers)).toBeLessThan(drainedBy(workers * 10) * 1.15);
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  test('where browsers decide, so many workers drain in the time, and half of them do not', () => {
    const cases = record({
      ...work,
      slots: integer({ min: 3, max: 5 }),
      backlog: integer({ min: 200, max: 600 }),
      browserSlots: integer({ min: 1, max: 2 }),
      share: constantFrom(0.5, 0.25),
      factor: constantFrom(1, 2),
    });
    let decided = 0;
    assert(
      property(cases, ({ slots, hours, seed, browserSlots, share, factor, ...given }) => {
        // Browser tasks take 0.9 times the mean duration, or nearly twice as long as that.
        const browsers = { share, slotSeconds: given.slotSeconds * factor * 0.9, slots: browserSlots };
        const { workers, boundBy } = workersNeeded(given, { slots, browsers }, { hours, ceilings: FREE });
        const drainedBy = (taken: number) =>
          hoursUntilDrained(given, taken * slots, {
            seed,
            hoursMax: 4 * hours,
            browsers: { ...browsers, slots: taken * browserSlots },
          }) ?? Infinity;
        expect(drainedBy(workers)).toBeLessThanOrEqual(hours);
        if (boundBy !== 'memory' || workers < 4) return;
        decided += 1;
        expect(drainedBy(Math.floor(workers / 2) - 1)).toBeGreaterThan(hours);
      }),
      { seed: 7, numRuns: 100 },
    );
    expect(decided).toBeGreaterThan(20);
  });
});

describe('platformCeiling', () => {
  const platform = (arrivalsPerHour: number, backlog: number, ceilingPerHour: number | null) => ({
    arrivalsPerHour,
    backlog,
    ceilingPerHour,
  });

  test.each([
    ['none', [], 1, null],
    ['one that nobody knows', [platform(10, 100, null)], 1, null],
    ['one that gives what is wanted', [platform(10, 100, 110)], 1, null],
    ['one that gives less', [platform(10, 100, 60)], 1, 60],
    ['the same with more time', [platform(10, 100, 60)], 4, null],
    ['one that gives less beside one that does not', [platform(10, 100, 60), platform(0, 40, 1_000)], 1, 100],
    ['one that is stopped', [platform(10, 100, 0), platform(0, 40, null)], 1, 40],
  ])('%s', (...[, platforms, hours, perHour]) => {
    expect(platformCeiling(platforms, hours)).toBe(perHour);
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
    expect(hoursToDrain(work, { slots: 3 }, { workers })).toBe(hours);
  });

  test('is that of the slowest: slots, browsers, or a platform', () => {
    const work = load(0, 360, 60);
    const slow = { arrivalsPerHour: 0, backlog: 360, ceilingPerHour: 60 };
    expect(hoursToDrain(work, { slots: 3 }, { workers: 2, platforms: [slow] })).toBe(6);
    expect(
      hoursToDrain(work, { slots: 3 }, { workers: 2, platforms: [{ ...slow, ceilingPerHour: 0 }] }),
    ).toBeNull();
    const browsers = { share: 0.5, slotSeconds: 120, slots: 1 };
    expect(hoursToDrain(work, { slots: 3, browsers }, { workers: 2 })).toBe(3);
  });
});

describe('growthPerHour', () => {
  test('a backlog that drains does not grow', () => {
    expect(growthPerHour(load(100, 50, 60), { slots: 3 }, { workers: 1 })).toBe(null);
    expect(growthPerHour(load(0, 0, 60), { slots: 3 }, { workers: 0 })).toBe(null);
  });

  test('it grows by what comes beyond what workers, browsers or a platform take', () => {
    expect(growthPerHour(load(300, 50, 60), { slots: 3 }, { workers: 1 })).toBe(120);
    const browsers = { share: 0.5, slotSeconds: 60, slots: 1 };
    expect(growthPerHour(load(160, 50, 60), { slots: 3, browsers }, { workers: 1 })).toBe(20);
    const platforms = [{ arrivalsPerHour: 100, backlog: 50, ceilingPerHour: 70 }];
    expect(growthPerHour(load(100, 50, 60), { slots: 3 }, { workers: 1, platforms })).toBe(30);
  });
});
