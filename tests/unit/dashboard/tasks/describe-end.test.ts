import { expect, test } from 'vitest';
import { describeEnding } from '../../../../dashboard/tasks/describe-end.ts';

type Run = Parameters<typeof describeEnding>[0];
type RunEvent = Run['timeline'][number];

const request = (rest: Partial<RunEvent> = {}): RunEvent => ({
  at: '2026-01-10T06:00:00Z',
  event: 'cancel_requested',
  run_id: 'r',
  worker_id: null,
  worker_name: null,
  actor: 'ada',
  error_kind: null,
  message: null,
  progress_percent: null,
  reason: 'the store moved',
  ...rest,
});
const run = (rest: Partial<Run> = {}): Run => ({
  status: 'cancelled',
  cancel_requested: false,
  timeline: [request()],
  ...rest,
});

test('a cancelled task says who cancelled it and why, by the last request', () => {
  expect(describeEnding(run())).toBe('Cancelled by ada. Reason: the store moved');
  const timeline = [request(), request({ actor: 'bob', reason: null, message: 'bulk/7' })];
  expect(describeEnding(run({ timeline }))).toBe('Cancelled by bob, with `bulk/7`. No reason was given.');
  expect(describeEnding(run({ timeline: [request({ actor: null })] }))).toBe(
    'Cancelled. Reason: the store moved',
  );
});

test('a task that was started before its time is not called cancelled', () => {
  const timeline = [request({ message: 'bulk/7' })];
  expect(describeEnding(run({ timeline, next_run: { in_place: true } }))).toBe(
    'Started before its time by ada, with `bulk/7`. Reason: the store moved',
  );
  expect(describeEnding(run({ timeline, next_run: { in_place: false } }))).toContain('Cancelled by ada');
});

test('what was cancelled elsewhere says that Crawlchain did not receive the request', () => {
  expect(describeEnding(run({ timeline: [] }))).toMatch(
    /^Cancelled\. Crawlchain did not receive the request/,
  );
});

test('an open task says who asked it to end, and one that ended otherwise says nothing', () => {
  const requested = { cancel_requested: true };
  expect(describeEnding(run({ ...requested, status: 'running' }))).toBe(
    'Asked to end by ada. Reason: the store moved',
  );
  expect(describeEnding(run({ status: 'running', timeline: [] }))).toBe(null);
  expect(describeEnding(run({ ...requested, status: 'completed' }))).toBe(null);
});
