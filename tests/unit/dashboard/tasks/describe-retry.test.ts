import { expect, test } from 'vitest';
import { describeAttempt, retryOf, wordRetries } from '../../../../dashboard/tasks/describe-retry.ts';

type RunEvent = Parameters<typeof wordRetries>[0][number];

const one = (event: RunEvent['event'], rest: Partial<RunEvent> = {}): RunEvent => ({
  at: '2026-01-10T06:00:00Z',
  event,
  run_id: 'r',
  worker_id: 'worker-1',
  worker_name: 'Aethelgard',
  actor: null,
  error_kind: null,
  message: null,
  progress_percent: null,
  reason: null,
  ...rest,
});
const claim = one('claimed', { message: 'fetch' });
const blocked = one('retried', { error_kind: 'Blocked', message: 'Blocked: no' });
const sentencesOf = (timeline: RunEvent[], retries: number) => [...wordRetries(timeline, retries)];

test('a retry says which attempt it is, and after what', () => {
  const other = { worker_id: 'worker-2', worker_name: 'Xylos' };
  const timeline = [
    one('created', { worker_id: null }),
    one('claimed', { message: 'fetch', ...other }),
    one('retried'),
    claim,
    blocked,
    claim,
    one('retried'),
  ];
  expect(sentencesOf(timeline, 3)).toEqual([
    [2, 'attempt 2, after Xylos failed or fell silent'],
    [4, 'attempt 3, after Blocked: no'],
    [
      6,
      'attempt 4, after an attempt that ended without a closing record: its worker was killed, or lost its connection',
    ],
  ]);
});

test('each stage, and each run, counts its attempts from one', () => {
  const ingest = { message: 'ingest' };
  const timeline = [claim, blocked, claim, one('stage', ingest), blocked, one('claimed', ingest)];
  expect(sentencesOf([...timeline, one('reopened'), claim, blocked], 3).map(([, text]) => text)).toEqual([
    'attempt 2, after Blocked: no',
    'attempt 2, after Blocked: no',
    'attempt 2, after Blocked: no',
  ]);
});

test('where other retries were counted than the timeline has, nobody knows which attempt it is', () => {
  expect(sentencesOf([claim, blocked, claim, one('retried')], 3)).toEqual([
    [1, 'another attempt, after Blocked: no'],
    [
      3,
      'another attempt, after an attempt that ended without a closing record: its worker was killed, or lost its connection',
    ],
  ]);
});

test('the task that tries again says which retry it is, and a second look at a doubted menu is none', () => {
  expect(retryOf({ retry: 2, retries_max: 3 })).toBe('retry 2 of 3');
  expect(retryOf({ retry: 2, retries_max: null })).toBe('retry 2');
  expect(retryOf({ retry: null, retries_max: null })).toBe(null);
});

test('a job says which attempt it is of how many, the first one included', () => {
  expect(describeAttempt({ status: 'running', retry_count: 0, max_retries: 3 })).toBe('1 of 4');
  expect(describeAttempt({ status: 'failed', retry_count: 3, max_retries: 3 })).toBe('4 of 4');
  expect(describeAttempt({ status: 'pending', retry_count: 1, max_retries: null })).toBe('2');
  expect(describeAttempt({ status: 'pending', retry_count: 0, max_retries: 3 })).toBe('-');
});
