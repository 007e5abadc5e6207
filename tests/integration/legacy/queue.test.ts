import { Client, WorkflowNotFoundError } from '@temporalio/client';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { compareQueues } from '../../../legacy/compare-queues.ts';
import { readLegacyQueue } from '../../../legacy/read-queue.ts';
import { cancelPendingWork, disableOldSchedules } from '../../../legacy/stop-queue.ts';
import { migrateFully, startResync } from '../../../legacy/take-over-work.ts';
import { defaultSchedules } from '../../../temporal-config/schedules.ts';
import { startAnalyticsRefresh } from '../../../temporal-client/crawl-control.ts';
import { applySchedules } from '../../../temporal-client/apply-schedules.ts';
import { createTaskBook } from '../../../reports/task-book.ts';
import { makeLegacyQueue } from '../../support/legacy-queue.ts';
import { createEmptyDatabase, createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

const REAL = { isDryRun: false };
const DRY = { isDryRun: true };

async function openLegacy(): Promise<Db> {
  const { db } = await createEmptyDatabase();
  await makeLegacyQueue(db);
  return db;
}

async function rowsOf(db: Db, table: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} order by id`.execute(
    db,
  );
  return rows;
}

describe('the queue before', () => {
  test('is counted by the statuses of its rows', async () => {
    expect(await readLegacyQueue(await openLegacy())).toEqual({
      worker_tasks: {
        total: 7,
        by_status: { pending: 2, claimed: 1, running: 1, completed: 1, failed: 1, stale: 1 },
      },
      dispensary_crawl_jobs: {
        total: 6,
        by_status: { pending: 2, running: 1, completed: 1, failed: 1, cancelled: 1 },
      },
      task_schedules: { total: 3, enabled: 2 },
      job_schedules: { total: 3, enabled: 1 },
      job_run_logs: { total: 2 },
    });
  });

  test('may have no table at all', async () => {
    const { db } = await createTestDatabase();
    expect(Object.values(await readLegacyQueue(db))).toEqual([null, null, null, null, null]);
    expect(await disableOldSchedules(db, REAL)).toEqual([]);
    expect(await cancelPendingWork(db, REAL)).toEqual([]);
  });
});

describe('disableOldSchedules', () => {
  test('switches every schedule off, and finds nothing to do when it is repeated', async () => {
    const legacy = await openLegacy();
    expect(await disableOldSchedules(legacy, REAL)).toEqual([
      {
        table: 'task_schedules',
        disabled: 2,
        names: ['payload_fetch_all', 'store_discovery_dutchie'],
        already_disabled: 1,
        reason: null,
      },
      { table: 'job_schedules', disabled: 1, names: ['crawl_all'], already_disabled: 2, reason: null },
    ]);
    expect((await rowsOf(legacy, 'task_schedules')).map(({ enabled }) => enabled)).toEqual([
      false,
      false,
      false,
    ]);
    expect((await disableOldSchedules(legacy, REAL)).map(({ disabled }) => disabled)).toEqual([0, 0]);
  });

  test('tells in a dry run what it would do, and does nothing', async () => {
    const legacy = await openLegacy();
    const before = await rowsOf(legacy, 'job_schedules');
    const told = await disableOldSchedules(legacy, DRY);
    expect(await rowsOf(legacy, 'job_schedules')).toEqual(before);
    expect(await disableOldSchedules(legacy, REAL)).toEqual(told);
  });

  test('goes on past a table that does not say which schedules run, and tells what to do', async () => {
    const legacy = await openLegacy();
    await sql`alter table job_schedules drop column is_active`.execute(legacy);
    expect(await disableOldSchedules(legacy, REAL)).toMatchObject([
      { table: 'task_schedules', disabled: 2, reason: null },
      {
        table: 'job_schedules',
        disabled: null,
        names: [],
        already_disabled: null,
        reason: expect.stringContaining(
          'job_schedules has no column that says which schedules run: expected enabled or is_active, there are id, job_name, updated_at',
        ),
      },
    ]);
    expect(await readLegacyQueue(legacy)).toMatchObject({ task_schedules: { enabled: 0 } });
  });
});

describe('cancelPendingWork', () => {
  test('cancels what waits, in the word that the table takes, and leaves what is under way', async () => {
    const legacy = await openLegacy();
    expect(await cancelPendingWork(legacy, REAL)).toEqual([
      { table: 'worker_tasks', cancelled: 3, status: 'failed', under_way: 2, under_way_ids: ['3', '4'] },
      {
        table: 'dispensary_crawl_jobs',
        cancelled: 2,
        status: 'cancelled',
        under_way: 1,
        under_way_ids: ['3'],
      },
    ]);
    const tasks = await rowsOf(legacy, 'worker_tasks');
    expect(tasks.map(({ status }) => status)).toEqual([
      'failed',
      'failed',
      'claimed',
      'running',
      'completed',
      'failed',
      'failed',
    ]);
    expect(tasks[0]).toMatchObject({ error_message: 'cancelled: Crawlchain has taken over' });
    expect(tasks[5]).toMatchObject({ error_message: null });
    expect((await cancelPendingWork(legacy, REAL)).map(({ cancelled }) => cancelled)).toEqual([0, 0]);
  });

  test('leaves columns alone whose names are those of times and which hold something else', async () => {
    const legacy = await openLegacy();
    await sql`alter table worker_tasks alter column updated_at drop default,
      alter column updated_at type bigint using 7`.execute(legacy);
    expect(await cancelPendingWork(legacy, REAL)).toMatchObject([{ cancelled: 3 }, { cancelled: 2 }]);
    expect((await rowsOf(legacy, 'worker_tasks'))[0]).toMatchObject({ updated_at: 7 });
  });

  test('tells in a dry run what it would do, and does nothing', async () => {
    const legacy = await openLegacy();
    const before = [await rowsOf(legacy, 'worker_tasks'), await rowsOf(legacy, 'dispensary_crawl_jobs')];
    const told = await cancelPendingWork(legacy, DRY);
    expect([await rowsOf(legacy, 'worker_tasks'), await rowsOf(legacy, 'dispensary_crawl_jobs')]).toEqual(
      before,
    );
    expect(await cancelPendingWork(legacy, REAL)).toEqual(told);
  });
});

async function openBoth() {
  const [legacy, { db }, { client }] = [
    await openLegacy(),
    await createTestDatabase(),
    await createTestNamespace(),
  ];
  for (const [name, state] of [
    ['one', 'AZ'],
    ['two', 'NV'],
  ] as const) {
    await sql`
      insert into dispensaries (name, platform, slug, menu_url, state)
      values (${name}, 'dutchie', ${name}, ${`https://dutchie.com/dispensary/${name}`}, ${state})
    `.execute(db);
  }
  return { legacy, db, client, discoveryStates: ['AZ'], book: createTaskBook({ db, client }) };
}

describe('the migration', () => {
  test('dry, it starts nothing and changes nothing', async () => {
    const tools = await openBoth();
    const before = await readLegacyQueue(tools.legacy);
    const told = await migrateFully(tools, DRY);
    expect(told).toMatchObject({
      disabled_schedules: [{ disabled: 2 }, { disabled: 1 }],
      cancelled_work: [{ cancelled: 3 }, { cancelled: 2 }],
      resync: { scope: 'all', dispensaries: 2, workflow_id: 'crawl-due/all', outcome: 'would start' },
      discovery: { workflow_id: 'discover/dutchie/all', run_id: null, outcome: 'would start' },
      analytics: { workflow_id: 'analytics', outcome: 'would start' },
    });
    expect(await readLegacyQueue(tools.legacy)).toEqual(before);
    await expect(tools.client.workflow.getHandle('crawl-due/all').describe()).rejects.toThrow(
      WorkflowNotFoundError,
    );
  });

  test('stops the queue before, goes on here, and may be repeated', async () => {
    const tools = await openBoth();
    const done = await migrateFully(tools, REAL);
    expect(done).toMatchObject({
      disabled_schedules: [{ disabled: 2 }, { disabled: 1 }],
      resync: { dispensaries: 2, outcome: 'started' },
      discovery: { outcome: 'started' },
      analytics: { outcome: 'started' },
    });
    for (const { workflow_id: id, run_id: runId } of [done.resync, done.discovery, done.analytics]) {
      const { status, runId: described } = await tools.client.workflow.getHandle(id).describe();
      expect([status.name, described]).toEqual(['RUNNING', runId]);
    }
    expect(await migrateFully(tools, REAL)).toMatchObject({
      disabled_schedules: [{ disabled: 0 }, { disabled: 0 }],
      cancelled_work: [{ cancelled: 0 }, { cancelled: 0 }],
      resync: { outcome: 'already running' },
      discovery: { outcome: 'already running' },
      analytics: { outcome: 'already running' },
    });
  });

  test('a table that lacks what it needs is named, and nothing is half done', async () => {
    const tools = await openBoth();
    await sql`alter table worker_tasks drop column status cascade`.execute(tools.legacy);
    const before = await readLegacyQueue(tools.legacy);
    for (const wish of [DRY, REAL]) {
      await expect(migrateFully(tools, wish)).rejects.toThrow(
        /^The table worker_tasks has no column status, there are id, role, .* Stop what reads it by hand\.$/,
      );
    }
    expect(await readLegacyQueue(tools.legacy)).toEqual(before);
    await expect(tools.client.workflow.getHandle('crawl-due/all').describe()).rejects.toThrow(
      WorkflowNotFoundError,
    );
  });

  test('the queue before runs on where nothing can be started here', async () => {
    const tools = await openBoth();
    const before = await readLegacyQueue(tools.legacy);
    const client = new Client({ connection: tools.client.connection, namespace: 'no-such-namespace' });
    await expect(migrateFully({ ...tools, client }, REAL)).rejects.toThrow('no-such-namespace');
    expect(await readLegacyQueue(tools.legacy)).toEqual(before);
  });

  test('dry, it says what runs already and what it leaves alone', async () => {
    const tools = await openBoth();
    const { handle } = await startAnalyticsRefresh(tools.client);
    const { runId } = await handle.describe();
    await sql`update dispensaries set last_crawl_started_at = now() where state = 'NV'`.execute(tools.db);
    const told = await migrateFully(tools, DRY);
    expect(told).toMatchObject({
      resync: { outcome: 'would start', run_id: null, dispensaries: 1, left_alone: 1 },
      discovery: { outcome: 'would start' },
      analytics: { outcome: 'already running', run_id: runId },
    });
    expect(await migrateFully(tools, REAL)).toMatchObject({
      resync: { outcome: 'started', dispensaries: 1, left_alone: 1 },
      discovery: { outcome: 'started' },
      analytics: told.analytics,
    });
    await handle.terminate();
    expect(await migrateFully(tools, DRY)).toMatchObject({
      resync: { outcome: 'already running' },
      analytics: { outcome: 'would start', run_id: null },
    });
  });

  test('crawls the stores of a state alone where it is asked to, and not those that were crawled just now', async () => {
    const { db, client } = await openBoth();
    expect(await startResync({ db, client }, { stateCode: 'NV', isDryRun: false })).toMatchObject({
      scope: 'NV',
      dispensaries: 1,
      workflow_id: 'crawl-due/NV',
      outcome: 'started',
    });
    await sql`update dispensaries set last_crawl_started_at = now()`.execute(db);
    expect(await startResync({ db, client }, { stateCode: 'NV', isDryRun: true })).toMatchObject({
      dispensaries: 0,
    });
  });

  test('says what is left to do, until nothing is', async () => {
    const tools = await openBoth();
    expect((await compareQueues(tools)).remaining).toEqual([
      '2 schedules of task_schedules are enabled',
      '1 schedules of job_schedules are enabled',
      '2 rows of dispensary_crawl_jobs wait for old workers',
      '1 rows of dispensary_crawl_jobs are under way at old workers',
      '3 rows of worker_tasks wait for old workers',
      '2 rows of worker_tasks are under way at old workers',
      'no schedule runs here: `npm run setup:temporal` makes them',
    ]);
    await applySchedules(tools.client, defaultSchedules({ discoveryStates: ['AZ'], crawlIntervalHours: 4 }));
    await migrateFully(tools, REAL);
    await sql`update worker_tasks set status = 'completed' where status in ('claimed', 'running')`.execute(
      tools.legacy,
    );
    await sql`update dispensary_crawl_jobs set status = 'completed' where status = 'running'`.execute(
      tools.legacy,
    );
    await expect.poll(async () => (await compareQueues(tools)).remaining, { timeout: 60_000 }).toEqual([]);
    const { old, new: here } = await compareQueues(tools);
    expect(old.dispensaries).toBeNull();
    expect(here.dispensaries).toEqual({ total: 2, crawl_enabled: 2 });
    expect(here.schedules.enabled).toBeGreaterThan(2);
    expect(Object.keys(here.tasks.by_status)).toEqual(
      expect.arrayContaining(['pending', 'claimed', 'running', 'completed', 'failed', 'cancelled']),
    );
  });
});
