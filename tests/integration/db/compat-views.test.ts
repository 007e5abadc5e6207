import { readFile } from 'node:fs/promises';
import { sql, type RawBuilder } from 'kysely';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { migrate } from '../../../db/migrate.ts';
import { listRuns, type Run } from '../../../db/queries/runs.ts';
import { ROLE_WORKFLOWS, STARTER } from '../../../domain/role-workflows.ts';
import { ROLES } from '../../../domain/role.ts';
import { createEmptyDatabase, createTestDatabase } from '../../support/test-database.ts';
import { makeEach } from './make-run-states.ts';
import { makeJobRun, makeRun, RUNS_BEGAN_MS, runIdAt } from './make-runs.ts';

const ALL = { after: null, limit: 10_000 };

/** Returns a run as the task lists show it, under the column names of the view. */
function expectedTask(run: Run) {
  return {
    role: run.role,
    dispensary_id: run.dispensaryId,
    platform: run.platform,
    status: run.status,
    priority: run.priority ?? 0,
    scheduled_for: run.scheduledFor,
    worker_id: run.worker,
    claimed_at: run.claimedAt,
    started_at: run.startedAt,
    completed_at: run.endedAt,
    last_heartbeat_at: run.heartbeatAt,
    result: run.result,
    error_message: run.errorMessage,
    retry_count: run.retryCount,
    max_retries: run.maxRetries,
    created_at: run.createdAt,
    updated_at: run.updatedAt,
    workflow_id: run.workflowId,
  };
}

test('worker_tasks has the tasks of the lists with the same values, in every state that a run can be in', async () => {
  const { db } = await createTestDatabase();
  const types = new Map<string, Parameters<typeof makeRun>[1]>(
    ROLES.map((role) => [role, { type: ROLE_WORKFLOWS[role], role }]),
  );
  types.set('waiting', {
    type: STARTER.type,
    workflow_id: `${STARTER.idPrefix}one`,
    role: 'store_discovery',
  });
  types.set('no task', { type: STARTER.type, workflow_id: 'start-once/one', role: 'storage_sweep' });
  types.set('no task either', { type: 'crawlDue', workflow_id: 'crawl-due/all', role: 'payload_fetch' });
  for (const kind of types.values())
    await makeEach(db, (change) => makeRun(db, { ...kind, priority: null, ...change }));
  await makeRun(db, {
    platform: 'dutchie',
    priority: 10,
    scheduled_for: new Date(RUNS_BEGAN_MS),
    started_at: new Date(RUNS_BEGAN_MS + 1_000),
    error_message: 'The site answered 403.',
    result: JSON.stringify({ payload_id: 7 }),
    retry_count: 2,
    max_retries: 3,
  });

  const listed = await listRuns(db, { kind: 'task' }, ALL);
  const { rows } = await sql<{ id: string }>`select * from compat.worker_tasks order by id desc`.execute(db);
  expect(rows.map(({ id, ...row }) => [id, row])).toEqual(
    listed.map(({ run }) => [run.id, expectedTask(run)]),
  );
  expect(new Set(listed.map(({ run }) => run.status)).size).toBe(8);
  expect(new Set(listed.map(({ run }) => run.role)).size).toBe(ROLES.length);
});

