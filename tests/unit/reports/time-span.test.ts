import { expect, test } from 'vitest';
import { formatSpan } from '../../../reports/time-span.ts';

test.each([
  [0, 'less than a minute'],
  [1, '1 min'],
  [119, '119 min'],
  [120, '2 h'],
  [2_879, '48 h'],
  [2_880, '2 days'],
])('%d minutes are %s', (minutes, text) => {
  expect(formatSpan(minutes)).toBe(text);
});
