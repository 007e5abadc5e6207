import type { Client } from '@temporalio/client';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { applySchedules, diffSchedules } from '../../../temporal-client/apply-schedules.ts';
import { editSchedule, pauseSchedule } from '../../../temporal-client/steer-schedules.ts';
import { defaultSchedules, type ScheduleDefinition } from '../../../temporal-config/schedules.ts';
import * as workflows from '../../../workflows/index.ts';
import { runTemporal } from '../../support/run-temporal.ts';
import { createTestNamespace, type TestNamespace } from '../../support/test-namespace.ts';

const definitions = defaultSchedules({ discoveryStates: ['AZ'], crawlIntervalHours: 4 });
const HOUR_MS = 3_600_000;

let world: TestNamespace;
let client: Client;
beforeEach(async () => {
  world = await createTestNamespace();
  client = world.client;
});

/** Returns the definitions, of which the one with this id is changed. */
function withChange(id: string, change: Partial<ScheduleDefinition>): ScheduleDefinition[] {
  return definitions.map((definition) => (definition.id === id ? { ...definition, ...change } : definition));
}

async function describeSchedule(id: string) {
  return client.schedule.getHandle(id).describe();
}

async function diffOf(id: string, wanted = definitions) {
  return (await diffSchedules(client, wanted)).find((diff) => diff.id === id);
}

