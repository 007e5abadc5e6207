import { ServiceError, type Client } from '@temporalio/client';
import { expect, test, vi } from 'vitest';
import { readEnvironment } from '../../../config/environment.ts';
import { markAsSandbox } from '../../../db/queries/instance.ts';
import { createLog } from '../../../observability/log.ts';
import {
  applySchedules,
  createNewSchedules,
  diffSchedules,
} from '../../../temporal-client/apply-schedules.ts';
import { newSchedule } from '../../../temporal-client/schedule-fields.ts';
import { schedulesOf } from '../../../temporal-client/schedule-definitions.ts';
import { editSchedule, pauseSchedule } from '../../../temporal-client/steer-schedules.ts';
import { createSchedules } from '../../../workers/create-schedules.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

const environment = readEnvironment({ DISCOVERY_STATES: 'AZ' });
const IDS = schedulesOf(environment).map(({ id }) => id);

async function createTools() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const log = createLog('fatal');
  return { db, client, environment, log };
}

/** Returns the ids of the existing schedules that are defined in code. */
async function schedulesIn(client: Client): Promise<string[]> {
  const diffs = await diffSchedules(client, schedulesOf(environment));
  return diffs.filter(({ state }) => state !== 'missing').map(({ id }) => id);
}

test('workers that start at once create the schedules of a production namespace once', async () => {
  const tools = await createTools();
  const reported = vi.spyOn(tools.log, 'info');
  const warned = vi.spyOn(tools.log, 'warn');
  await Promise.all(Array.from({ length: 8 }, () => createSchedules(tools)));
  expect(await schedulesIn(tools.client)).toEqual(IDS);
  const created = reported.mock.calls.flatMap(([facts]) => (facts as { schedules: string[] }).schedules);
  expect(created.toSorted()).toEqual(IDS.toSorted());
  expect(warned).not.toHaveBeenCalled();
});

test('of a namespace in which an earlier version made schedules, none is created: what is missing was deleted', async () => {
  const { client } = await createTools();
  const [kept, ...others] = schedulesOf(environment);
  // Simulates an earlier version, which created a schedule without recording this.
  await client.schedule.create(newSchedule(kept!));
  const later = new Date(Date.now() + 2 * 3_600_000);
  expect(await createNewSchedules(client, [kept!, ...others], later)).toEqual([]);
  expect(await schedulesIn(client)).toEqual([kept!.id]);
  expect(await createNewSchedules(client, [kept!, ...others], later)).toEqual([]);
});

test('a worker keeps what operators changed and paused, creates what is missing, and what was deleted stays away', async () => {
  const tools = await createTools();
  const { client } = tools;
  await applySchedules(client, schedulesOf(environment).slice(0, 3));
  await editSchedule(client, 'payload_fetch_all', { intervalSeconds: 7_200 });
  await pauseSchedule(client, 'payload_fetch_all', 'maintenance');
  await client.schedule.getHandle('analytics_refresh').delete();
  await createSchedules(tools);
  const left = IDS.filter((id) => id !== 'analytics_refresh');
  expect(await schedulesIn(tools.client)).toEqual(left);
  const { spec, state } = await client.schedule.getHandle('payload_fetch_all').describe();
  expect(spec.intervals).toMatchObject([{ every: 7_200_000 }]);
  expect(state).toMatchObject({ paused: true, note: 'maintenance' });
  await client.schedule.getHandle('proxy_probe').delete();
  await createSchedules(tools);
  expect(await schedulesIn(tools.client)).toEqual(left.filter((id) => id !== 'proxy_probe'));
  // When a person applies the schedules, all of them are created.
  await applySchedules(client, schedulesOf(environment));
  expect(await schedulesIn(tools.client)).toEqual(IDS);
});

test('the schedules of a sandbox are left to whoever starts it', async () => {
  const tools = await createTools();
  await markAsSandbox(tools.db);
  await createSchedules(tools);
  expect(await schedulesIn(tools.client)).toEqual([]);
});

test('a refusal of Temporal is logged, and fails nothing', async () => {
  const tools = await createTools();
  const refusal = new ServiceError('no', { cause: new Error('permission denied') });
  vi.spyOn(tools.client.workflowService, 'describeNamespace').mockRejectedValue(refusal);
  const warned = vi.spyOn(tools.log, 'warn');
  await createSchedules(tools);
  expect(warned.mock.calls).toMatchObject([[{ err: refusal }, expect.stringContaining('setup:temporal')]]);
});

test('a worker that starts in production creates them while it serves', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 1 });
  await world.db.updateTable('instance').set({ kind: 'production' }).execute();
  await world.startWorker();
  await expect.poll(() => schedulesIn(world.client), { timeout: 60_000, interval: 200 }).toEqual(IDS);
});
