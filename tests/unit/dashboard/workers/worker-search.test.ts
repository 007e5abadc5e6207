import { expect, test } from 'vitest';
import { filterOf, isAskedToStop, readWorkerSearch } from '../../../../dashboard/workers/worker-search.ts';

test('without a status the address asks for workers that live; what is not understood is as if it were absent', () => {
  expect(readWorkerSearch({ status: 'asleep', q: 1 })).toEqual({});
  expect(filterOf({})).toEqual({ status: 'active,backing_off,draining' });
  expect(filterOf(readWorkerSearch({ status: 'lost' }))).toEqual({ status: 'lost' });
  expect(filterOf(readWorkerSearch({ status: 'all' }))).toEqual({});
});

test('a worker is asked to stop until it says that it stops, or has ended', () => {
  const at = '2026-01-10T06:00:00Z';
  expect(isAskedToStop({ status: 'active', decommission_requested_at: at })).toBe(true);
  expect(isAskedToStop({ status: 'draining', decommission_requested_at: at })).toBe(false);
  expect(isAskedToStop({ status: 'decommissioned', decommission_requested_at: at })).toBe(false);
  expect(isAskedToStop({ status: 'active', decommission_requested_at: null })).toBe(false);
});