describe('applySchedules', () => {
  test('creates what is missing, with an explicit interval, overlap policy, catch-up window and jitter', async () => {
    expect((await diffSchedules(client, definitions)).map(({ id, state }) => [id, state])).toEqual(
      definitions.map(({ id }) => [id, 'missing']),
    );
    const applied = await applySchedules(client, definitions);
    expect(applied.map(({ id, done }) => [id, done])).toEqual(definitions.map(({ id }) => [id, 'created']));
    const found = await Promise.all(definitions.map(async ({ id }) => describeSchedule(id)));
    expect(
      found.map(({ scheduleId, spec, policies }) => [
        scheduleId,
        spec.intervals?.[0]?.every,
        policies.catchupWindow,
      ]),
    ).toEqual([
      ['payload_fetch_all', 4 * HOUR_MS, 6 * HOUR_MS],
      ['store_discovery_dutchie', 24 * HOUR_MS, 24 * HOUR_MS],
      ['analytics_refresh', 6 * HOUR_MS, 6 * HOUR_MS],
      ['proxy_probe', HOUR_MS / 12, 6 * HOUR_MS],
      ['storage_sweep', 24 * HOUR_MS, 24 * HOUR_MS],
    ]);
    for (const known of found)
      expect(known).toMatchObject({
        policies: { overlap: 'SKIP' },
        spec: { jitter: 30_000 },
        action: { taskQueue: 'crawlchain' },
      });
    expect(found.map(({ action }) => action.priority?.priorityKey)).toEqual([4, 3, 4, 1, 4]);
    const types = found.map(({ action }) => action.workflowType);
    const names = ['CrawlDue', 'DiscoverStores', 'RefreshAnalytics', 'ProbeProxies', 'SweepStorage'];
    expect(types).toEqual(names.map((name) => `scheduled${name}`));
    expect(Object.keys(workflows)).toEqual(expect.arrayContaining(types));
  });

  test('changes nothing when there is nothing to change', async () => {
    await applySchedules(client, definitions);
    const before = await Promise.all(
      definitions.map(async ({ id }) => (await describeSchedule(id)).info.lastUpdatedAt),
    );
    const applied = await applySchedules(client, definitions);
    expect(applied.map(({ state, done }) => [state, done])).toEqual(definitions.map(() => ['same', 'left']));
    const after = await Promise.all(
      definitions.map(async ({ id }) => (await describeSchedule(id)).info.lastUpdatedAt),
    );
    expect(after).toEqual(before);
  });

  test('brings what changed in code, and what follows from it, to the schedule', async () => {
    await applySchedules(client, definitions);
    const changed = defaultSchedules({ discoveryStates: ['AZ', 'NV'], crawlIntervalHours: 2 });
    expect(await diffOf('payload_fetch_all', changed)).toEqual({
      id: 'payload_fetch_all',
      state: 'different',
      startsOther: false,
      changes: [{ field: 'intervalSeconds', changedBy: 'code', schedule: 14_400, code: 7_200 }],
    });
    const applied = await applySchedules(client, changed);
    expect(applied.map(({ id, done }) => [id, done])).toEqual([
      ['payload_fetch_all', 'updated'],
      ['store_discovery_dutchie', 'updated'],
      ['analytics_refresh', 'left'],
      ['proxy_probe', 'left'],
      ['storage_sweep', 'left'],
    ]);
    const crawl = await describeSchedule('payload_fetch_all');
    expect(crawl.spec.intervals).toMatchObject([{ every: 2 * HOUR_MS }]);
    expect(crawl.action.args).toMatchObject([{ input: { scope: 'all', intervalHours: 1.8, priority: 0 } }]);
    expect((await describeSchedule('store_discovery_dutchie')).action.args).toMatchObject([
      { input: { states: ['AZ', 'NV'], priority: 10 } },
    ]);
    expect((await diffSchedules(client, changed)).map(({ state }) => state)).toEqual(
      definitions.map(() => 'same'),
    );
  });

  test('keeps what an operator changed and paused, over changes of other fields in code', async () => {
    await applySchedules(client, definitions);
    await editSchedule(client, 'payload_fetch_all', {
      intervalSeconds: 3_600,
      priority: 7,
      scope: { area: 'AZ' },
    });
    await pauseSchedule(client, 'payload_fetch_all', 'a person did it');
    const changed = withChange('payload_fetch_all', { jitterSeconds: 12, catchupWindowSeconds: 90 });
    const [applied] = await applySchedules(client, changed);
    expect(applied?.changes.map(({ field, changedBy }) => [field, changedBy])).toEqual([
      ['intervalSeconds', 'operator'],
      ['jitterSeconds', 'code'],
      ['catchupWindowSeconds', 'code'],
      ['priority', 'operator'],
      ['state', 'operator'],
      ['paused', 'operator'],
      ['note', 'operator'],
    ]);
    const { spec, policies, state, action } = await describeSchedule('payload_fetch_all');
    expect(spec).toMatchObject({ intervals: [{ every: HOUR_MS }], jitter: 12_000 });
    expect(policies.catchupWindow).toBe(90_000);
    expect(state).toMatchObject({ paused: true, note: 'a person did it' });
    expect(action.priority?.priorityKey).toBe(3);
    expect(action.args).toEqual([
      {
        workflow: 'crawlDue',
        workflowId: 'crawl-due/AZ',
        input: { scope: 'AZ', intervalHours: 0.9, priority: 7 },
      },
    ]);
  });

  test('tells a conflict with both values, keeps the operator’s, and tells it once', async () => {
    await applySchedules(client, definitions);
    await editSchedule(client, 'analytics_refresh', { intervalSeconds: 3_600 });
    const changed = withChange('analytics_refresh', { intervalHours: 12, catchupWindowSeconds: 43_200 });
    const conflict = [{ field: 'intervalSeconds', changedBy: 'conflict', schedule: 3_600, code: 43_200 }];
    expect((await diffOf('analytics_refresh', changed))?.changes).toEqual(conflict);
    const applied = await applySchedules(client, changed);
    expect(applied[2]).toMatchObject({ changes: conflict, done: 'updated' });
    expect((await describeSchedule('analytics_refresh')).spec.intervals).toMatchObject([{ every: HOUR_MS }]);
    expect((await diffOf('analytics_refresh', changed))?.changes[0]?.changedBy).toBe('operator');
    // The operator has set the same value as the code, so from now on the code decides again.
    await editSchedule(client, 'analytics_refresh', { intervalSeconds: 43_200 });
    expect((await diffOf('analytics_refresh', changed))?.state).toBe('same');
    await applySchedules(client, definitions);
    expect((await describeSchedule('analytics_refresh')).spec.intervals).toMatchObject([
      { every: 6 * HOUR_MS },
    ]);
  });

  test('may be done by several processes at once', async () => {
    const rounds = await Promise.all([1, 2, 3].map(() => applySchedules(client, definitions)));
    for (const { id } of definitions) {
      const done = rounds.map((round) => round.find((applied) => applied.id === id)?.done);
      expect(done.filter((what) => what === 'created')).toHaveLength(1);
      expect(done.filter((what) => what === 'left')).toHaveLength(2);
    }
    expect((await diffSchedules(client, definitions)).map(({ state }) => state)).toEqual(
      definitions.map(() => 'same'),
    );
  });

  test('creates a schedule again that an operator deleted', async () => {
    await applySchedules(client, definitions);
    await client.schedule.getHandle('storage_sweep').delete();
    expect((await diffOf('storage_sweep'))?.state).toBe('missing');
    const applied = await applySchedules(client, definitions);
    expect(applied.at(-1)).toMatchObject({ id: 'storage_sweep', done: 'created' });
    expect((await describeSchedule('storage_sweep')).state.paused).toBe(false);
  });

  test('tells of schedules that code has no longer, and removes them when asked, but never one made by hand', async () => {
    await applySchedules(client, definitions);
    await runTemporal(
      world,
      'schedule create --schedule-id by_hand --interval 3h --type startOnce --task-queue crawlchain',
      ['--input', '{"workflow": "refreshAnalytics", "workflowId": "analytics", "input": {}}'],
    );
    const fewer = definitions.slice(1);
    const unknown = { id: 'payload_fetch_all', state: 'unknown', changes: [], startsOther: false };
    // Polls, because the list of schedules lags by a moment.
    await vi.waitFor(async () => {
      const diffs = await diffSchedules(client, fewer);
      expect(diffs.filter(({ state }) => state !== 'same')).toEqual([unknown]);
    }, 30_000);
    expect((await applySchedules(client, fewer)).at(-1)).toEqual({ ...unknown, done: 'left' });
    expect((await describeSchedule('payload_fetch_all')).state.paused).toBe(false);
    expect((await applySchedules(client, fewer, { prune: true })).at(-1)).toEqual({
      ...unknown,
      done: 'removed',
    });
    await expect(describeSchedule('payload_fetch_all')).rejects.toThrow(/not found/);
    expect((await describeSchedule('by_hand')).spec.intervals).toMatchObject([{ every: 3 * HOUR_MS }]);
  });
});

