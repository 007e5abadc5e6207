import { expect, test } from 'vitest';
import { describeSlots } from '../../../../dashboard/workers/describe-slots.ts';

test('queues that share the slots of a worker say how many are used at once', () => {
  const queues = [
    { queue: 'fetch-dutchie', slots: 3 },
    { queue: 'ingest', slots: 3 },
  ];
  expect(describeSlots({ queues, max_concurrent_tasks: 3 })).toBe(
    'at most 3 in use at once, over all queues',
  );
  expect(describeSlots({ queues, max_concurrent_tasks: 6 })).toBe(null);
  const workflows = { queue: 'crawlchain', slots: 40 };
  expect(describeSlots({ queues: [workflows, ...queues], max_concurrent_tasks: 6 })).toBe(null);
  expect(describeSlots({ queues: [workflows, ...queues], max_concurrent_tasks: 3 })).toBe(
    'at most 3 in use at once, over all queues without crawlchain',
  );
  expect(describeSlots({ queues: [], max_concurrent_tasks: 3 })).toBe(null);
});
