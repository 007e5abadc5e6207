import { expect, test } from 'vitest';
import { workerVariables } from '../../../../scripts/start/jobs-worker.ts';

test('jobs have a worker of their own, unless nobody starts any or the user chooses the queues', () => {
  expect(workerVariables('worker-1', { isOnce: false, source: {} })).toEqual({
    first: { WORKER_ID: 'worker-1', WORKER_QUEUES: '-jobs' },
    jobs: { WORKER_ID: 'worker-1-jobs', WORKER_QUEUES: 'jobs' },
  });
  const one = { first: { WORKER_ID: 'worker-1' }, jobs: null };
  expect(workerVariables('worker-1', { isOnce: true, source: {} })).toEqual(one);
  const source = { WORKER_QUEUES: 'crawlchain,media' };
  expect(workerVariables('worker-1', { isOnce: false, source })).toEqual(one);
});
