import { expect, test } from 'vitest';
import { readTarget } from '../../../../dashboard/workers/scale-target.ts';

test('a number of pods is whole and within the bounds', () => {
  const read = (typed: string) => readTarget(typed, { min: 1, max: 15 });
  expect([read('1'), read('15')]).toEqual([
    { target: 1, fault: null },
    { target: 15, fault: null },
  ]);
  const fault = 'Type a whole number from 1 to 15.';
  for (const typed of ['', '2.5', '-1', 'many', '1e1']) expect(read(typed)).toEqual({ target: null, fault });
  for (const typed of ['0', '16']) expect(read(typed)).toEqual({ target: Number(typed), fault });
});
