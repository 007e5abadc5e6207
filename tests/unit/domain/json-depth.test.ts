import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTextTooDeep, isValueTooDeep, JSON_DEPTH_MAX } from '../../../domain/json-depth.ts';

function nested(depth: number): string {
  return '{"a":['.repeat(depth / 2) + ']}'.repeat(depth / 2);
}

test('a text and its value are too deep at the same depth', () => {
  for (const [depth, isTooDeep] of [
    [JSON_DEPTH_MAX, false],
    [JSON_DEPTH_MAX + 2, true],
    [1_000_000, true],
  ] as const) {
    expect(isTextTooDeep(nested(depth))).toBe(isTooDeep);
    expect(isValueTooDeep(JSON.parse(nested(depth)))).toBe(isTooDeep);
  }
});

test('brackets in texts, and beside each other, are not depth', () => {
  expect(isTextTooDeep(JSON.stringify({ text: `\\"${'['.repeat(100)}` }))).toBe(false);
  expect(isTextTooDeep(JSON.stringify(Array.from({ length: 100 }, () => [])))).toBe(false);
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 10 }), (value) => {
      expect([isTextTooDeep(JSON.stringify(value)), isValueTooDeep(value)]).toEqual([false, false]);
    }),
  );
});

test('a value that holds itself is too deep', () => {
  const value: Record<string, unknown> = {};
  value['self'] = value;
  expect(isValueTooDeep(value)).toBe(true);
});

test('a value that holds itself several times is found as fast', () => {
  const list: unknown[] = [];
  list.push(list, [list, list], { list });
  expect(isValueTooDeep(list)).toBe(true);
});
