import { expect, test } from 'vitest';
import { bareError, describeError } from '../../../../dashboard/tasks/describe-error.ts';

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
