import { TypedSearchAttributes } from '@temporalio/common';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { connectDatabase, type Db } from '../../../db/connect.ts';
import { endHungFollower, findFollower, whileFollowing } from '../../../db/queries/ledger-state.ts';
import { catchUp } from '../../../ledger/catch-up.ts';
import { ROLE, STATE_CODE } from '../../../temporal-config/search-attributes.ts';
import { end } from '../../support/ending-workflow.ts';
import { expectRuns, followTemporal, readRuns } from '../../support/keep-ledger.ts';
import { quietRuntime } from '../../support/quiet-runtime.ts';
import { serveEnding, startEnding } from '../../support/serve-ending.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { makeDispensary } from '../db/make-crawl.ts';

quietRuntime();

const NOBODY = { taskQueue: 'nobody', args: [] };

const createWorld = async () => ({ ...(await createTestDatabase()), ...(await createTestNamespace()) });

test('work that was started by hand and has not begun is in, with what Temporal tells of it', async () => {
  const world = await createWorld();
  const { db, client } = world;
  await makeDispensary(db);
  const store = await db.selectFrom('dispensaries').selectAll().executeTakeFirstOrThrow();
  followTemporal(world);
  const chain = await client.workflow.start('crawlDispensary', {
    ...NOBODY,
    workflowId: `crawl/${store.id}`,
    memo: { priority: 20, max_retries: 2, retry_count: 1, scheduled_for: '2030-01-01T00:00:00Z' },
  });
  const discovery = await client.workflow.start('discoverStores', {
    ...NOBODY,
    workflowId: 'discover/dutchie/AZ',
  });
  await client.workflow.start('job', { ...NOBODY, workflowId: 'job/nightly' });
  const later = await client.workflow.start('startOnce', {
    ...NOBODY,
    workflowId: 'later/one',
    typedSearchAttributes: new TypedSearchAttributes([
      { key: ROLE, value: 'analytics_refresh' },
      { key: STATE_CODE, value: 'NV' },
    ]),
  });
  const rest = { ended_as: null, attempt: 1 };
  await expectRuns(db).toMatchObject([
    {
      id: chain.firstExecutionRunId,
      type: 'crawlDispensary',
      role: 'payload_fetch',
      dispensary_id: store.id,
      platform: store.platform,
      state_code: store.state,
      priority: 20,
      max_retries: 2,
      retry_count: 1,
      scheduled_for: new Date('2030-01-01T00:00:00Z'),
      ...rest,
    },
    { id: discovery.firstExecutionRunId, role: 'store_discovery', dispensary_id: null, ...rest },
    { workflow_id: 'job/nightly', type: 'job', role: null, ...rest },
    {
      id: later.firstExecutionRunId,
      type: 'startOnce',
      role: 'analytics_refresh',
      state_code: 'NV',
      ...rest,
    },
  ]);
});

test('a run ends as Temporal says, with its result or the reason', async () => {
  const world = await createWorld();
  const { db, client } = world;
  await serveEnding(world);
  followTemporal(world);
  for (const word of ['completed', 'failed', 'unconfirmed'] as const)
    await (await startEnding(client, word)).signal(end, word);
  await (await startEnding(client, 'cancelled')).cancel();
  await (await startEnding(client, 'terminated')).terminate('it was in the way');
  await (
    await client.workflow.start('startOnce', { ...NOBODY, workflowId: 'later/one' })
  ).terminate('not now');
  await client.workflow.start('sweepStorage', {
    ...NOBODY,
    workflowId: 'timed-out',
    workflowRunTimeout: '1s',
  });
  await expectRuns(db).toMatchObject([
    { workflow_id: 'cancelled', ended_as: 'cancelled', error_kind: 'Cancelled' },
    { workflow_id: 'completed', ended_as: 'completed', error_message: null, result: { ended: 'completed' } },
    { workflow_id: 'failed', ended_as: 'failed', error_kind: 'UpstreamError', error_message: 'a test' },
    { workflow_id: 'later/one', ended_as: 'cancelled', error_kind: 'Cancelled', error_message: 'not now' },
    {
      workflow_id: 'terminated',
      ended_as: 'failed',
      error_kind: 'Terminated',
      error_message: 'it was in the way',
    },
    { workflow_id: 'timed-out', ended_as: 'failed', error_kind: 'Timeout' },
    { workflow_id: 'unconfirmed', ended_as: 'unconfirmed', result: { ended: 'unconfirmed' } },
  ]);
});

test('a run that is reset is another attempt of the same row, open again until that ends', async () => {
  const world = await createWorld();
  const { db, client, namespace } = world;
  await serveEnding(world);
  followTemporal(world);
  const first = await startEnding(client, 'one');
  // Waits until the first workflow task has ended: a signal that arrives before that would survive the reset.
  await first.query('__stack_trace');
  await first.signal(end, 'failed');
  await expectRuns(db).toMatchObject([{ ended_as: 'failed' }]);
  const { runId } = await client.workflowService.resetWorkflowExecution({
    namespace,
    workflowExecution: { workflowId: 'one', runId: first.firstExecutionRunId },
    workflowTaskFinishEventId: 4 as never,
    requestId: 'once-more',
    reason: 'a test',
    resetReapplyExcludeTypes: [1] as never[],
  });
  const again = { id: first.firstExecutionRunId, run_id: runId, attempt: 2 };
  await expectRuns(db).toMatchObject([{ ...again, ended_as: null, ended_at: null, error_kind: null }]);
  await client.workflow.getHandle('one').signal(end, 'completed');
  await expectRuns(db).toMatchObject([{ ...again, ended_as: 'completed', result: { ended: 'completed' } }]);
});

