import { expect, test } from 'vitest';
import type { TaskQueue } from '../../../temporal-config/task-queues.ts';
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

test('background work leaves one slot in three to the menus of their worker, where there is more than one', () => {
  const background: string[] = ['reingest', 'media', 'jobs', 'files-reingest@pod-1', 'files-media@pod-1'];
  const slotsOf = (queues: TaskQueue[], total: number) =>
    slotsOfQueues(queues, { total, browsers: 1 }).flatMap(({ queue, slots }) =>
      background.includes(queue) ? [slots] : [],
    );
  expect(slotsOf(['crawlchain', 'ingest', 'reingest', 'media', 'jobs'], 1)).toEqual([1, 1, 1]);
  expect(slotsOf(['crawlchain', 'ingest', 'reingest', 'media', 'jobs'], 2)).toEqual([1, 1, 1]);
  expect(slotsOf(['crawlchain', 'ingest', 'reingest', 'media', 'jobs'], 3)).toEqual([2, 2, 2]);
  expect(slotsOf(['ingest', 'reingest'], 10)).toEqual([6]);
  expect(slotsOf(['files@pod-1', 'jobs'], 10)).toEqual([6]);
  expect(slotsOf(['files@pod-1', 'files-reingest@pod-1', 'files-media@pod-1'], 3)).toEqual([2, 2]);
  expect(slotsOf(['crawlchain', 'files-reingest@pod-1', 'files-media@pod-1'], 3)).toEqual([3, 3]);
  expect(slotsOf(['crawlchain', 'reingest', 'media', 'jobs'], 3)).toEqual([3, 3, 3]);
});

test('workflows are kept by memory, within bounds', () => {
  expect(cachedWorkflows(128)).toBe(50);
  expect(cachedWorkflows(1024)).toBe(204);
  expect(cachedWorkflows(2048)).toBe(409);
  expect(cachedWorkflows(65_536)).toBe(1_000);
});
