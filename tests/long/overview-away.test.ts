import { Client, Connection } from '@temporalio/client';
import { expect, test } from 'vitest';
import { applySchedules } from '../../temporal-client/apply-schedules.ts';
import { defaultSchedules } from '../../temporal-config/schedules.ts';
import { startApiServer, type ApiServer } from '../support/api-server.ts';
import { openLink } from '../support/server-link.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestNamespace } from '../support/test-namespace.ts';
import { makeRun, runIdAt } from '../integration/db/make-runs.ts';

interface Overview {
  as_of: string | null;
  stale: boolean;
  temporal: { available: boolean; reason: string | null };
  reasons: { code: string }[];
  counts: { completed: number };
  capacity: { stale: boolean };
  schedules: { total: number; faults: unknown[] } | null;
}

const ask = async ({ call }: Pick<ApiServer, 'call'>): Promise<Overview> =>
  (await call<Overview>('GET', '/api/overview')).body;

test('while Temporal is away it answers from the ledger, and says since when', async () => {
  const [{ db }, { client: direct, namespace, address }] = [
    await createTestDatabase(),
    await createTestNamespace(),
  ];
  const link = await openLink(address);
  const client = new Client({ connection: await Connection.connect({ address: link.address }), namespace });
  await applySchedules(direct, defaultSchedules({ discoveryStates: ['AZ'], crawlIntervalHours: 4 }));
  const server = await startApiServer({ db, client });
  await expect.poll(async () => (await ask(server)).stale, { timeout: 60_000 }).toBe(false);
  const before = await ask(server);
  expect(before.temporal).toMatchObject({ available: true, reason: null });
  expect(before.schedules).toMatchObject({ faults: [] });
  expect(before.schedules!.total).toBeGreaterThan(3);
  link.holdAnswers();
  const now = Date.now();
  await makeRun(db, { id: runIdAt(now - 30_000), ended_at: new Date(now) });
  await expect.poll(async () => (await ask(server)).temporal.available, { timeout: 120_000 }).toBe(false);
  const staleness = async () => {
    const { stale, capacity, counts } = await ask(server);
    return [stale, capacity.stale, counts.completed];
  };
  await expect.poll(staleness, { timeout: 120_000 }).toEqual([true, true, 1]);
  const away = await ask(server);
  expect(away.reasons.map(({ code }) => code)).toContain('temporal-away');
  expect(away.as_of).not.toBe(null);
  expect(away.schedules).toMatchObject({ total: before.schedules!.total, stale: true });
  link.release();
  await expect.poll(async () => (await ask(server)).temporal.available, { timeout: 120_000 }).toBe(true);
});
