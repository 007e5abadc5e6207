import { expect, test } from 'vitest';
import { toStateCode } from '../../../domain/state-code.ts';

test.each([
  ['AZ', 'AZ'],
  ['az', 'AZ'],
  [' Arizona ', 'AZ'],
  ['NEW  MEXICO', 'NM'],
  ['Ontario', 'ON'],
  ['XX', 'XX'],
  ['Sonora', null],
  ['', null],
  [null, null],
])('%j is %j', (state, code) => {
  expect(toStateCode(state)).toBe(code);
});
