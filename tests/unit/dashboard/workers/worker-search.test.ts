import { expect, test } from 'vitest';
import { filterOf, isStopping, readWorkerSearch } from '../../../../dashboard/workers/worker-search.ts';

test('without a status the address asks for workers that live; what is not understood is as if it were absent', () => {
  expect(readWorkerSearch({ status: 'asleep', q: 1 })).toEqual({});
  expect(filterOf({})).toEqual({ status: 'active,backing_off,draining' });
  expect(filterOf(readWorkerSearch({ status: 'lost' }))).toEqual({ status: 'lost' });
  expect(filterOf(readWorkerSearch({ status: 'all' }))).toEqual({});
});

test('a worker that was asked to stop is stopping before it says so, and no more once it has ended', () => {
  const at = '2026-01-10T06:00:00Z';
  expect(isStopping({ status: 'active', decommission_requested_at: at })).toBe(true);
  expect(isStopping({ status: 'draining', decommission_requested_at: null })).toBe(true);
  expect(isStopping({ status: 'decommissioned', decommission_requested_at: at })).toBe(false);
  expect(isStopping({ status: 'active', decommission_requested_at: null })).toBe(false);
});
