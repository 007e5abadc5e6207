import type { Client } from '@temporalio/client';
import { expect, test } from 'vitest';
import { applySchedules, diffSchedules } from '../../../temporal-client/apply-schedules.ts';
import { editSchedule } from '../../../temporal-client/steer-schedules.ts';
import { defaultSchedules } from '../../../temporal-config/schedules.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

const definitions = defaultSchedules({ discoveryStates: ['AZ'], crawlIntervalHours: 4 });
const HOUR_MS = 3_600_000;

async function readWindow(client: Client, id: string): Promise<number> {
  return (await client.schedule.getHandle(id).describe()).policies.catchupWindow;
}

async function diffOf(client: Client, id: string) {
  return (await diffSchedules(client, definitions)).find((diff) => diff.id === id);
}

test('applying lengthens the catch-up window that code had set, and keeps the one that an operator has set', async () => {
  const shorter = definitions.map((definition) => ({ ...definition, catchupWindowSeconds: 1_800 }));
  const { client } = await createTestNamespace();
  await applySchedules(client, shorter);
  await client.schedule.getHandle('storage_sweep').update((known) => {
    return { ...known, policies: { ...known.policies, catchupWindow: HOUR_MS } };
  });
  const applied = await applySchedules(client, definitions);
  const window = { field: 'catchupWindowSeconds', changedBy: 'code', schedule: 1_800 };
  expect(applied.map(({ changes }) => changes)).toEqual([
    [{ ...window, code: 6 * 3_600 }],
    [{ ...window, code: 24 * 3_600 }],
    [{ ...window, code: 6 * 3_600 }],
    [{ ...window, code: 6 * 3_600 }],
    [{ ...window, changedBy: 'conflict', schedule: 3_600, code: 24 * 3_600 }],
  ]);
  const windowOf = (id: string) => readWindow(client, id);
  expect(await windowOf('payload_fetch_all')).toBe(6 * HOUR_MS);
  expect(await windowOf('storage_sweep')).toBe(HOUR_MS);
  expect((await diffOf(client, 'storage_sweep'))?.changes[0]?.changedBy).toBe('operator');
});

test('an interval that an operator has set has a catch-up window as long', async () => {
  const { client } = await createTestNamespace();
  await applySchedules(client, definitions);
  const crawl = client.schedule.getHandle('payload_fetch_all');
  await editSchedule(client, 'payload_fetch_all', { intervalSeconds: 24 * 3_600 });
  await editSchedule(client, 'proxy_probe', { intervalSeconds: 3_600 });
  expect(await readWindow(client, 'payload_fetch_all')).toBe(24 * HOUR_MS);
  const interval = { field: 'intervalSeconds', changedBy: 'operator', schedule: 86_400, code: 14_400 };
  expect((await diffOf(client, 'payload_fetch_all'))?.changes).toEqual([interval]);
  // Simulates that a program of another project changed only the interval.
  await crawl.update((known) => {
    return { ...known, spec: { ...known.spec, intervals: [{ every: 12 * HOUR_MS }] } };
  });
  await applySchedules(client, definitions);
  expect(await readWindow(client, 'payload_fetch_all')).toBe(24 * HOUR_MS);
  await crawl.update((known) => {
    return { ...known, policies: { ...known.policies, catchupWindow: 6 * HOUR_MS } };
  });
  await applySchedules(client, definitions);
  expect(await readWindow(client, 'payload_fetch_all')).toBe(12 * HOUR_MS);
  expect(await readWindow(client, 'proxy_probe')).toBe(6 * HOUR_MS);
});
