import { expect, test } from 'vitest';
import { browserSlots } from '../../../workers/browser-slots.ts';

const slots = (memoryLimitMiB: number, maxConcurrentTasks = 100, maxBrowsers?: number) =>
  browserSlots({ memoryLimitMiB, maxConcurrentTasks, maxBrowsers });

test('a worker runs as many browsers as its memory holds, less one', () => {
  expect(slots(2048)).toBe(3);
  expect(slots(2560)).toBe(4);
  expect(slots(4096)).toBe(8);
  expect(slots(1849)).toBe(2);
  expect(slots(1850)).toBe(3);
});

test('there is always one, however little memory there is', () => {
  for (const memory of [0, 256, 512, 1024]) expect(slots(memory)).toBe(1);
});

test('never more than tasks, whatever memory or MAX_BROWSERS say', () => {
  expect(slots(16_384, 3)).toBe(3);
  expect(slots(1024, 10, 5)).toBe(5);
  expect(slots(16_384, 10, 2)).toBe(2);
  expect(slots(16_384, 3, 20)).toBe(3);
});
