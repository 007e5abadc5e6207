import { expect, test } from 'vitest';
import { errorWords } from '../../../../dashboard/tasks/error-words.ts';

test.each([
  ['NotFound', 'NotFound: it is gone', 'NotFound: it is gone'],
  ['NotFound', 'it is gone', 'NotFound: it is gone'],
  [null, 'it is gone', 'it is gone'],
  ['NotFound', null, 'NotFound'],
  [null, null, null],
])('an error of the kind %j that says %j is shown as %j', (kind, message, words) => {
  expect(errorWords(kind, message)).toBe(words);
});
