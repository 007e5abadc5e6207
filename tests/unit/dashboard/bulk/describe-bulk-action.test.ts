import { expect, test } from 'vitest';
import {
  describeBulkAction,
  endedWords,
  describeSkipped,
  describeStatus,
} from '../../../../dashboard/bulk/describe-bulk-action.ts';

const ONE = 'crawl~12~0199c6f2-3c4d-7e5f-8a6b-0123456789ab';
const NONE = { status: 'completed', matched: 1, done: 0, skipped: 0, failed: 0 } as const;

const text = (action: object, filter: Record<string, string> = { ids: ONE, status: 'failed' }) =>
  describeBulkAction({ ...NONE, ...action }, { requested: { of: 'tasks', filter }, past: 'started again' });

test('what was done to a single task is a sentence that names it', () => {
  expect(text({ done: 1 })).toBe('The task crawl/12 was started again.');
  expect(text({ skipped: 1 })).toBe('The task crawl/12 was left as it is.');
  expect(text({ failed: 1 })).toBe('The task crawl/12 could not be started again.');
});

test('where a search found one, or one of several that were selected was left, it is counted', () => {
  expect(text({ done: 1 }, { status: 'failed' })).toBe('1 task was started again.');
  expect(text({ done: 1 }, { ids: `${ONE},${ONE}` })).toBe('1 task was started again.');
});

test('of many, of what goes on and of what ended before it began, there are counts', () => {
  expect(text({ matched: 1_200, done: 1_198, skipped: 2 })).toBe(
    'The bulk action is completed: 1,198 of 1,200 started again, 2 skipped, 0 failed.',
  );
  expect(text({ status: 'running' })).toBe('Under way: 0 of 1 started again, 0 skipped, 0 failed.');
  expect(text({ status: 'cancelled' })).toBe(
    'The bulk action is cancelled: 0 of 1 started again, 0 skipped, 0 failed.',
  );
});

test('what will be skipped is counted with the reason', () => {
  expect(describeSkipped({ reason: 'it has run again', count: 1 })).toBe('1 is skipped: it has run again.');
  expect(describeSkipped({ reason: 'it has run again', count: 3 })).toBe(
    '3 are skipped: they have run again.',
  );
  expect(describeSkipped({ reason: 'NotFound: the same', count: 2 })).toBe(
    '2 are skipped: NotFound: the same.',
  );
  const waiting = 'it waits for a retry, after ProxyFault';
  expect(describeSkipped({ reason: waiting, count: 1 })).toBe(`1 is skipped: ${waiting}.`);
  expect(describeSkipped({ reason: waiting, count: 24 })).toBe(
    '24 are skipped: they wait for a retry, after ProxyFault.',
  );
  expect(describeSkipped({ reason: 'it waits for a worker, not for its time', count: 2 })).toBe(
    '2 are skipped: they wait for a worker, not for their time.',
  );
});

test('before it has counted it says so, and not that nothing matched', () => {
  expect(text({ status: 'running', matched: null }, { status: 'failed' })).toBe(
    'Under way: counting the tasks.',
  );
});

test('the statuses that it is about are one word where they are all that is open, or all that is over', () => {
  expect(describeStatus('pending,claimed,running,stale', 'tasks')).toBe('open');
  expect(describeStatus('completed,unconfirmed,failed,cancelled', 'tasks')).toBe('ended');
  expect(describeStatus('completed,failed,cancelled', 'jobs')).toBe('ended');
  expect(describeStatus('completed,failed,cancelled', 'tasks')).toBe('completed, failed or cancelled');
  expect(describeStatus('failed', 'tasks')).toBe('failed');
});

test('what was skipped or failed is said with its number and reason', () => {
  expect(endedWords('skipped', { reason: 'it has run again', count: 3 })).toBe(
    '3 skipped: they have run again.',
  );
  expect(endedWords('failed', { reason: 'Temporal does not answer.', count: 1 })).toBe(
    '1 failed: Temporal does not answer.',
  );
});
