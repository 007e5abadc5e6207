import { expect, test } from 'vitest';
import { layOutTime } from '../../../../dashboard/tasks/lay-out-time.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 10, 24, 12) + seconds * 1_000).toISOString();
const NOW = Date.parse(at(100));
const stage = (name: 'fetch' | 'ingest', began: number, over: number | null) => ({
  stage: name,
  role: 'payload_fetch' as const,
  worker_id: 'Kryll',
  attempts: 1,
  outcome: over === null ? null : ('completed' as const),
  result: null,
  started_at: at(began),
  ended_at: over === null ? null : at(over),
});
const event = (seconds: number, name: 'retried' | 'claimed' | 'created', message: string | null) => ({
  at: at(seconds),
  event: name,
  run_id: 'r',
  worker_id: name === 'claimed' ? 'Kryll' : null,
  worker_name: name === 'claimed' ? 'Aethelgard' : null,
  actor: null,
  error_kind: null,
  message,
  progress_percent: null,
  reason: null,
});

test('a task waits before its stages and between them, and what is open goes on until now', () => {
  const { spans, totalMs } = layOutTime(
    {
      created_at: at(0),
      completed_at: null,
      stages: [stage('ingest', 60, null), stage('fetch', 10, 50)],
      timeline: [event(10, 'claimed', null)],
      attempt_waits: [],
    },
    NOW,
  );
  expect(totalMs).toBe(100_000);
  expect(spans.map(({ lane, from, to, outcome }) => [lane, from, to, outcome])).toEqual([
    ['waits', 0, 0.1, 'waits'],
    ['fetch', 0.1, 0.5, 'completed'],
    ['waits', 0.5, 0.6, 'waits'],
    ['ingest', 0.6, 1, 'open'],
  ]);
  expect(spans[1]).toMatchObject({ ms: 40_000, label: 'fetch by Aethelgard, 1 attempt' });
});

test('one that is over ends with its last stage, and retries are marked where they were', () => {
  const { spans, marks } = layOutTime(
    {
      created_at: at(0),
      completed_at: at(50),
      stages: [stage('fetch', 10, 50)],
      timeline: [event(0, 'created', null), event(25, 'retried', 'Blocked')],
      attempt_waits: [],
    },
    NOW,
  );
  expect(spans.map(({ lane }) => lane)).toEqual(['waits', 'fetch']);
  expect(marks).toEqual([{ at: 0.5, event: 'retried', label: 'retried: Blocked' }]);
});

test('one that was just created waits, and has no width of nothing', () => {
  const { spans } = layOutTime(
    { created_at: at(100), completed_at: null, stages: [], timeline: [], attempt_waits: [] },
    NOW,
  );
  expect(spans).toMatchObject([{ lane: 'waits', from: 0, to: 1 }]);
});

test('the time between the attempts of a stage counts as waiting, also where the next attempt has not begun', () => {
  const wait = (from: number, until: number | null) => ({
    from: at(from),
    until: until === null ? null : at(until),
    error_kind: 'RateLimited',
  });
  const { spans } = layOutTime(
    {
      created_at: at(0),
      completed_at: null,
      stages: [stage('fetch', 10, null)],
      timeline: [],
      // The first belongs to an earlier run of the stage, and two overlap.
      attempt_waits: [wait(2, 8), wait(10, 30), wait(20, 40), wait(60, 70), wait(90, null)],
    },
    NOW,
  );
  expect(spans.map(({ lane, from, to, label }) => [lane, from, to, label.split(',')[0]])).toEqual([
    ['waits', 0, 0.1, 'waits'],
    ['waits', 0.1, 0.3, 'waits for the next attempt'],
    ['waits', 0.3, 0.4, 'waits for the next attempt'],
    ['fetch', 0.4, 0.6, 'fetch by Kryll'],
    ['waits', 0.6, 0.7, 'waits for the next attempt'],
    ['fetch', 0.7, 0.9, 'fetch by Kryll'],
    ['waits', 0.9, 1, 'waits for the next attempt'],
  ]);
  expect(spans[1]?.label).toBe('waits for the next attempt, after RateLimited');
});
