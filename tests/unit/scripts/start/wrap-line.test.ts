import { expect, test } from 'vitest';
import { wrapLine } from '../../../../scripts/start/wrap-line.ts';

test('a short line stays as it is', () => {
  expect(wrapLine('The first crawl is done')).toBe('The first crawl is done');
});

test('a long line is broken between its words, and none of them is lost', () => {
  const line = `The menu of Copper Fern is doubted: ${'30 products have no price. '.repeat(8)}Nothing went in.`;
  const lines = wrapLine(line).split('\n');
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.filter(({ length }) => length > 100)).toEqual([]);
  expect(lines.slice(1).every((one) => /^ {2}\S/.test(one))).toBe(true);
  expect(lines.map((one) => one.trim()).join(' ')).toBe(line);
});

test('a word that is longer than a line stays whole', () => {
  const url = `http://127.0.0.1/${'a'.repeat(120)}`;
  expect(wrapLine(`See ${url} for more`)).toBe(`See\n  ${url}\n  for more`);
});
