import { expect, test } from 'vitest';
import { bareError, describeError, explainError } from '../../../../dashboard/tasks/describe-error.ts';

test.each([
  ['NotFound', 'NotFound: it is gone', 'NotFound: it is gone'],
  ['NotFound', 'it is gone', 'NotFound: it is gone'],
  [null, 'it is gone', 'it is gone'],
  ['NotFound', null, 'NotFound'],
  [null, null, null],
])('an error of the kind %j that says %j is shown as %j', (kind, message, text) => {
  expect(describeError(kind, message)).toBe(text);
});

test('an error is shown without its kind where that says nothing more', () => {
  expect(bareError('NotFound', 'NotFound: it is gone')).toBe('it is gone');
  expect(bareError(null, 'NotFound: it is gone')).toBe('NotFound: it is gone');
});

test('an open run says what happens next, one that has ended what a person does', () => {
  const error = { error_meaning: 'The worker tries again.', error_remedy: 'Use other proxies.' };
  expect([explainError(error, true), explainError(error, false)]).toEqual([
    'The worker tries again.',
    'Use other proxies.',
  ]);
  expect(explainError({ ...error, error_remedy: null }, false)).toBe('The worker tries again.');
});
