import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { suggest } from '../../../../dashboard/tasks/suggestions.ts';
import { WORKER_ROLES } from '../../../../temporal-config/role-queues.ts';

test('keys and values are suggested for what is being typed', () => {
  const texts = (search: string) =>
    suggest(search, { of: 'tasks', seen: (key) => (key === 'worker' ? ['Kryll', 'Kira'] : []) }).map(
      ({ text }) => text,
    );
  expect(texts('state:NV sta')).toEqual(['status:', 'state:', 'stage:', 'status:stale']);
  expect(texts('state:NV Discovery')).toEqual([
    'role:store_discovery',
    'role:entry_point_discovery',
    'role:product_discovery',
  ]);
  expect(texts('role:payload_fetch discovery')).toEqual([]);
  expect(texts('fail')).toEqual(['status:failed']);
  expect(texts('fa')).toEqual([]);
  expect(suggest('x fail', { of: 'tasks', seen: () => [] })[0]?.search).toBe('x status:failed ');
  expect(texts('status:c')).toEqual(['claimed', 'completed', 'cancelled']);
  expect(texts('status:failed,c')).toEqual(['claimed', 'completed', 'cancelled']);
  expect(texts('worker:k')).toEqual(['Kryll', 'Kira']);
  expect(texts('worker:Kryll ')).toEqual([]);
  expect(texts('')).toEqual([]);
  expect(texts('role:')).toEqual(WORKER_ROLES);
  expect(suggest('state:NV status:failed,ca', { of: 'tasks', seen: () => [] })[0]?.search).toBe(
    'state:NV status:failed,cancelled ',
  );
  expect(suggest('by:', { of: 'tasks', seen: () => ['night shift'] })[0]?.search).toBe('by:"night shift" ');
  const ofJobs = suggest('status:', { of: 'jobs', seen: () => [] }).map(({ text }) => text);
  expect(ofJobs).toEqual(['pending', 'running', 'completed', 'failed', 'cancelled']);
});

test('any text has suggestions, or none', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const { search } of suggest(text, { of: 'tasks', seen: () => [] })) expect(search).not.toBe(text);
    }),
  );
});
