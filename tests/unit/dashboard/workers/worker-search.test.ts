import { expect, test } from 'vitest';
import {
  countOf,
  filterOf,
  isAskedToStop,
  readWorkerSearch,
} from '../../../../dashboard/workers/worker-search.ts';

test('without a status the address asks for workers that live; what is not understood is as if it were absent', () => {
  expect(readWorkerSearch({ status: 'asleep', q: 1 })).toEqual({});
  expect(filterOf({})).toEqual({ status: 'silent,active,backing_off,draining' });
  expect(filterOf(readWorkerSearch({ status: 'lost' }))).toEqual({ status: 'lost' });
  expect(filterOf(readWorkerSearch({ status: 'all' }))).toEqual({});
});

test('a silent worker counts among those that live, and not as what it was before', () => {
  const counts = {
    silent: 1,
    active: 2,
    backing_off: 0,
    draining: 0,
    lost: 4,
    stopped: 0,
    decommissioned: 0,
  };
  expect([countOf(counts, undefined), countOf(counts, 'active'), countOf(counts, 'silent')]).toEqual([
    3, 2, 1,
  ]);
  expect(countOf(counts, 'all')).toBe(7);
});

test('a worker is asked to stop until it says that it stops, or has ended', () => {
  const at = '2026-01-10T06:00:00Z';
  expect(isAskedToStop({ status: 'active', decommission_requested_at: at })).toBe(true);
  expect(isAskedToStop({ status: 'draining', decommission_requested_at: at })).toBe(false);
  expect(isAskedToStop({ status: 'decommissioned', decommission_requested_at: at })).toBe(false);
  expect(isAskedToStop({ status: 'active', decommission_requested_at: null })).toBe(false);
});
