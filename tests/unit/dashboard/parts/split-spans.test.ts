import { expect, test } from 'vitest';
import { splitSpans } from '../../../../dashboard/parts/split-spans.ts';

test('what stands in backquotes is code, and each part has a place of its own, also where a text repeats', () => {
  const spans = splitSpans('Set `X`, then `X` again.');
  expect(spans.map(({ text, isCode }) => [text, isCode])).toEqual([
    ['Set ', false],
    ['X', true],
    [', then ', false],
    ['X', true],
    [' again.', false],
  ]);
  expect(spans.map(({ at }) => at)).toEqual([0, 4, 7, 14, 17]);
});

test('a backquote without another is left out, and its text is plain', () => {
  expect(splitSpans('a ` b')).toEqual([
    { at: 0, text: 'a ', isCode: false },
    { at: 3, text: ' b', isCode: false },
  ]);
  expect(splitSpans('')).toEqual([]);
});