describe('what was changed with the temporal command', () => {
  test('stays where an operator may decide; what the schedule starts is brought back', async () => {
    await applySchedules(client, withChange('payload_fetch_all', { jitterSeconds: 20 }));
    await applySchedules(client, definitions);
    // This command replaces the whole schedule, so it also removes the memo of the schedule's action.
    await runTemporal(
      world,
      'schedule update --schedule-id payload_fetch_all --interval 2h --type startOnce --task-queue crawlchain --catchup-window 6h --jitter 30s --overlap-policy BufferOne',
      [
        '--notes',
        'more often',
        '--input',
        '{"workflow": "crawlDue", "workflowId": "crawl-due/all", "input": {"scope": "all", "intervalHours": 4}}',
      ],
    );
    const diff = await diffOf('payload_fetch_all');
    expect(diff?.startsOther).toBe(true);
    expect(diff?.changes.map(({ field, changedBy, schedule }) => [field, changedBy, schedule])).toEqual([
      ['intervalSeconds', 'operator', 7_200],
      ['overlap', 'operator', 'BUFFER_ONE'],
      ['note', 'operator', 'more often'],
    ]);
    await applySchedules(client, definitions);
    const { spec, policies, action, state } = await describeSchedule('payload_fetch_all');
    expect(spec).toMatchObject({ intervals: [{ every: 2 * HOUR_MS }], jitter: 30_000 });
    expect(policies.overlap).toBe('BUFFER_ONE');
    expect(state.note).toBe('more often');
    expect(action.workflowId).toBe('scheduled/payload_fetch_all');
    expect(action.priority?.priorityKey).toBe(4);
    expect(action.args).toMatchObject([{ input: { scope: 'all', intervalHours: 1.8, priority: 0 } }]);
    expect(await diffOf('payload_fetch_all')).toMatchObject({ startsOther: false });
  });

  test('a calendar in place of the interval stays', async () => {
    await applySchedules(client, definitions);
    await runTemporal(
      world,
      'schedule update --schedule-id analytics_refresh --type startOnce --task-queue crawlchain --catchup-window 6h --jitter 30s',
      [
        '--cron',
        '30 4 * * *',
        '--input',
        '{"workflow": "refreshAnalytics", "workflowId": "analytics", "input": {}}',
        '--notes',
        'Refreshes the materialized views for analytics.',
      ],
    );
    const [, , applied] = await applySchedules(
      client,
      withChange('analytics_refresh', { jitterSeconds: 10 }),
    );
    expect(applied?.changes).toEqual([
      { field: 'intervalSeconds', changedBy: 'operator', schedule: 'calendar', code: 21_600 },
      { field: 'jitterSeconds', changedBy: 'code', schedule: 30, code: 10 },
    ]);
    const { spec } = await describeSchedule('analytics_refresh');
    expect(spec.calendars).toMatchObject([{ hour: [{ start: 4 }], minute: [{ start: 30 }] }]);
    expect(spec.intervals).toEqual([]);
    expect(spec.jitter).toBe(10_000);
  });

  test('a priority that was set in the input reaches the schedule’s own', async () => {
    await applySchedules(client, definitions);
    await runTemporal(
      world,
      'schedule update --schedule-id payload_fetch_all --interval 4h --type startOnce --task-queue crawlchain --catchup-window 6h --jitter 30s',
      [
        '--input',
        '{"workflow": "crawlDue", "workflowId": "crawl-due/all", "input": {"scope": "all", "intervalHours": 3.6, "priority": 20}}',
      ],
    );
    await applySchedules(client, definitions);
    const { action } = await describeSchedule('payload_fetch_all');
    expect(action.priority?.priorityKey).toBe(1);
    expect(action.args).toMatchObject([{ input: { priority: 20 } }]);
  });
});

