import { expect, test } from 'vitest';
import { rangeOf } from '../../../../dashboard/tasks/range-of.ts';

test('a range has both its ends, from either side, and is one row where its beginning is not there', () => {
  const ids = ['a', 'b', 'c', 'd'];
  expect(rangeOf(ids, 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(rangeOf(ids, 'c', 'a')).toEqual(['a', 'b', 'c']);
  expect(rangeOf(ids, 'b', 'b')).toEqual(['b']);
  expect(rangeOf(ids, null, 'c')).toEqual(['c']);
  expect(rangeOf(ids, 'gone', 'c')).toEqual(['c']);
});
