import { expect, test } from 'vitest';
import { cutText } from '../../../../cli/output/cut-text.ts';

test('a text that is too long ends with an ellipsis, and is no longer than allowed', () => {
  expect(cutText('four', 4)).toBe('four');
  expect(cutText('fives', 4)).toBe('fiv…');
  expect(cutText('to be cut', 4)).toBe('to…');
  expect(cutText('日本語', 5)).toBe('日本…');
});
