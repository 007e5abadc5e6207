import { expect, test } from 'vitest';
import { checkWorkers } from '../../../../../cli/commands/doctor/check-workers.ts';
import type { ListedWorker } from '../../../../../db/queries/worker-registry.ts';

const NOW = Date.parse('2026-03-31T12:00:00Z');

function worker(fields: Partial<ListedWorker>): ListedWorker {
  const usual = { worker_id: 'w-1', friendly_name: 'Ada', pod_name: 'pod-1', status: 'active' };
  return {
    ...usual,
    rival_pod_name: null,
    clock_ahead_ms: 0,
    counts_as_lost_at: null,
    last_heartbeat_at: new Date(NOW - 10_000),
    ...fields,
  } as ListedWorker;
}

test('workers that live are named, and two of one id are broken', () => {
  expect(checkWorkers([worker({})], NOW)).toMatchObject([{ state: 'ok', found: '1 live: Ada' }]);
  expect(checkWorkers([worker({ rival_pod_name: 'pod-2' })], NOW)).toMatchObject([
    { state: 'ok' },
    { state: 'broken', found: 'w-1 is the id of two workers, in pod-1 and pod-2' },
  ]);
});

test('a clock that is off is told, and broken where the worker takes no new work because of it', () => {
  const check = (clock_ahead_ms: number | null) => checkWorkers([worker({ clock_ahead_ms })], NOW);
  expect(check(null)).toHaveLength(1);
  expect(check(-5_000)).toHaveLength(1);
  expect(check(-5_100)).toMatchObject([
    { state: 'ok' },
    { state: 'warning', found: "w-1: its clock is 5.1 s behind the database's" },
  ]);
  expect(check(7_200_000)).toMatchObject([
    { state: 'ok' },
    {
      state: 'broken',
      found: "w-1: its clock is 7200.0 s ahead of the database's; it takes no new work",
    },
  ]);
});

test('a worker that went silent is told for a day; without a live one nothing is crawled', () => {
  const lost = (hours: number) =>
    worker({ status: 'lost', last_heartbeat_at: new Date(NOW - hours * 3_600_000) });
  expect(checkWorkers([lost(23)], NOW)).toMatchObject([
    { state: 'broken', found: 'no worker is running: nothing is crawled' },
    { state: 'warning', found: 'went silent within a day: w-1' },
  ]);
  expect(checkWorkers([worker({}), lost(25)], NOW)).toHaveLength(1);
});

test('a worker that counts as live and misses its heartbeats is told before it is lost', () => {
  const silent = worker({
    last_heartbeat_at: new Date(NOW - 110_000),
    counts_as_lost_at: new Date(NOW + 190_000),
  });
  expect(checkWorkers([silent], NOW)).toMatchObject([
    { state: 'ok' },
    { state: 'warning', found: expect.stringMatching(/^w-1 was last heard of 110 s ago: it hangs/) },
  ]);
});
