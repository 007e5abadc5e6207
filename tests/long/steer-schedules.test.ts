import type { Client } from '@temporalio/client';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { applySchedules } from '../../temporal-client/apply-schedules.ts';
import { describeSchedules } from '../../temporal-client/describe-schedules.ts';
import {
  backfillSchedule,
  editSchedule,
  pauseSchedule,
  resumeSchedule,
} from '../../temporal-client/steer-schedules.ts';
import { triggerSchedule } from '../../temporal-client/trigger-schedule.ts';
import { defaultSchedules } from '../../temporal-config/schedules.ts';
import { createTestNamespace } from '../support/test-namespace.ts';

const definitions = defaultSchedules({ discoveryStates: ['AZ'], crawlIntervalHours: 4 });

// No worker serves these namespaces, so workflows that are started wait.
let client: Client;
beforeEach(async () => {
  ({ client } = await createTestNamespace());
  await applySchedules(client, definitions);
});

test('schedules are described with what they do, and that they never ran', async () => {
  const reports = await vi.waitFor(
    async () => {
      const found = await describeSchedules(client);
      expect(found).toHaveLength(definitions.length);
      return found;
    },
    { timeout: 30_000, interval: 200 },
  );
  expect(reports.map(({ id, role, state }) => [id, role, state])).toEqual([
    ['analytics_refresh', 'analytics_refresh', null],
    ['payload_fetch_all', 'payload_fetch', 'all'],
    ['proxy_probe', 'proxy_probe', null],
    ['storage_sweep', 'storage_sweep', null],
    ['store_discovery_dutchie', 'store_discovery', 'all'],
  ]);
  const { nextRunAt, ...rest } = reports[1]!;
  expect(nextRunAt?.getTime()).toBeGreaterThan(Date.now());
  expect(nextRunAt?.getTime()).toBeLessThan(Date.now() + 4.1 * 3_600_000);
  expect(rest).toEqual({
    id: 'payload_fetch_all',
    role: 'payload_fetch',
    intervalSeconds: 14_400,
    jitterSeconds: 30,
    catchupWindowSeconds: 21_600,
    overlap: 'SKIP',
    priority: 0,
    state: 'all',
    paused: false,
    note: 'Starts a chain for every dispensary that is due.',
    workflowId: 'crawl-due/all',
    searched: null,
    isMadeByCode: true,
    lastRun: null,
    runs: 0,
    skipped: 0,
    missed: 0,
  });
  expect(reports[4]).toMatchObject({ priority: 5, workflowId: 'discover/dutchie/all' });
});

describe('editSchedule', () => {
  test('moves what is due with the interval, and the chains with the priority and the state', async () => {
    const report = await editSchedule(client, 'payload_fetch_all', {
      intervalSeconds: 7_200,
      priority: 12,
      scope: { area: 'NV', states: ['NV'] },
    });
    expect(report).toMatchObject({
      intervalSeconds: 7_200,
      priority: 12,
      state: 'NV',
      workflowId: 'crawl-due/NV',
    });
    const { action, spec } = await client.schedule.getHandle('payload_fetch_all').describe();
    expect(spec.intervals).toMatchObject([{ every: 7_200_000 }]);
    expect(action.priority?.priorityKey).toBe(2);
    expect(action.args).toEqual([
      {
        workflow: 'crawlDue',
        workflowId: 'crawl-due/NV',
        input: { scope: 'NV', intervalHours: 1.8, priority: 12 },
      },
    ]);
  });

  test('moves where a discovery looks, with its id, and back to all states', async () => {
    const id = 'store_discovery_dutchie';
    const inPhoenix = { area: 'AZ/phoenix', areas: [{ stateCode: 'AZ', city: 'Phoenix' }] };
    expect(await editSchedule(client, id, { scope: inPhoenix })).toMatchObject({
      state: 'AZ/phoenix',
      workflowId: 'discover/dutchie/AZ/phoenix',
      searched: { areas: inPhoenix.areas },
    });
    expect(await editSchedule(client, id, { priority: 11 })).toMatchObject({ state: 'AZ/phoenix' });
    const { action } = await client.schedule.getHandle(id).describe();
    expect(action.args).toEqual([
      {
        workflow: 'discoverStores',
        workflowId: 'discover/dutchie/AZ/phoenix',
        input: { platform: 'dutchie', areas: inPhoenix.areas, priority: 11 },
      },
    ]);
    const inTwo = { area: 'AZ+NV', states: ['AZ', 'NV'] };
    expect(await editSchedule(client, id, { scope: inTwo })).toMatchObject({
      state: 'AZ+NV',
      workflowId: 'discover/dutchie/AZ+NV',
    });
    const everywhere = { area: 'all', states: ['AZ', 'CA'] };
    expect(await editSchedule(client, id, { scope: everywhere })).toMatchObject({
      state: 'all',
      workflowId: 'discover/dutchie/all',
      searched: { states: ['AZ', 'CA'] },
    });
  });

  test('remembers a priority between two of Temporal’s keys, where the input has none', async () => {
    expect(await editSchedule(client, 'analytics_refresh', { priority: 13 })).toMatchObject({ priority: 13 });
    expect(await editSchedule(client, 'analytics_refresh', { intervalSeconds: 60 })).toMatchObject({
      priority: 13,
      intervalSeconds: 60,
    });
  });

  test.each([
    [
      'payload_fetch',
      { priority: 1 },
      'There is no schedule "payload_fetch". There are analytics_refresh, payload',
    ],
    [
      'payload_fetch_all',
      { intervalSeconds: 59 },
      'The interval is 59 s; it takes whole seconds, from a minute',
    ],
    ['payload_fetch_all', { intervalSeconds: 90.5 }, 'The interval is 90.5 s'],
    ['payload_fetch_all', { intervalSeconds: Number.NaN }, 'The interval is NaN s'],
    [
      'payload_fetch_all',
      { priority: 1.5 },
      'The priority is 1.5; it takes a whole number from -1000 to 1000',
    ],
    ['payload_fetch_all', { priority: 1_001 }, 'The priority is 1001'],
    [
      'payload_fetch_all',
      { scope: { area: 'AZ+NV', states: ['AZ', 'NV'] } },
      'payload_fetch_all takes all states, or one; got AZ+NV.',
    ],
    [
      'analytics_refresh',
      { scope: { area: 'AZ', states: ['AZ'] } },
      'analytics_refresh has no state filter; only a schedule that starts crawlDue or discoverStores has one.',
    ],
  ])('of %s to %o is refused with a word on what is accepted', async (id, edit, complaint) => {
    await vi.waitFor(async () => expect(await describeSchedules(client)).toHaveLength(5), 30_000);
    await expect(editSchedule(client, id, edit)).rejects.toThrow(complaint);
  });
});