test('worker_job_queue has each job once, with its payload and the five words of the replaced table', async () => {
  const { db } = await createTestDatabase();
  let number = 0;
  await makeEach(db, (change) => makeJobRun(db, { name: `job-${++number}`, priority: 5, ...change }));
  const retried = { name: 'retried', payload: { media_ids: [1] } };
  await makeJobRun(db, { ...retried, id: runIdAt(RUNS_BEGAN_MS + 5_000), error_message: 'No such file.' });
  await makeRun(db, { workflow_id: 'job/retried', type: 'job', role: null, ended_as: 'failed' });
  await makeRun(db, { workflow_id: 'by-hand', type: 'job', role: null });

  const listed = await listRuns(db, { kind: 'job' }, ALL);
  const { rows } = await sql<Record<string, unknown>>`
    select * from compat.worker_job_queue order by created_at desc, id
  `.execute(db);
  const text = { claimed: 'running', stale: 'running' };
  const expected = listed.map(({ run }) => ({
    id: run.workflowId.replace('job/', ''),
    status: (text as Record<string, string>)[run.status] ?? run.status,
    worker_id: run.worker,
    completed_at: run.endedAt,
  }));
  expect(
    rows.map(({ id, status, worker_id, completed_at }) => ({ id, status, worker_id, completed_at })),
  ).toEqual(
    expected.toSorted((one, other) => {
      const isRetried = ({ id }: { id: string }) => Number(id === 'retried');
      return isRetried(other) - isRetried(one) || (one.id < other.id ? -1 : 1);
    }),
  );
  expect(rows[0]).toEqual({
    id: 'retried',
    job_type: 'sync',
    platform: null,
    account: null,
    priority: 5,
    status: 'completed',
    payload: '{"media_ids": [1]}',
    error_message: 'No such file.',
    retry_count: 0,
    max_retries: 0,
    created_at: new Date(RUNS_BEGAN_MS + 5_000),
    started_at: null,
    completed_at: new Date(RUNS_BEGAN_MS + 60_000),
    worker_id: null,
    progress_percent: 0,
    progress_message: null,
  });
});

/** Returns the columns of a view with their types. */
async function columnsOf(db: Db, view: string): Promise<string[]> {
  const { rows } = await sql<{ column: string }>`
    select attname || ' ' || format_type(atttypid, atttypmod) as column from pg_attribute
    where attrelid = ${`compat.${view}`}::regclass and attnum > 0 order by attnum
  `.execute(db);
  return rows.map(({ column }) => column);
}

test('the columns are those of the replaced tables', async () => {
  const { db } = await createTestDatabase();
  expect(await columnsOf(db, 'worker_tasks')).toEqual([
    'id uuid',
    'role text',
    'dispensary_id bigint',
    'platform text',
    'status text',
    'priority integer',
    'scheduled_for timestamp with time zone',
    'worker_id text',
    'claimed_at timestamp with time zone',
    'started_at timestamp with time zone',
    'completed_at timestamp with time zone',
    'last_heartbeat_at timestamp with time zone',
    'result jsonb',
    'error_message text',
    'retry_count integer',
    'max_retries integer',
    'created_at timestamp with time zone',
    'updated_at timestamp with time zone',
    'workflow_id text',
  ]);
  expect((await columnsOf(db, 'worker_job_queue')).map((column) => column.replace(/ .*/, '')).join(' ')).toBe(
    'id job_type platform account priority status payload error_message retry_count max_retries created_at started_at completed_at worker_id progress_percent progress_message',
  );
  expect(
    (await columnsOf(db, 'v_worker_capacity')).map((column) => column.replace(/ .*/, '')).join(' '),
  ).toBe(
    'role pending_tasks ready_tasks claimed_tasks running_tasks completed_last_hour failed_last_hour active_workers avg_duration_sec tasks_per_worker_hour estimated_hours_to_drain',
  );
});

test('each write to a view fails and says what to do, also one that finds no row', async () => {
  const { db } = await createTestDatabase();
  await makeRun(db, { ended_as: 'failed' });
  const writes = ['worker_tasks', 'worker_job_queue', 'v_worker_capacity'].flatMap((view) => {
    const name = sql.table(`compat.${view}`);
    const column = view === 'v_worker_capacity' ? sql`role` : sql`status`;
    return [
      sql`insert into ${name} (${column}) values ('pending')`,
      sql`update ${name} set ${column} = 'pending' where ${column} = 'failed'`,
      sql`update ${name} set ${column} = 'pending' where false`,
      sql`delete from ${name}`,
    ].map((write) => ({ view, write }));
  });
  for (const { view, write } of writes)
    await expect(write.execute(db)).rejects.toThrow(
      `compat.${view} is a read-only view of the ledger of runs.`,
    );
  const refusal = await writes[0]!.write.execute(db).catch((error: { hint: string }) => error);
  const [page = ''] = /docs\S+\.md/.exec((refusal as { hint: string }).hint) ?? [];
  expect(await readFile(new URL(`../../../${page}`, import.meta.url), 'utf8')).toContain('read-only');
});

