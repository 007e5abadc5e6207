import { sql } from 'kysely';
import type { Client } from '@temporalio/client';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { noteRuns } from '../../../db/queries/note-runs.ts';
import { paceVisibility } from '../../../ledger/query-visibility.ts';
import { compare } from '../../../ledger/compare.ts';
import { createSeenRuns } from '../../../ledger/seen-runs.ts';
import { describeWithFirst } from '../../../temporal-client/list-runs.ts';
import { end } from '../../support/ending-workflow.ts';
import { readRuns } from '../../support/keep-ledger.ts';
import { quietRuntime } from '../../support/quiet-runtime.ts';
import { serveEnding, startEnding } from '../../support/serve-ending.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

const NOBODY = { taskQueue: 'nobody', args: [] };

const createWorld = async () => ({ ...(await createTestDatabase()), ...(await createTestNamespace()) });

const compareNow = ({ db, client }: { db: Db; client: Client }) =>
  compare({ db, client, ask: paceVisibility(client), seen: createSeenRuns() });

async function startNoted(world: { db: Db; client: Client }, workflowId: string) {
  const handle = await world.client.workflow.start('sweepStorage', { ...NOBODY, workflowId });
  await noteAsOld(world, workflowId);
  return handle;
}

/** Records a workflow in the ledger as if it had begun two minutes ago. */
async function noteAsOld({ db, client }: { db: Db; client: Client }, workflowId: string) {
  const run = (await describeWithFirst(client, { workflowId }))!;
  await noteRuns(db, [{ ...run, requestedBy: null }]);
  await sql`update runs set run_created_at = now() - interval '2 minutes'`.execute(db);
}

test('an open run that has ended meanwhile is closed as Temporal says, and one that goes on stays open', async () => {
  const world = await createWorld();
  await startNoted(world, 'goes on');
  await (await startNoted(world, 'terminated')).terminate('a test');
  // Polls the count, because visibility lags by a moment.
  const open = () => world.client.workflow.count('ExecutionStatus = "Running"');
  await expect.poll(open, { timeout: 30_000 }).toMatchObject({ count: 1 });
  expect(await compareNow(world)).toEqual({ added: 0, ended: 1 });
  expect(await readRuns(world.db)).toMatchObject([
    { workflow_id: 'goes on', ended_as: null },
    { workflow_id: 'terminated', ended_as: 'failed', error_kind: 'Terminated', error_message: 'a test' },
  ]);
});

test('a run that was continued as new, and then ended, is closed as the newest one ended', async () => {
  quietRuntime();
  const world = await createWorld();
  const { db, client } = world;
  await serveEnding(world);
  const handle = await startEnding(client, 'continued');
  await noteAsOld(world, 'continued');
  await handle.signal(end, 'continued');
  const newest = async () => (await client.workflow.getHandle('continued').describe()).runId;
  await expect.poll(newest, { timeout: 30_000 }).not.toBe(handle.firstExecutionRunId);
  await client.workflow.getHandle('continued').signal(end, 'completed');
  await handle.result();
  const open = () => client.workflow.count('ExecutionStatus = "Running"');
  await expect.poll(open, { timeout: 30_000 }).toMatchObject({ count: 0 });
  expect(await compareNow(world)).toEqual({ added: 0, ended: 1 });
  expect(await readRuns(db)).toMatchObject([
    { id: handle.firstExecutionRunId, run_id: await newest(), ended_as: 'completed' },
  ]);
});

test('a run that Temporal has forgotten failed, in plain words', async () => {
  const world = await createWorld();
  const { client, namespace, db } = world;
  const { firstExecutionRunId: runId, workflowId } = await startNoted(world, 'forgotten');
  await client.workflowService.deleteWorkflowExecution({
    namespace,
    workflowExecution: { workflowId, runId },
  });
  const isThere = async () => (await describeWithFirst(client, { workflowId })) !== null;
  await expect.poll(isThere, { timeout: 60_000 }).toBe(false);
  await expect.poll(() => client.workflow.count(), { timeout: 60_000 }).toMatchObject({ count: 0 });
  await compareNow(world);
  expect(await readRuns(db)).toMatchObject([
    { ended_as: 'failed', error_kind: 'Forgotten', error_message: expect.stringContaining('deleted') },
  ]);
});

test('an open run that the ledger lacks is added', async () => {
  const world = await createWorld();
  await world.client.workflow.start('sweepStorage', { ...NOBODY, workflowId: 'lacking' });
  await expect.poll(() => world.client.workflow.count(), { timeout: 30_000 }).toMatchObject({ count: 1 });
  expect(await compareNow(world)).toEqual({ added: 1, ended: 0 });
  expect(await readRuns(world.db)).toMatchObject([{ workflow_id: 'lacking', ended_as: null }]);
});

test('what workers had in hand of runs that are over is removed', async () => {
  const world = await createWorld();
  const { db } = world;
  const open = await startNoted(world, 'open');
  const held = (run_id: string) => ({
    run_id,
    activity_id: '1',
    activity: 'sweep',
    attempt: 1,
    worker: 'one',
    claimed_at: new Date(Date.now() - 120_000),
  });
  const over = '019ab5d3-d600-7000-8000-000000000001';
  await db
    .insertInto('run_heartbeats')
    .values([held(open.firstExecutionRunId), held(over)])
    .execute();
  await compareNow(world);
  const left = await db.selectFrom('run_heartbeats').select('run_id').execute();
  expect(left).toEqual([{ run_id: open.firstExecutionRunId }]);
});
