import { expect, test } from 'vitest';
import { readRunSearch } from '../../../../dashboard/tasks/run-search.ts';

test('what is not understood of an address is absent, and does not come through from the address itself', () => {
  const raw = { q: '', sort: 'colour', order: 'up', ask: 'nothing', for: '3' };
  expect({ ...raw, ...readRunSearch(raw) }).toEqual({});
  expect(readRunSearch({ q: '404', sort: 'ended', order: 'asc', ask: 'create', for: '3' })).toEqual({
    q: '404',
    sort: 'ended',
    order: 'asc',
    ask: 'create',
    for: '3',
  });
});

test('a status as the API takes it is searched for, unless a search is there', () => {
  expect(readRunSearch({ status: 'failed' })).toMatchObject({ q: 'status:failed', status: undefined });
  expect(readRunSearch({ status: 'failed', q: 'role:payload_fetch' }).q).toBe('role:payload_fetch');
  expect(readRunSearch({ status: '' }).q).toBe(undefined);
});
