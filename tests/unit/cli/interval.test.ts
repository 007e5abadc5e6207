import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatInterval, parseInterval } from '../../../cli/interval.ts';

test.each([
  ['4h', 14_400],
  ['90m', 5_400],
  ['1h30m', 5_400],
  ['2d', 172_800],
  [' 1D12H ', 129_600],
  ['45s', 45],
])('%j is %i seconds', (text, seconds) => {
  expect(parseInterval(text)).toBe(seconds);
});

test.each(['', ' ', '4', 'h', '1.5h', '4 hours', '30m1h', '-1h', '4h!'])('%j is no interval', (text) => {
  expect(parseInterval(text)).toBeNull();
});

test('what is written is read as the same', () => {
  fc.assert(
    fc.property(fc.nat({ max: 400 * 86_400 }), (seconds) => {
      expect(parseInterval(formatInterval(seconds))).toBe(seconds);
    }),
  );
  expect([14_400, 5_400, 120, 86_400, 3_661].map(formatInterval)).toEqual([
    '4h',
    '1h30m',
    '2m',
    '24h',
    '1h1m1s',
  ]);
});
