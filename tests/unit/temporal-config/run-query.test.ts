import { expect, test } from 'vitest';
import { bulkFilterOf, jobFilterOf, taskFilterOf } from '../../../temporal-config/run-query.ts';

const BEFORE = new Date('2026-03-01T12:00:00Z');

test('a query is a filter of the ledger, with lists and moments', () => {
  expect(
    taskFilterOf({
      role: 'product_resync',
      status: 'failed,cancelled',
      error: 'Blocked,Timeout',
      ended_since: '2026-03-01T11:00:00Z',
    }),
  ).toMatchObject({
    roles: ['payload_fetch', 'product_refresh'],
    statuses: ['failed', 'cancelled'],
    errorKinds: ['Blocked', 'Timeout'],
    endedSince: new Date('2026-03-01T11:00:00Z'),
    since: undefined,
  });
  expect(jobFilterOf({ status: 'running', job_type: 'sync' })).toMatchObject({
    statuses: ['running'],
    jobType: 'sync',
  });
});

test('a bulk action is about what was there before, with the statuses that it can do something about', () => {
  const retry = bulkFilterOf({ action: 'retry', of: 'tasks', filter: { state: 'AZ,NV' } }, BEFORE);
  expect(retry).toMatchObject({ kind: 'task', states: ['AZ', 'NV'], statuses: ['failed'] });
  expect([retry.until, retry.endedUntil]).toEqual([BEFORE, BEFORE]);
  const earlier = '2026-02-01T00:00:00Z';
  const filter = { status: 'running', until: earlier };
  const cancel = bulkFilterOf({ action: 'cancel', of: 'jobs', filter }, BEFORE);
  expect(cancel).toMatchObject({ kind: 'job', statuses: ['claimed', 'running', 'stale'] });
  expect([cancel.until, cancel.endedUntil]).toEqual([new Date(earlier), undefined]);
});
