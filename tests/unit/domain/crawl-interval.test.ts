import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { adaptInterval } from '../../../domain/crawl-interval.ts';

function intervalsOf(baseHours: number, changes: boolean[]): (number | null)[] {
  let adaptedHours: number | null = null;
  return changes.map(
    (hasChanged) => (adaptedHours = adaptInterval({ adaptedHours, baseHours, isUnchanged: !hasChanged })),
  );
}

test('a menu that stays as it is comes half as late again each time, up to a day', () => {
  expect(intervalsOf(4, Array<boolean>(7).fill(false))).toEqual([6, 9, 13.5, 20.25, 24, 24, 24]);
});

test('the first change brings it back to the base', () => {
  expect(intervalsOf(4, [false, false, true, false])).toEqual([6, 9, null, 6]);
});

test('a short base grows from an hour on, and a long one is not shortened', () => {
  expect(intervalsOf(0.25, [false, false])).toEqual([1, 1.5]);
  expect(intervalsOf(48, [false, false])).toEqual([48, 48]);
});

test('whatever the menu does, an interval never shrinks but to the base, and stays between an hour and a day', () => {
  const base = fc.double({ min: 0.1, max: 24, noNaN: true });
  fc.assert(
    fc.property(base, fc.array(fc.boolean()), (baseHours, changes) => {
      let beforeHours = baseHours;
      for (const hours of intervalsOf(baseHours, changes)) {
        const hoursNow = hours ?? baseHours;
        expect(hours ?? 1).toBeGreaterThanOrEqual(1);
        expect(hours ?? 24).toBeLessThanOrEqual(24);
        expect(hours === null || hoursNow >= beforeHours).toBe(true);
        beforeHours = hoursNow;
      }
    }),
  );
});
