import { expect, test } from 'vitest';
import { whyNotWords } from '../../../../dashboard/parts/why-not-words.ts';

test('each reason is said once, with the buttons that have it', () => {
  expect(
    whyNotWords([
      ['Retry', 'It has not ended.'],
      ['End', null],
      ['Promote', 'It does not wait.'],
    ]),
  ).toEqual(['Retry: It has not ended.', 'Promote: It does not wait.']);
  const reason = 'This takes a key.';
  expect(
    whyNotWords([
      ['Retry', reason],
      ['End', reason],
      ['Promote', reason],
    ]),
  ).toEqual(['Retry, End and Promote: This takes a key.']);
  expect(whyNotWords([['Retry', null]])).toEqual([]);
});
