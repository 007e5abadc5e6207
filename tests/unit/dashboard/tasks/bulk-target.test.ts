import { expect, test } from 'vitest';
import { bulkTarget, leftOutOf } from '../../../../dashboard/tasks/bulk-target.ts';
import { parseSearch } from '../../../../dashboard/tasks/search-words.ts';

const of = 'tasks' as const;
const all = (search: string) => ({
  of,
  parsed: parseSearch(search, { of, nowMs: Date.UTC(2026, 10, 24) }),
  selected: [],
});
const failed = (id: string, error_kind: string | null) => ({ id, status: 'failed' as const, error_kind });

test('without a selection an action is about all that match and that it can do something about', () => {
  expect(bulkTarget('retry', all('state:NV'))).toEqual({ state: 'NV' });
  expect(bulkTarget('retry', all('status:failed,running'))).toEqual({ status: 'failed' });
  expect(bulkTarget('cancel', all('status:failed'))).toBe(
    'This applies only to those that are pending or claimed or running or stale.',
  );
  expect(bulkTarget('cancel', all('ended:<1h'))).toBe(
    'The search selects only closed ones, which this action does not change.',
  );
  expect(bulkTarget('retry', all('ended:<1h'))).toMatchObject({ ended_since: expect.any(String) });
});

test('nothing is done by a search that is empty, or that is not understood in one of its parts', () => {
  expect(bulkTarget('cancel', all(''))).toBe('Select some, or search for those that you mean.');
  expect(bulkTarget('cancel', all('status:running stor:7'))).toContain('There is no "stor:"');
  expect(bulkTarget('cancel', all('status:running store:'))).toContain('nothing behind it');
});

test('what is selected is named; of failed ones alone their kinds too, so that a retry leaves none out', () => {
  const parsed = parseSearch('status:failed', { of, nowMs: 0 });
  expect(
    bulkTarget('retry', { of, parsed, selected: [failed('a', 'NotFound'), failed('b', 'Blocked')] }),
  ).toEqual({
    ids: 'a,b',
    status: 'failed',
    error: 'NotFound,Blocked',
  });
  expect(bulkTarget('retry', { of, parsed, selected: [failed('a', null)] })).toEqual({
    ids: 'a',
    status: 'completed,unconfirmed,failed,cancelled',
  });
  expect(bulkTarget('start', { of, parsed, selected: [failed('a', 'Blocked')] })).toBe(
    'This applies only to those that are pending.',
  );
  const pending = { id: 'b', status: 'pending' as const, error_kind: null };
  expect(bulkTarget('start', { of, parsed, selected: [failed('a', 'Blocked'), pending] })).toEqual({
    ids: 'a,b',
    status: 'pending',
  });
  const many = Array.from({ length: 101 }, (_, at) => failed(String(at), null));
  expect(bulkTarget('retry', { of, parsed, selected: many })).toContain('At most 100');
});

test('what is selected and left out because of its status is counted', () => {
  const open = { id: 'b', status: 'running' as const, error_kind: null };
  const selected = [failed('a', null), open];
  expect(leftOutOf('retry', { of, selected })).toBe('1 of the 2 selected is left out: running.');
  expect(leftOutOf('cancel', { of, selected: [...selected, failed('c', null)] })).toBe(
    '2 of the 3 selected are left out: failed.',
  );
  expect(leftOutOf('retry', { of, selected: [failed('a', null)] })).toBe(undefined);
});

test('jobs have fewer statuses', () => {
  const ofJobs = (search: string) => ({
    of: 'jobs' as const,
    parsed: parseSearch(search, { of: 'jobs', nowMs: 0 }),
    selected: [],
  });
  expect(bulkTarget('cancel', ofJobs('status:failed'))).toBe(
    'This applies only to those that are pending or running.',
  );
  expect(bulkTarget('retry', { ...ofJobs(''), selected: [failed('nightly', null)] })).toEqual({
    ids: 'nightly',
    status: 'completed,failed,cancelled',
  });
});
