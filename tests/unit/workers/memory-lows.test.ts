import { expect, test } from 'vitest';
import { MEMORY_SPAN_MS, MEMORY_SPANS_MAX } from '../../../domain/memory-trend.ts';
import { createMemoryLows } from '../../../workers/memory-lows.ts';

test('the lowest measurement of each span is kept, also where none was made', () => {
  const lows = createMemoryLows();
  expect(lows.add(41.4, 0)).toEqual([41]);
  expect(lows.add(60, 60_000)).toEqual([41]);
  expect(lows.add(39.6, 120_000)).toEqual([40]);
  expect(lows.add(50, MEMORY_SPAN_MS)).toEqual([40, 50]);
  expect(lows.add(70, 4 * MEMORY_SPAN_MS + 1)).toEqual([40, 50, 70, 70, 70]);
});

test('only the newest spans are kept', () => {
  const lows = createMemoryLows();
  for (let span = 0; span < MEMORY_SPANS_MAX + 2; span++) lows.add(span, span * MEMORY_SPAN_MS);
  const kept = lows.add(99, (MEMORY_SPANS_MAX + 2) * MEMORY_SPAN_MS);
  expect(kept).toHaveLength(MEMORY_SPANS_MAX);
  expect([kept[0], kept.at(-1)]).toEqual([3, 99]);
});

test('a process that measures late begins with that measurement', () => {
  expect(createMemoryLows().add(30, 3 * MEMORY_SPAN_MS)).toEqual([30]);
});
