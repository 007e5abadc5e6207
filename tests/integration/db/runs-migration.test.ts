import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { migrate, readMigrations } from '../../../db/migrate.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const BEFORE = '0039';
const DAY = Date.UTC(2026, 9, 20, 12);

/** Returns a run id as a server makes it for a run that begins `minutes` after noon of `DAY`. */
const firstRunId = (minutes: number) => {
  const time = (DAY + minutes * 60_000).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
};

const RESET = '7b1f2c1e-3f57-4c1b-9c1d-2b6f4a1e9d10';

async function fillBefore(db: Db): Promise<void> {
  await sql`
    insert into dispensaries (name, platform, slug, menu_url, state)
    values ('Desert Bloom', 'dutchie', 'desert-bloom', 'https://dutchie.com/embedded-menu/desert-bloom', 'AZ')
  `.execute(db);
  const addChain = async (runId: string, minutes: number, status: string) => {
    const at = new Date(DAY + minutes * 60_000);
    const ended = status === 'running' ? null : new Date(at.getTime() + 60_000);
    await sql`
      insert into crawl_runs (dispensary_id, role, workflow_id, workflow_run_id, status, fence, started_at, ended_at)
      values (1, 'payload_fetch', 'crawl/1', ${runId}, ${status}, 1, ${at}, ${ended})
    `.execute(db);
  };
  await addChain(firstRunId(0), 0, 'completed');
  await addChain(firstRunId(10), 10, 'failed');
  await addChain(RESET, 20, 'completed');
  await addChain(firstRunId(30), 30, 'running');
  await sql`
    insert into stage_runs (crawl_run_id, stage, role, worker, attempts, outcome, started_at)
    values (1, 'fetch', 'payload_fetch', 'Xylos', 3, 'completed', ${new Date(DAY)})
  `.execute(db);
  // The update moves the row to another place in the table, so the rows are no longer stored in the order of their ids.
  await sql`update crawl_runs set counts = '{}' where id = 2`.execute(db);
  await sql`
    insert into jobs (id, workflow_run_id, created_at, job_type, priority, payload, max_retries, status, updated_at, completed_at)
    values ('nightly', ${firstRunId(5)}, ${new Date(DAY)}, 'sync', 5, '{}', 3, 'failed', ${new Date(DAY)}, ${new Date(DAY)})
  `.execute(db);
}

test('chains and jobs from before are runs, and a reset is an attempt of the run that it reset', async () => {
  const { db, url } = await createTestDatabase();
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  const migrations = await readMigrations();
  await migrate(
    url,
    migrations.filter(({ name }) => name.slice(0, 4) <= BEFORE),
  );
  await fillBefore(db);
  await migrate(url, migrations);
  const runs = await db.selectFrom('runs').selectAll().orderBy('id').execute();
  expect(runs).toMatchObject([
    { id: firstRunId(0), ended_as: 'completed', retry_count: 2, worker: 'Xylos', attempt: 1 },
    { id: firstRunId(5), type: 'job', workflow_id: 'job/nightly', job_type: 'sync', ended_as: 'failed' },
    { id: firstRunId(10), run_id: RESET, ended_as: 'completed', attempt: 2 },
    { id: firstRunId(30), ended_as: null, state_code: 'AZ', started_at: new Date(DAY + 30 * 60_000) },
  ]);
  const partitions = await sql`select to_regclass('runs_2026_10') as name`.execute(db);
  expect(partitions.rows).toEqual([{ name: 'runs_2026_10' }]);
  // After the migration, writes to the old tables also update `runs`.
  await sql`update crawl_runs set status = 'failed', ended_at = now() where status = 'running'`.execute(db);
  const last = await db.selectFrom('runs').select('ended_as').where('id', '=', firstRunId(30)).execute();
  expect(last).toEqual([{ ended_as: 'failed' }]);
});
