import { expect, test } from 'vitest';
import type { ListedWorker } from '../../../db/queries/worker-registry.ts';
import type { BackOffCause } from '../../../domain/worker.ts';
import { workersOf } from '../../../reports/role-workers.ts';

const worker = (queues: Record<string, number>, change: Partial<ListedWorker> = {}): ListedWorker =>
  ({
    status: 'active',
    counts_as_lost_at: null,
    queues: Object.entries(queues).map(([queue, slots]) => ({ queue, slots })),
    max_concurrent_tasks: 3,
    resources: { backoff_reason: null },
    ...change,
  }) as ListedWorker;

const ALL = {
  crawlchain: 40,
  'fetch-dutchie': 3,
  'fetch-blaze': 3,
  browser: 1,
  ingest: 3,
  reingest: 2,
  media: 2,
};

test('a worker of every queue is one of each role, with no more places than its total', () => {
  expect(workersOf('payload_fetch', [worker(ALL)], 9)).toEqual({
    active: 1,
    slots: 3,
    browsers: 1,
    lackMemory: false,
  });
  expect(workersOf('product_refresh', [worker(ALL)], 9)).toMatchObject({ slots: 3, browsers: 0 });
});

test('workers are counted for the roles whose queues they serve', () => {
  const fleet = [worker(ALL), worker({ ingest: 5 }, { max_concurrent_tasks: 5 }), worker({ crawlchain: 40 })];
  expect(workersOf('product_refresh', fleet, 9)).toMatchObject({ active: 2, slots: 4 });
  expect(workersOf('store_discovery', fleet, 9)).toMatchObject({ active: 1, slots: 3 });
});

test('a worker that keeps files on a disk of its own brings them in, with no more places than its total', () => {
  const holder = worker({ 'fetch-dutchie': 3, ingest: 3, 'files@pod-1': 3, 'files-reingest@pod-1': 2 });
  expect(workersOf('product_refresh', [holder], 9)).toMatchObject({ active: 1, slots: 3 });
  expect(workersOf('product_refresh', [worker({ 'files@pod-2': 2 })], 9)).toMatchObject({
    active: 1,
    slots: 2,
  });
  expect(workersOf('analytics_refresh', [worker({ 'files@pod-2': 2 })], 9)).toMatchObject({ active: 0 });
});

test('a worker that is silent is none', () => {
  const silent = worker(ALL, { counts_as_lost_at: new Date() });
  expect(workersOf('payload_fetch', [worker(ALL), silent], 9)).toMatchObject({ active: 1 });
});

test('without an active worker the usual one is reckoned with', () => {
  const stopping = worker(ALL, { status: 'draining' });
  expect(workersOf('payload_fetch', [stopping], 9)).toEqual({
    active: 0,
    slots: 9,
    browsers: 0,
    lackMemory: false,
  });
});

test('one that backs off for its memory is active, and lacks memory, whatever the words of its reason', () => {
  const backingOff = (cause: BackOffCause) =>
    worker(ALL, {
      status: 'backing_off',
      resources: { backoff_cause: cause, backoff_reason: 'Memory is fine' } as ListedWorker['resources'],
    });
  const lacking = workersOf('payload_fetch', [backingOff('memory')], 9);
  expect(lacking).toMatchObject({ active: 1, lackMemory: true });
  const busy = workersOf('payload_fetch', [backingOff('cpu')], 9);
  expect(busy).toMatchObject({ active: 1, lackMemory: false });
});
