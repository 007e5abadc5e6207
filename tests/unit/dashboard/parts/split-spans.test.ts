import { expect, test } from 'vitest';
import { splitSpans } from '../../../../dashboard/parts/split-spans.ts';

test('what stands in backquotes is code, and each part has a place of its own, also where a text repeats', () => {
  const spans = splitSpans('Set `X`, then `X` again.');
  expect(spans.map(({ text, is }) => [text, is])).toEqual([
    ['Set ', 'plain'],
    ['X', 'code'],
    [', then ', 'plain'],
    ['X', 'code'],
    [' again.', 'plain'],
  ]);
  expect(spans.map(({ at }) => at)).toEqual([0, 4, 7, 14, 17]);
});

test('a backquote without another is left out, and its text is plain', () => {
  expect(splitSpans('a ` b')).toEqual([
    { at: 0, text: 'a ', is: 'plain' },
    { at: 3, text: ' b', is: 'plain' },
  ]);
  expect(splitSpans('')).toEqual([]);
});

test('a moment of the API is told apart, so that it is shown in the time of the reader', () => {
  expect(splitSpans('until 2026-11-28 05:19:40 UTC; `x`').map(({ text, is }) => [text, is])).toEqual([
    ['until ', 'plain'],
    ['2026-11-28T05:19:40Z', 'time'],
    ['; ', 'plain'],
    ['x', 'code'],
  ]);
  expect(splitSpans('in 2026, 05:19').map(({ is }) => is)).toEqual(['plain']);
});
