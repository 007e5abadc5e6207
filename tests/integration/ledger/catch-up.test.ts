import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deleteJob } from '../../../db/queries/jobs.ts';
import { findFollower, readLedgerState } from '../../../db/queries/ledger-state.ts';
import { readLedgerAge } from '../../../db/queries/runs.ts';
import { catchUp } from '../../../ledger/catch-up.ts';
import { describeNewestRun } from '../../../ledger/describe-ledger-run.ts';
import { deleteJobRuns, startJob } from '../../../temporal-client/job-control.ts';
import { startCrawl, startCrawlDue } from '../../../temporal-client/crawl-control.ts';
import { expectRuns, followTemporal, readRuns } from '../../support/keep-ledger.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

const createWorld = async () => ({ ...(await createTestDatabase()), ...(await createTestNamespace()) });

test('one pass takes what there is, and says how far it has followed', async () => {
  const world = await createWorld();
  const { db, client } = world;
  await startJob(client, { jobType: 'sync', account: 'ann', priority: 2, maxRetries: 1 }, { id: 'nightly' });
  await expect.poll(() => client.workflow.count(), { timeout: 30_000 }).toMatchObject({ count: 1 });
  expect(await catchUp(world)).toEqual({ added: 1, ended: 0 });
  expect(await readRuns(db)).toMatchObject([
    {
      workflow_id: 'job/nightly',
      type: 'job',
      job_type: 'sync',
      account: 'ann',
      priority: 2,
      max_retries: 1,
    },
  ]);
  const { followedTo, now } = await readLedgerState(db);
  expect(now.getTime() - followedTo!.getTime()).toBeLessThan(60_000);
  expect(await catchUp(world)).toEqual({ added: 0, ended: 0 });
});

test('the end of a run that began before what is read again is taken', async () => {
  const world = await createWorld();
  const { db, client } = world;
  const { runId } = await startJob(client, { jobType: 'sync' }, { id: 'nightly' });
  const handle = client.workflow.getHandle('job/nightly');
  await expect.poll(() => client.workflow.count(), { timeout: 30_000 }).toMatchObject({ count: 1 });
  expect(await catchUp(world)).toEqual({ added: 1, ended: 0 });
  const { startTime } = await handle.describe();
  // Set so that the minute which is read again begins after the workflow's start.
  const followedTo = new Date(startTime.getTime() + 60_001);
  await db.updateTable('ledger_state').set({ followed_to: followedTo }).execute();
  await handle.terminate('a test');
  const open = () => client.workflow.count('ExecutionStatus = "Running"');
  await expect.poll(open, { timeout: 30_000 }).toMatchObject({ count: 0 });
  expect(await catchUp(world)).toEqual({ added: 0, ended: 1 });
  expect(await readRuns(db)).toMatchObject([{ run_id: runId, ended_as: 'failed', error_kind: 'Terminated' }]);
});

test('nothing is done where a process follows', async () => {
  const world = await createWorld();
  followTemporal(world);
  await expect.poll(() => findFollower(world.db)).not.toBe(null);
  expect(await catchUp(world)).toBe(null);
});

test('the chain of a fan-out is told by whom it was started', async () => {
  const world = await createWorld();
  const { db, client } = world;
  const fanOut = await startCrawlDue(client, { scope: 'AZ', intervalHours: 4 });
  const store = { id: 7, name: 'Desert Bloom', platform: 'dutchie' as const, stateCode: 'AZ' };
  await startCrawl(client, store, { fanOut: fanOut.runId! });
  followTemporal(world);
  await expectRuns(db).toMatchObject([
    { workflow_id: 'crawl-due/AZ', role: 'payload_fetch', started_by: null },
    { workflow_id: 'crawl/7', dispensary_id: 7, started_by: 'crawl-due/AZ' },
  ]);
});

test('a job that was deleted does not come back, though Temporal may still list it', async () => {
  const world = await createWorld();
  const { db, client } = world;
  await startJob(client, { jobType: 'sync' }, { id: 'nightly' });
  await expect.poll(() => client.workflow.count(), { timeout: 30_000 }).toMatchObject({ count: 1 });
  await catchUp(world);
  expect(await readRuns(db)).toHaveLength(1);
  const { runId } = await client.workflow.getHandle('job/nightly').describe();
  await deleteJob(db, 'nightly', [runId]);
  await catchUp(world);
  expect(await readRuns(db)).toEqual([]);
  expect(await deleteJobRuns(client, 'nightly')).toEqual([runId]);
});

test('a run that was swept does not come back, though Temporal has it; a job and what is open are taken', async () => {
  const world = await createWorld();
  const { db, client } = world;
  const start = (workflowId: string) =>
    client.workflow.start('sweepStorage', { workflowId, taskQueue: 'nobody', args: [] });
  const swept = await start('swept');
  await start('open');
  await swept.terminate('a test');
  await startJob(client, { jobType: 'sync' }, { id: 'nightly' });
  await client.workflow.getHandle('job/nightly').terminate('a test');
  const open = () => client.workflow.count('ExecutionStatus = "Running"');
  await expect.poll(() => client.workflow.count(), { timeout: 30_000 }).toMatchObject({ count: 3 });
  await expect.poll(open, { timeout: 30_000 }).toMatchObject({ count: 1 });
  // Simulates that the retention of the runs has passed.
  await sql`update ledger_state set swept_to = now() + interval '1 minute'`.execute(db);
  expect(await catchUp(world)).toEqual({ added: 2, ended: 1 });
  await expect(describeNewestRun(world, 'swept')).resolves.toMatchObject({ run: null });
  const taken = await readRuns(db);
  expect(taken.map(({ workflow_id: id, ended_as: end }) => [id, end])).toEqual([
    ['job/nightly', 'failed'],
    ['open', null],
  ]);
  expect(await catchUp(world)).toEqual({ added: 0, ended: 0 });
});

test('a ledger whose database had its clock set back says that it is behind, and is followed again', async () => {
  const world = await createWorld();
  const { db, client } = world;
  const { runId } = await startJob(client, { jobType: 'sync' }, { id: 'nightly' });
  await expect.poll(() => client.workflow.count(), { timeout: 30_000 }).toMatchObject({ count: 1 });
  const ahead = sql<Date>`now() + interval '1 hour'`;
  await db.updateTable('ledger_state').set({ followed_to: ahead, compared_at: ahead }).execute();
  expect(await readLedgerAge(db)).toMatchObject({ isStale: true });
  expect(await readLedgerState(db)).toMatchObject({ followedTo: null, comparedAt: null });
  followTemporal(world);
  await expectRuns(db).toMatchObject([{ run_id: runId }]);
  await expect.poll(() => readLedgerAge(db), { timeout: 30_000 }).toMatchObject({ isStale: false });
  await expect.poll(async () => (await readLedgerState(db)).comparedAt, { timeout: 30_000 }).not.toBe(null);
});
