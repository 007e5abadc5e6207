import { Client, Connection } from '@temporalio/client';
import { expect, test } from 'vitest';
import { readLedgerState } from '../../db/queries/ledger-state.ts';
import { expectRuns, followTemporal, readRuns } from '../support/keep-ledger.ts';
import { openLink } from '../support/server-link.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestNamespace } from '../support/test-namespace.ts';

const NOBODY = { taskQueue: 'nobody', args: [] };
const MANY = 1_000;

/** Creates a client that records when it sends requests to visibility. */
async function createCountingClient({ address, namespace }: { address: string; namespace: string }) {
  const client = new Client({ connection: await Connection.connect({ address }), namespace });
  const requestedAtMs: number[] = [];
  const { workflowService } = client;
  const list = workflowService.listWorkflowExecutions.bind(workflowService);
  workflowService.listWorkflowExecutions = ((request: Parameters<typeof list>[0]) => {
    requestedAtMs.push(performance.now());
    return list(request);
  }) as typeof list;
  return { client, requestedAtMs };
}

test('a thousand starts, and their ends, are in, with two questions a second at most', async () => {
  const { db, url } = await createTestDatabase();
  const { client: direct, ...place } = await createTestNamespace();
  const { client, requestedAtMs } = await createCountingClient(place);
  followTemporal({ db, url, client });
  const ids = Array.from({ length: MANY }, (_, at) => `sweep-${at}`);
  await Promise.all(
    ids.map((workflowId) => direct.workflow.start('sweepStorage', { ...NOBODY, workflowId })),
  );
  const count = async (ended: boolean) =>
    (await readRuns(db)).filter(({ ended_as: as }) => (as !== null) === ended).length;
  await expect.poll(() => count(false), { timeout: 60_000, interval: 200 }).toBe(MANY);
  await Promise.all(ids.map((id) => direct.workflow.getHandle(id).terminate('a test')));
  await expect.poll(() => count(true), { timeout: 60_000, interval: 200 }).toBe(MANY);
  const reasons = new Set((await readRuns(db)).map(({ error_message: reason }) => reason));
  expect(reasons).toEqual(new Set(['a test']));
  const gaps = requestedAtMs.slice(1).map((at, before) => at - requestedAtMs[before]!);
  expect(gaps.length).toBeGreaterThan(5);
  expect(Math.min(...gaps)).toBeGreaterThan(450);
});

test('what happens while Temporal cannot be reached is in when it is back, and the ledger says meanwhile how old it is', async () => {
  const { db, url } = await createTestDatabase();
  const { client: direct, namespace, address } = await createTestNamespace();
  const link = await openLink(address);
  const client = new Client({ connection: await Connection.connect({ address: link.address }), namespace });
  const before = await direct.workflow.start('sweepStorage', { ...NOBODY, workflowId: 'before' });
  followTemporal({ db, url, client });
  await expectRuns(db).toHaveLength(1);
  link.cut();
  await before.terminate('a test');
  await direct.workflow.start('sweepStorage', { ...NOBODY, workflowId: 'meanwhile' });
  const { followedTo } = await readLedgerState(db);
  await expect
    .poll(async () => (await readLedgerState(db)).now.getTime() - followedTo!.getTime(), { timeout: 20_000 })
    .toBeGreaterThan(5_000);
  expect((await readLedgerState(db)).followedTo).toEqual(followedTo);
  await link.join();
  await expectRuns(db).toMatchObject([
    { workflow_id: 'before', ended_as: 'failed', error_message: 'a test' },
    { workflow_id: 'meanwhile', ended_as: null },
  ]);
});

test('what happens while the database cannot be reached is in when it is back', async () => {
  const { db, url } = await createTestDatabase();
  const { client } = await createTestNamespace();
  const link = await openLink(new URL(url).host);
  const through = new URL(url);
  through.host = link.address;
  const before = await client.workflow.start('sweepStorage', { ...NOBODY, workflowId: 'before' });
  followTemporal({ db, url: through.href, client });
  await expectRuns(db).toHaveLength(1);
  link.cut();
  await before.terminate('a test');
  await client.workflow.start('sweepStorage', { ...NOBODY, workflowId: 'meanwhile' });
  await link.join();
  await expectRuns(db).toMatchObject([
    { workflow_id: 'before', ended_as: 'failed' },
    { workflow_id: 'meanwhile', ended_as: null },
  ]);
});
