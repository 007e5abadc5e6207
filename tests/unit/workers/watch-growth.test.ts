import { expect, test } from 'vitest';
import { createGrowthWatch, growthLimitMiB } from '../../../workers/watch-growth.ts';

const MINUTE_MS = 60_000;

test('a worker has grown when its memory was above the limit for a minute, ten minutes after its start or later', () => {
  const grown: number[] = [];
  const growth = createGrowthWatch(100, ({ residentMiB }) => grown.push(residentMiB));
  for (let minute = 0; minute < 10; minute += 1) growth.observe(200, minute * MINUTE_MS);
  // Garbage was collected.
  growth.observe(90, 10 * MINUTE_MS);
  growth.observe(101, 10 * MINUTE_MS + 1_000);
  growth.observe(102, 11 * MINUTE_MS);
  expect(grown).toEqual([]);
  growth.observe(103, 11 * MINUTE_MS + 1_000);
  growth.observe(104, 20 * MINUTE_MS);
  expect(grown).toEqual([103]);
});

test('the limit is of the share of a pod, and of no more than a process needs', () => {
  expect([
    growthLimitMiB({}, 1_000),
    growthLimitMiB({}, 24_000),
    growthLimitMiB({ RESTART_MEMORY_MIB: 9 }, 1),
  ]).toEqual([900, 2_048, 9]);
});
