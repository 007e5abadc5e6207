import { expect, test } from 'vitest';
import { readEnvironment } from '../../../config/environment.ts';
import type { TaskQueue } from '../../../temporal-config/task-queues.ts';
import { ownQueues } from '../../../workers/own-queues.ts';

const own = (variables: Record<string, string>, queues: TaskQueue[] = ['fetch-dutchie']) =>
  ownQueues(readEnvironment(variables), queues);

const OF_POD_1 = ['files@pod-1', 'files-reingest@pod-1', 'files-media@pod-1'];

test('a worker on a shared storage has no queue of its own', () => {
  expect(own({ WORKER_ID: 'pod-1' })).toEqual([]);
});

test('a worker that fetches to its own disk serves the queues of its pod', () => {
  expect(own({ STORAGE_SHARED: 'false', WORKER_ID: 'pod-1' })).toEqual(OF_POD_1);
  expect(own({ STORAGE_SHARED: 'false', WORKER_ID: 'pod-1' }, ['browser'])).toEqual(OF_POD_1);
});

test('a worker that only runs jobs on its own disk sweeps it', () => {
  expect(own({ STORAGE_SHARED: 'false', WORKER_ID: 'pod-1' }, ['jobs'])).toEqual(['files-media@pod-1']);
});

test('a disk of its own without a name of the pod is refused', () => {
  expect(() => own({ STORAGE_SHARED: 'false' })).toThrow(
    'STORAGE_SHARED is false and WORKER_ID is not set; set it to the name of the pod whose files are in STORAGE_ROOT, and to the same name after each restart',
  );
});

test('a worker that fetches nothing has no files', () => {
  expect(own({ STORAGE_SHARED: 'false', WORKER_ID: 'pod-1' }, ['crawlchain', 'ingest', 'media'])).toEqual([]);
});

test('a wait in which a worker that lives is not heard of twice is refused', () => {
  const wait = { STORAGE_SHARED: 'false', WORKER_ID: 'pod-1', STORAGE_RETURN_SECONDS: '59' };
  expect(() => own(wait)).toThrow(
    'STORAGE_RETURN_SECONDS is 59 and HEARTBEAT_INTERVAL_MS 30000: a live worker must send two heartbeats in that time, so STORAGE_RETURN_SECONDS takes 60 and more',
  );
  expect(own({ ...wait, STORAGE_RETURN_SECONDS: '60' })).toEqual(OF_POD_1);
});
