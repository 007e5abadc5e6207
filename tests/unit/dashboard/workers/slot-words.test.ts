import { expect, test } from 'vitest';
import { slotWords } from '../../../../dashboard/workers/slot-words.ts';

test('queues that share the slots of a worker say how many are used at once', () => {
  const queues = [
    { queue: 'fetch-dutchie', slots: 3 },
    { queue: 'ingest', slots: 3 },
  ];
  expect(slotWords({ queues, max_concurrent_tasks: 3 })).toBe('at most 3 in use at once, over all queues');
  expect(slotWords({ queues, max_concurrent_tasks: 6 })).toBe(null);
  const workflows = { queue: 'crawlchain', slots: 40 };
  expect(slotWords({ queues: [workflows, ...queues], max_concurrent_tasks: 6 })).toBe(null);
  expect(slotWords({ queues: [workflows, ...queues], max_concurrent_tasks: 3 })).toBe(
    'at most 3 in use at once, over all queues without crawlchain',
  );
  expect(slotWords({ queues: [], max_concurrent_tasks: 3 })).toBe(null);
});