test('a priority that was set as a key of Temporal’s reaches the chains', async () => {
  await applySchedules(client, definitions);
  await client.schedule.getHandle('payload_fetch_all').update((known) => {
    const action = { ...known.action, priority: { priorityKey: 1 } };
    return { ...known, action };
  });
  expect((await diffOf('payload_fetch_all'))?.changes).toEqual([
    { field: 'priority', changedBy: 'operator', schedule: 20, code: 0 },
  ]);
  await applySchedules(client, definitions);
  const { action } = await describeSchedule('payload_fetch_all');
  expect(action.args).toMatchObject([{ input: { priority: 20 } }]);
});

test('a schedule of before there were notes of what was applied keeps what it has, as a conflict', async () => {
  const [crawl] = definitions;
  await client.schedule.create({
    scheduleId: 'payload_fetch_all',
    spec: { intervals: [{ every: '5 hours' }], jitter: '30 seconds' },
    policies: { overlap: 'SKIP', catchupWindow: '6 hours' },
    action: {
      type: 'startWorkflow',
      workflowType: 'startOnce',
      workflowId: 'scheduled/payload_fetch_all',
      taskQueue: 'crawlchain',
      args: [crawl!.start],
    },
    state: { note: crawl!.note },
  });
  const [applied] = await applySchedules(client, [crawl!]);
  expect(applied?.changes).toEqual([
    { field: 'intervalSeconds', changedBy: 'conflict', schedule: 18_000, code: 14_400 },
  ]);
  const { action } = await describeSchedule('payload_fetch_all');
  expect(action.args).toMatchObject([{ input: { intervalHours: 4.5 } }]);
  expect((await diffSchedules(client, [crawl!]))[0]?.changes[0]?.changedBy).toBe('operator');
});
