import { expect, test } from 'vitest';
import { cachedWorkflows, slotsOfQueues } from '../../../workers/served-queues.ts';

test('activity queues have the total, browsers no more than their memory allows', () => {
  const queues = ['crawlchain', 'fetch-dutchie', 'browser', 'ingest'] as const;
  const slotsOf = (total: number, browsers: number) =>
    Object.fromEntries(
      slotsOfQueues([...queues], { total, browsers }).map(({ queue, slots }) => [queue, slots]),
    );
  expect(slotsOf(10, 3)).toEqual({ crawlchain: 40, 'fetch-dutchie': 10, browser: 3, ingest: 10 });
  expect(slotsOf(2, 3)).toMatchObject({ browser: 2 });
});

test('workflows are kept by memory, within bounds', () => {
  expect(cachedWorkflows(128)).toBe(50);
  expect(cachedWorkflows(1024)).toBe(204);
  expect(cachedWorkflows(2048)).toBe(409);
  expect(cachedWorkflows(65_536)).toBe(1_000);
});
