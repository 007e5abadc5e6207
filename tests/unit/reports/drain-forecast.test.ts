import { describe, expect, test } from 'vitest';
import { forecastDrain, type Workforce } from '../../../reports/drain-forecast.ts';
import { makeCapacityRow } from './make-capacity-row.ts';

const ALL: Workforce = {
  served: new Set(['fetch-dutchie', 'browser', 'ingest', 'reingest', 'media']),
  stopped: [],
  lacksProxies: false,
  retrying: [],
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
  ])('what is done in %d h %s', (hours, words) => {
    const row = makeCapacityRow({ estimated_hours_to_drain: hours });
    expect(forecastDrain(row, ALL)).toMatchObject({ state: 'clears', words, minutes: hours * 60 });
  });

  test('what is empty is clear, with or without workers', () => {
    const row = makeCapacityRow({ pending_tasks: 0, active_workers: 0 });
    for (const workforce of [
      ALL,
      { served: new Set<string>(), stopped: ['dutchie'], lacksProxies: false, retrying: [] },
    ])
      expect(forecastDrain(row, workforce)).toMatchObject({
        state: 'clears',
        minutes: 0,
        words: 'nothing waits',
      });
  });

  test('a backlog without any worker is stalled, whatever was done before', () => {
    const forecast = forecastDrain(makeCapacityRow(), {
      served: new Set(),
      stopped: [],
      lacksProxies: false,
      retrying: [],
    });
    expect(forecast).toMatchObject({
      state: 'stalled',
      words: 'stalled: no worker is running',
      minutes: null,
    });
  });

  test('without an active proxy what is fetched is stalled, and the rest goes on', () => {
    const workforce = { ...ALL, lacksProxies: true };
    expect(forecastDrain(makeCapacityRow({ role: 'payload_fetch' }), workforce)).toMatchObject({
      state: 'stalled',
      words: 'stalled: no proxy is active',
      boundBy: 'proxies',
    });
    const ingest = makeCapacityRow({ role: 'product_refresh', estimated_hours_to_drain: 1 });
    expect(forecastDrain(ingest, workforce).state).toBe('clears');
    expect(forecastDrain(makeCapacityRow({ pending_tasks: 0 }), workforce).state).toBe('clears');
  });

  test('where all that waits failed alike and is tried again, it is stalled; a few retries, or some that are ready, are usual', () => {
    const full = { role: 'payload_fetch', kind: 'StorageFull', count: 9, message: 'no room' } as const;
    const workforce = { ...ALL, retrying: [full] };
    const row = { role: 'payload_fetch', pending_tasks: 12, ready_tasks: 0 } as const;
    expect(forecastDrain(makeCapacityRow(row), workforce)).toMatchObject({
      state: 'stalled',
      words: 'stalled: all wait for another attempt after StorageFull',
      failure: full,
    });
    for (const usual of [
      { ready_tasks: 1 },
      { pending_tasks: 2 },
      { pending_tasks: 18 },
      { role: 'product_refresh' as const },
    ])
      expect(forecastDrain(makeCapacityRow({ ...row, ...usual }), workforce).state).toBe('clears');
  });

  test('a queue that nobody serves is named, also where other work of the role goes on', () => {
    const served = new Set(['fetch-dutchie', 'ingest']);
    const row = makeCapacityRow({ queues: [queue('fetch-dutchie', 5), queue('browser', 2)] });
    expect(forecastDrain(row, { served, stopped: [], lacksProxies: false, retrying: [] }).words).toBe(
      'stalled: no worker serves `browser`',
    );
    const idle = makeCapacityRow({ queues: [queue('fetch-dutchie', 5), queue('browser', 0)] });
    expect(forecastDrain(idle, { served, stopped: [], lacksProxies: false, retrying: [] }).state).toBe(
      'clears',
    );
  });

  test('without workers of the role its first queue is named, also when Temporal does not tell of queues', () => {
    const row = makeCapacityRow({ role: 'product_refresh', active_workers: 0 });
    const served = new Set(['fetch-dutchie']);
    expect(forecastDrain(row, { served, stopped: [], lacksProxies: false, retrying: [] }).words).toBe(
      'stalled: no worker serves `ingest`',
    );
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
    [0, 'does not shrink: as much comes as is done', 0],
  ])('what grows by %d an hour %s', (perHour, words, perMinute) => {
    const row = makeCapacityRow({ estimated_hours_to_drain: null, growth_per_hour: perHour });
    expect(forecastDrain(row, ALL)).toMatchObject({ state: 'grows', words, growthPerMinute: perMinute });
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