test('a paused schedule has no next run and says why; resumed, it has again what code says', async () => {
  const paused = await pauseSchedule(client, 'payload_fetch_all', 'maintenance');
  expect(paused).toMatchObject({ paused: true, note: 'maintenance', nextRunAt: null });
  const resumed = await resumeSchedule(client, 'payload_fetch_all');
  expect(resumed).toMatchObject({ paused: false, note: 'Starts a chain for every dispensary that is due.' });
  expect(resumed.nextRunAt).not.toBeNull();
  expect(await resumeSchedule(client, 'payload_fetch_all', 'carry on')).toMatchObject({ note: 'carry on' });
});

test('a trigger fires even a paused schedule, and one that is not taken yet keeps the next from firing', async () => {
  await pauseSchedule(client, 'analytics_refresh');
  const first = await triggerSchedule(client, 'analytics_refresh');
  expect(first.outcome).toBe('fired');
  expect(first.report).toMatchObject({
    runs: 1,
    skipped: 0,
    lastRun: { outcome: 'waiting', workflowId: null },
  });
  const second = await triggerSchedule(client, 'analytics_refresh');
  expect(second.outcome).toBe('skipped');
  expect(second.report).toMatchObject({ runs: 1, skipped: 1 });
});

test('a backfill fires under the overlap policy of the schedule: once with SKIP, each time with ALLOW_ALL', async () => {
  const period = { from: new Date('2026-01-01T00:30:00Z'), to: new Date('2026-01-01T18:30:00Z') };
  await backfillSchedule(client, 'analytics_refresh', period);
  const runs = async (id: string) => (await describeSchedules(client)).find((report) => report.id === id);
  const patience = { timeout: 30_000, interval: 200 };
  await vi.waitFor(
    async () => expect(await runs('analytics_refresh')).toMatchObject({ runs: 1, skipped: 2 }),
    patience,
  );
  await client.schedule
    .getHandle('store_discovery_dutchie')
    .update((known) => ({ ...known, policies: { ...known.policies, overlap: 'ALLOW_ALL' } }));
  const days = { from: new Date('2026-01-01T12:00:00Z'), to: new Date('2026-01-04T12:00:00Z') };
  await backfillSchedule(client, 'store_discovery_dutchie', days);
  await vi.waitFor(
    async () => expect(await runs('store_discovery_dutchie')).toMatchObject({ runs: 3, skipped: 0 }),
    patience,
  );
  const reversed = { from: days.to, to: days.from };
  await expect(backfillSchedule(client, 'storage_sweep', reversed)).rejects.toThrow(/is no period/);
});
