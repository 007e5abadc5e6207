import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { readLegacyQueue } from '../../../legacy/read-queue.ts';
import { cancelPendingWork, disableOldSchedules } from '../../../legacy/stop-queue.ts';
import { openLegacyQueue } from '../../support/legacy-queue.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const REAL = { isDryRun: false };
const DRY = { isDryRun: true };

async function rowsOf(db: Db, table: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} order by id`.execute(
    db,
  );
  return rows;
}

describe('the queue before', () => {
  test('is counted by the statuses of its rows', async () => {
    expect(await readLegacyQueue(await openLegacyQueue())).toEqual({
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
    const legacy = await openLegacyQueue();
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
    const legacy = await openLegacyQueue();
    const before = await rowsOf(legacy, 'job_schedules');
    const reported = await disableOldSchedules(legacy, DRY);
    expect(await rowsOf(legacy, 'job_schedules')).toEqual(before);
    expect(await disableOldSchedules(legacy, REAL)).toEqual(reported);
  });

  test('goes on past a table that does not say which schedules run, and tells what to do', async () => {
    const legacy = await openLegacyQueue();
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
    const legacy = await openLegacyQueue();
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
    const legacy = await openLegacyQueue();
    await sql`alter table worker_tasks alter column updated_at drop default,
      alter column updated_at type bigint using 7`.execute(legacy);
    expect(await cancelPendingWork(legacy, REAL)).toMatchObject([{ cancelled: 3 }, { cancelled: 2 }]);
    expect((await rowsOf(legacy, 'worker_tasks'))[0]).toMatchObject({ updated_at: 7 });
  });

  test('tells in a dry run what it would do, and does nothing', async () => {
    const legacy = await openLegacyQueue();
    const before = [await rowsOf(legacy, 'worker_tasks'), await rowsOf(legacy, 'dispensary_crawl_jobs')];
    const reported = await cancelPendingWork(legacy, DRY);
    expect([await rowsOf(legacy, 'worker_tasks'), await rowsOf(legacy, 'dispensary_crawl_jobs')]).toEqual(
      before,
    );
    expect(await cancelPendingWork(legacy, REAL)).toEqual(reported);
  });
});
