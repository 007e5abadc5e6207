import { expect, test } from 'vitest';
import {
  ACTIVITY_QUEUES,
  fetchQueue,
  TASK_QUEUES,
  WORKFLOW_QUEUE,
} from '../../../temporal-config/task-queues.ts';

test('each platform has a fetch queue of its own', () => {
  expect(fetchQueue('dutchie')).toBe('fetch-dutchie');
  expect(fetchQueue('blaze')).toBe('fetch-blaze');
});

test('activities never share the queue of the workflows', () => {
  expect(ACTIVITY_QUEUES).not.toContain(WORKFLOW_QUEUE);
  expect([...TASK_QUEUES]).toEqual([
    'crawlchain',
    'fetch-dutchie',
    'fetch-blaze',
    'browser',
    'ingest',
    'reingest',
    'media',
    'jobs',
  ]);
});