test('a workflow that continues as new stays one row', async () => {
  const world = await createWorld();
  const { db, client } = world;
  await serveEnding(world);
  followTemporal(world);
  const { firstExecutionRunId: id } = await startEnding(client, 'one');
  await expectRuns(db).toMatchObject([{ id }]);
  const handle = client.workflow.getHandle('one');
  await handle.signal(end, 'continued');
  await expectRuns(db).toMatchObject([{ id, attempt: 2, ended_as: null }]);
  await handle.signal(end, 'continued');
  await expectRuns(db).toMatchObject([{ id, attempt: 3, ended_as: null }]);
  await handle.signal(end, 'completed');
  await expectRuns(db).toMatchObject([{ id, attempt: 3, ended_as: 'completed' }]);
});

test('what Temporal retries by itself stays one row, which ends with the last attempt', async () => {
  const world = await createWorld();
  const { db, client } = world;
  followTemporal(world);
  const { firstExecutionRunId: id } = await client.workflow.start('sweepStorage', {
    ...NOBODY,
    workflowId: 'one',
    workflowRunTimeout: '2s',
    retry: { maximumAttempts: 2, initialInterval: '100ms' },
  });
  const ended = { ended_as: 'failed', error_kind: 'Timeout', attempt: 2 };
  await expectRuns(db).toMatchObject([{ id, run_id: expect.not.stringMatching(id), ...ended }]);
});

test('one process follows, and another goes on when that one ends', async () => {
  const world = await createWorld();
  const { db, client } = world;
  const stopOne = followTemporal(world, 'one');
  await expect.poll(() => findFollower(db)).toBe('crawlchain-ledger one');
  followTemporal(world, 'two');
  await client.workflow.start('sweepStorage', { ...NOBODY, workflowId: 'first' });
  await expectRuns(db).toHaveLength(1);
  expect(await findFollower(db)).toBe('crawlchain-ledger one');
  await stopOne();
  await client.workflow.start('sweepStorage', { ...NOBODY, workflowId: 'second' });
  await expectRuns(db).toHaveLength(2);
  expect(await findFollower(db)).toBe('crawlchain-ledger two');
  expect(await readRuns(db)).toMatchObject([{ attempt: 1 }, { attempt: 1 }]);
});

/** Holds the lock of the ledger and does nothing, like a process that was suspended by a signal. */
async function hang({ db, url }: { db: Db; url: string }, name: string): Promise<void> {
  const holder = connectDatabase({
    url,
    poolSize: 1,
    applicationName: name,
    onLostConnection: () => undefined,
  });
  const woken = Promise.withResolvers<void>();
  const held = whileFollowing(holder, () => woken.promise).catch(() => null);
  onTestFinished(async () => {
    woken.resolve();
    await held;
    await holder.destroy();
  });
  await expect.poll(() => findFollower(db)).toBe(name);
}

test('a process that follows and hangs loses its turn to another one', async () => {
  const world = await createWorld();
  await hang(world, 'crawlchain-ledger frozen');
  followTemporal(world, 'two', 1_000);
  await expect.poll(() => findFollower(world.db), { timeout: 30_000 }).toBe('crawlchain-ledger two');
  await world.client.workflow.start('sweepStorage', { ...NOBODY, workflowId: 'first' });
  await expectRuns(world.db).toHaveLength(1);
});

test('whoever else holds the lock keeps it, and so does a process that has asked something lately', async () => {
  const world = await createWorld();
  const ask = { prefix: 'crawlchain-ledger ', silentMs: 0 };
  await hang(world, 'crawlchain-command');
  expect(await endHungFollower(world.db, ask)).toBe(null);
  expect(await findFollower(world.db)).toBe('crawlchain-command');
  expect(await endHungFollower(world.db, { prefix: 'crawlchain-', silentMs: 60_000 })).toBe(null);
  expect(await endHungFollower(world.db, { prefix: 'crawlchain-', silentMs: 0 })).toBe('crawlchain-command');
});

test('who follows makes the partitions of this month and the next, and moves there what came before them', async () => {
  const world = await createWorld();
  await world.client.workflow.start('sweepStorage', { ...NOBODY, workflowId: 'early' });
  await expect.poll(() => world.client.workflow.count(), { timeout: 30_000 }).toMatchObject({ count: 1 });
  await catchUp(world);
  const { rows } = await sql`select from runs_other`.execute(world.db);
  expect(rows).toHaveLength(1);
  followTemporal(world);
  const partitions = async () =>
    (
      await sql<{
        name: string;
      }>`select relname as name from pg_class where relname ~ '^runs_20.._..$'`.execute(world.db)
    ).rows;
  await expect.poll(partitions, { timeout: 30_000 }).toHaveLength(2);
  expect((await sql`select from runs_other`.execute(world.db)).rows).toEqual([]);
  expect(await readRuns(world.db)).toMatchObject([{ workflow_id: 'early' }]);
});
