import { expect, test } from 'vitest';
import { describeWhyNot } from '../../../../dashboard/parts/describe-why-not.ts';

test('each reason is said once, with the buttons that have it', () => {
  expect(
    describeWhyNot([
      ['Retry', 'It has not ended.'],
      ['End', null],
      ['Promote', 'It does not wait.'],
    ]),
  ).toEqual(['Retry: It has not ended.', 'Promote: It does not wait.']);
  const reason = 'This takes a key.';
  expect(
    describeWhyNot([
      ['Retry', reason],
      ['End', reason],
      ['Promote', reason],
    ]),
  ).toEqual(['Retry, End and Promote: This takes a key.']);
  expect(describeWhyNot([['Retry', null]])).toEqual([]);
});