test('beside another schema than public the views are in a schema named after it', async () => {
  const { db, url } = await createEmptyDatabase();
  await sql`create schema crawls`.execute(db);
  const there = new URL(url);
  there.searchParams.set('options', '-c search_path=crawls');
  await migrate(there.href);
  await migrate(url);
  await sql`insert into crawls.runs (id, workflow_id, run_id, type, role)
    values (gen_random_uuid(), 'crawl/1', 'one', 'crawlDispensary', 'payload_fetch')`.execute(db);
  const { rows } = await sql`
    select (select count(*) from crawls_compat.worker_tasks) as there, (select count(*) from compat.worker_tasks) as here
  `.execute(db);
  expect(rows).toEqual([{ there: 1, here: 0 }]);
});

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

function rowsRead(node: PlanNode): number {
  const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  return Math.max(own, 0) + (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0);
}

async function countRowsRead(db: Db, question: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: PlanNode }[] }>`
    explain (analyze, format json) ${question}
  `.execute(db);
  return rowsRead(rows[0]!['QUERY PLAN'][0]!.Plan);
}

test('what monitoring asks of open tasks, and of those that ended lately, reads no other closed ones', async () => {
  const { db } = await createTestDatabase();
  await sql`alter table runs disable trigger all`.execute(db);
  await sql`
    insert into runs (id, workflow_id, run_id, type, role, priority, ended_as, ended_at)
    select (substr(key_of_moment(began)::text, 1, 14) || '7' || substr(md5(n::text), 1, 3) || '-8' || substr(md5(n::text), 4, 3)
        || '-' || substr(md5(n::text), 7, 12))::uuid,
      case when n % 7 = 0 then 'job/' else 'crawl/' end || n, 'run-' || n, case when n % 7 = 0 then 'job' else 'crawlDispensary' end,
      case when n % 7 <> 0 then 'payload_fetch' end, n % 3,
      case when n % 300 <> 0 then case when n % 20 = 1 then 'failed' else 'completed' end end,
      case when n % 300 <> 0 then began + interval '1 minute' end
    from generate_series(1, 30000) n, lateral (select now() - n * interval '200 seconds' as began) moment
  `.execute(db);
  await sql`analyze runs`.execute(db);
  const questions = [
    sql`select * from compat.worker_tasks where status = 'pending' order by priority desc limit 50`,
    sql`select worker_id, role, count(*), max(last_heartbeat_at) from compat.worker_tasks
      where last_heartbeat_at > now() - interval '5 minutes' group by worker_id, role`,
    sql`select id, role, error_message from compat.worker_tasks where status = 'failed' and completed_at > now() - interval '1 day'
      order by completed_at desc limit 20`,
    sql`select role, avg(extract(epoch from completed_at - started_at)) from compat.worker_tasks
      where status = 'completed' and completed_at > now() - interval '1 hour' group by role`,
    sql`select * from compat.worker_job_queue where status = 'running' order by started_at`,
    sql`select * from compat.v_worker_capacity`,
  ];
  // There are 30,000 runs. Some queries read the 100 open runs in several steps; others read the runs of an hour or of a day.
  for (const question of questions) expect(await countRowsRead(db, question)).toBeLessThan(10_000);
});

test('the queries of the docs run as they are written', async () => {
  const { url } = await createTestDatabase();
  const page = await readFile(new URL('../../../docs/reference/compat-views.md', import.meta.url), 'utf8');
  const blocks = [...page.matchAll(/```sql\n(.*?)```/gs)].map(([, text = '']) => text);
  expect(blocks.length).toBeGreaterThan(2);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  for (const block of blocks) await client.query(block);
  await client.query('rollback');
  await client.end();
});
