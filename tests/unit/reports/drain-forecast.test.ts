import { describeStop } from '../../../domain/stopped-target.ts';
import { describe, expect, test } from 'vitest';
import type { RetryingTasks } from '../../../db/queries/retrying-work.ts';
import { forecastDrain, type Workforce } from '../../../reports/drain-forecast.ts';
import { makeCapacityRow } from './make-capacity-row.ts';

const NOW = new Date('2026-01-31T12:00:00Z');

const ALL: Workforce = {
  now: NOW,
  served: new Set(['fetch-dutchie', 'browser', 'ingest', 'reingest', 'media']),
  stopped: [],
  proxyFault: null,
  retrying: [],
  breakers: [],
};

const queue = (name: string, backlog: number) => ({
  queue: name,
  backlog,
  oldest_age_sec: 1,
  added_per_hour: 0,
  dispatched_per_hour: 0,
});

describe('forecastDrain', () => {
  test.each([
    [0.004, 'clears in less than a minute'],
    [0.5834, 'clears in 35 min'],
    [3.2, 'clears in 3 h'],
    [72, 'clears in 3 days'],
  ])('what is done in %d h %s', (hours, text) => {
    const row = makeCapacityRow({ estimated_hours_to_drain: hours });
    expect(forecastDrain(row, ALL)).toMatchObject({ state: 'clears', words: text, minutes: hours * 60 });
  });

  test('what is empty is clear, with or without workers', () => {
    const row = makeCapacityRow({ pending_tasks: 0, active_workers: 0 });
    for (const workforce of [ALL, { ...ALL, served: new Set<string>(), stopped: ['dutchie'] }])
      expect(forecastDrain(row, workforce)).toMatchObject({
        state: 'clears',
        minutes: 0,
        words: 'nothing waits',
      });
  });

  test('a backlog without any worker is stalled, whatever was done before', () => {
    const forecast = forecastDrain(makeCapacityRow(), { ...ALL, served: new Set() });
    expect(forecast).toMatchObject({
      state: 'stalled',
      words: 'stalled: no worker is running',
      minutes: null,
      boundBy: 'workers',
    });
  });

  test('without an active proxy what is fetched is stalled, and the rest goes on', () => {
    const workforce = { ...ALL, proxyFault: 'no proxy is active' };
    expect(forecastDrain(makeCapacityRow({ role: 'payload_fetch' }), workforce)).toMatchObject({
      state: 'stalled',
      words: 'stalled: no proxy is active',
      boundBy: 'proxies',
    });
    const ingest = makeCapacityRow({ role: 'product_refresh', estimated_hours_to_drain: 1 });
    expect(forecastDrain(ingest, workforce).state).toBe('clears');
    expect(forecastDrain(makeCapacityRow({ pending_tasks: 0 }), workforce).state).toBe('clears');
  });

  const retrying = (change: Partial<RetryingTasks> = {}): Workforce => ({
    ...ALL,
    retrying: [
      {
        role: 'payload_fetch',
        platform: 'dutchie',
        count: 12,
        failedSince: 12,
        since: NOW,
        kind: 'UpstreamError',
        message: 'no room',
        workerName: null,
        nextAttemptAt: null,
        lastAttemptAt: null,
        ...change,
      },
    ],
  });

  test('where all that is tried fails, it is stalled, also while it is tried again and while more is ready', () => {
    const row = { role: 'payload_fetch', pending_tasks: 12 } as const;
    for (const ready of [0, 3, 12])
      expect(forecastDrain(makeCapacityRow({ ...row, ready_tasks: ready }), retrying())).toMatchObject({
        state: 'stalled',
        words: 'stalled: all attempts of dutchie fail as UpstreamError, and are retried',
        boundBy: 'failures',
      });
    const usual = [{ failedSince: 0 }, { count: 2, failedSince: 2 }, { role: 'store_discovery' as const }];
    for (const change of usual)
      expect(forecastDrain(makeCapacityRow(row), retrying(change)).state).toBe('clears');
  });

  test('a platform that refuses every proxy is named, rather than how tasks fail by it', () => {
    const row = makeCapacityRow({ role: 'payload_fetch', pending_tasks: 12 });
    const breakers = [{ target: 'dutchie' }];
    const forecastOf = (kind: string) => forecastDrain(row, { ...retrying({ kind }), breakers });
    expect(forecastOf('RateLimited')).toMatchObject({
      words: 'stalled: dutchie refuses every proxy',
      boundBy: 'platform',
    });
    expect(forecastOf('StorageFull')).toMatchObject({
      words: expect.stringContaining('fail as StorageFull'),
      boundBy: 'failures',
    });
  });

  test('what a stop held back goes on once its platform is started', () => {
    const row = makeCapacityRow({
      role: 'payload_fetch',
      pending_tasks: 12,
      estimated_hours_to_drain: 1,
    });
    const message = describeStop('dutchie', { since: new Date(), because: 'they asked us to' });
    const held = retrying({ kind: 'RateLimited', message });
    expect(forecastDrain(row, held).state).toBe('clears');
    expect(forecastDrain(row, retrying({ kind: 'RateLimited' })).state).toBe('stalled');
  });

  test('what waits for its next attempt is not clear before that one begins', () => {
    const row = makeCapacityRow({ pending_tasks: 1, estimated_hours_to_drain: 0.004 });
    const few = { count: 1, failedSince: 1 };
    const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
    expect(forecastDrain(row, retrying({ ...few, lastAttemptAt: inMinutes(4) }))).toMatchObject({
      words: 'clears in 4 min at the earliest: some wait for their next attempt',
      minutes: 4,
    });
    const soon = forecastDrain(row, retrying({ ...few, lastAttemptAt: inMinutes(0.4) }));
    expect(soon.words).toBe('clears in less than a minute');
    const slow = makeCapacityRow({ estimated_hours_to_drain: 1 });
    expect(forecastDrain(slow, retrying({ ...few, lastAttemptAt: inMinutes(4) })).words).toBe(
      'clears in 60 min',
    );
  });

  test('a queue that nobody serves is named, also where other work of the role goes on', () => {
    const served = new Set(['fetch-dutchie', 'ingest']);
    const row = makeCapacityRow({ queues: [queue('fetch-dutchie', 5), queue('browser', 2)] });
    expect(forecastDrain(row, { ...ALL, served }).words).toBe('stalled: no worker serves `browser`');
    const idle = makeCapacityRow({ queues: [queue('fetch-dutchie', 5), queue('browser', 0)] });
    expect(forecastDrain(idle, { ...ALL, served }).state).toBe('clears');
  });

  test('without workers of the role its first queue is named, also when Temporal does not tell of queues', () => {
    const row = makeCapacityRow({ role: 'product_refresh', active_workers: 0 });
    const served = new Set(['fetch-dutchie']);
    expect(forecastDrain(row, { ...ALL, served }).words).toBe('stalled: no worker serves `ingest`');
  });

  test('a platform that is stopped stalls fetches, and not what asks no platform', () => {
    const never = { estimated_hours_to_drain: null, growth_per_hour: 10 };
    const workforce = { ...ALL, stopped: ['dutchie'] };
    expect(forecastDrain(makeCapacityRow(never), workforce)).toMatchObject({
      state: 'stalled',
      words: 'stalled: requests to dutchie are stopped',
    });
    const ingest = makeCapacityRow({ ...never, role: 'product_refresh' });
    expect(forecastDrain(ingest, workforce).state).toBe('grows');
  });

  test.each([
    [720, 'grows by 12 a minute', 12],
    [30, 'grows by 30 an hour', 0.5],
    [0, 'does not shrink: as many tasks arrive as are completed', 0],
  ])('what grows by %d an hour %s', (perHour, text, perMinute) => {
    const row = makeCapacityRow({ estimated_hours_to_drain: null, growth_per_hour: perHour });
    expect(forecastDrain(row, ALL)).toMatchObject({
      state: 'grows',
      words: text,
      growthPerMinute: perMinute,
    });
  });

  test('nobody knows when what was never completed is done', () => {
    const row = makeCapacityRow({ estimated_hours_to_drain: null, slot_seconds: null });
    expect(forecastDrain(row, ALL).state).toBe('unknown');
  });

  test('what binds is a ceiling where one is reached, and else the number of workers', () => {
    const needed = { for_1_hour: 5, for_4_hours: 2, for_8_hours: 1 };
    const bound = { for_1_hour: 'platform' as const, for_4_hours: null, for_8_hours: null };
    expect(forecastDrain(makeCapacityRow({ bound_by: bound }), ALL).boundBy).toBe('platform');
    expect(forecastDrain(makeCapacityRow({ workers_needed: needed }), ALL).boundBy).toBe('workers');
    expect(forecastDrain(makeCapacityRow(), ALL).boundBy).toBe(null);
  });
});
