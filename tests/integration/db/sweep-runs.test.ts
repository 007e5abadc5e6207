import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { closeRun } from '../../../db/queries/close-runs.ts';
import { enterStage } from '../../../db/queries/crawl-runs.ts';
import { noteChainsAndJobs } from '../../../db/queries/rebuild-runs.ts';
import {
  beginSweep,
  deleteSweptRows,
  dropSweptPartitions,
  readSweptTo,
} from '../../../db/queries/sweep-runs.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { FETCH, makeClaim, makeDispensary } from './make-crawl.ts';
import { makeJobRun, makeRun, runIdAt } from './make-runs.ts';

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** Returns the id and the end of a run that ended one minute after its creation. */
const ended = (days: number) => ({
  id: runIdAt(daysAgo(days).getTime()),
  ended_at: new Date(daysAgo(days).getTime() + 60_000),
});

async function makeMonths(db: Db, ...days: number[]): Promise<string[]> {
  for (const ago of days) await sql`select ensure_run_partition(${daysAgo(ago)})`.execute(db);
  return days.map((ago) => `runs_${daysAgo(ago).toISOString().slice(0, 7).replace('-', '_')}`);
}

async function partitionsOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'runs'::regclass order by 1
  `.execute(db);
  return rows.map(({ name }) => name);
}

async function workflowsOf(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('runs').select('workflow_id').orderBy('workflow_id').execute();
  return rows.map(({ workflow_id: name }) => name);
}

test('rows that ended before the retention are deleted in batches; open ones, younger ones and jobs stay', async () => {
  const { db } = await createTestDatabase();
  await makeMonths(db, 100, 1);
  await sql`
    insert into runs (id, workflow_id, run_id, type, role, ended_as, ended_at)
    select key_of_run('run-' || n, now() - interval '95 days'), 'old/' || n, 'run-' || n, 'crawlDispensary', 'payload_fetch', 'completed',
      now() - interval '94 days'
    from generate_series(1, 1500) n
  `.execute(db);
  await makeRun(db, { ...ended(100), workflow_id: 'open', ended_as: null, ended_at: null });
  await makeRun(db, { ...ended(100), workflow_id: 'ended lately', ended_at: daysAgo(2) });
  await makeRun(db, { ...ended(1), workflow_id: 'young' });
  await makeJobRun(db, { ...ended(100), name: 'kept' });

  const before = await beginSweep(db, 90);
  expect(await dropSweptPartitions(db, before)).toEqual([]);
  expect(await deleteSweptRows(db, before)).toEqual({ count: 1000, isMore: true });
  expect(await deleteSweptRows(db, before)).toEqual({ count: 500, isMore: false });
  expect(await workflowsOf(db)).toEqual(['ended lately', 'job/kept', 'open', 'young']);
  expect(await deleteSweptRows(db, before)).toEqual({ count: 0, isMore: false });
});

test('a month is dropped whole when all its runs ended before the retention', async () => {
  const { db } = await createTestDatabase();
  const [gone, empty, kept, young] = await makeMonths(db, 200, 240, 160, 1);
  await makeRun(db, { ...ended(200), workflow_id: 'old' });
  await makeRun(db, { ...ended(160), workflow_id: 'also old' });
  await makeRun(db, { ...ended(160), workflow_id: 'open', ended_as: null, ended_at: null });
  await makeRun(db, { ...ended(1), workflow_id: 'young' });
  const before = await beginSweep(db, 90);
  expect(await dropSweptPartitions(db, before)).toEqual([empty, gone]);
  expect(await partitionsOf(db)).toEqual([kept, young, 'runs_other']);
  await deleteSweptRows(db, before);
  expect(await workflowsOf(db)).toEqual(['open', 'young']);
});

test('a month that somebody reads is not dropped, and the reader is not held up; its rows are deleted', async () => {
  const { db } = await createTestDatabase();
  const [name] = await makeMonths(db, 200);
  await makeRun(db, ended(200));
  const before = await beginSweep(db, 90);
  await db.transaction().execute(async (reader) => {
    await sql`select count(*) from runs`.execute(reader);
    expect(await dropSweptPartitions(db, before)).toEqual([]);
    expect(await deleteSweptRows(db, before)).toEqual({ count: 1, isMore: false });
    await sql`select count(*) from runs`.execute(reader);
  });
  expect(await dropSweptPartitions(db, before)).toEqual([name]);
});

test('a chain that was deleted comes back neither with a later change of it nor by a rebuild; others are written', async () => {
  const { db } = await createTestDatabase();
  const enter = async () => {
    const claim = makeClaim(await makeDispensary(db));
    await enterStage(db, claim, FETCH);
    return claim;
  };
  const [old, young] = [await enter(), await enter()];
  for (const { workflowRunId } of [old, young])
    await closeRun(db, { workflowRunId, status: 'failed', errorKind: 'Blocked', errorMessage: 'no' });
  await sql`
    update crawl_runs set ended_at = now() - interval '91 days' where workflow_run_id = ${old.workflowRunId}
  `.execute(db);
  await sql`update runs set ended_at = now() - interval '91 days' where run_id = ${old.workflowRunId}`.execute(
    db,
  );

  const before = await beginSweep(db, 90);
  expect(await readSweptTo(db)).toEqual(before);
  expect(await deleteSweptRows(db, before)).toEqual({ count: 1, isMore: false });
  await sql`update crawl_runs set counts = '{"missing": 1}'`.execute(db);
  expect(await workflowsOf(db)).toEqual([young.workflowId]);
  await sql`delete from runs`.execute(db);
  await noteChainsAndJobs(db);
  expect(await workflowsOf(db)).toEqual([young.workflowId]);
  // A longer retention does not bring forgotten runs back.
  await beginSweep(db, 365);
  expect(await readSweptTo(db)).toEqual(before);
});

test('events go with the month that ended before the retention, as a whole', async () => {
  const { db } = await createTestDatabase();
  for (const days of [130, 1]) {
    await sql`insert into run_events (topic, event, noted_at) values ('operation', 'done', ${daysAgo(days)})`.execute(
      db,
    );
    await sql`select ensure_event_partition(${daysAgo(days)})`.execute(db);
  }
  const before = await beginSweep(db, 90);
  const month = daysAgo(130).toISOString().slice(0, 7).replace('-', '_');
  expect(await dropSweptPartitions(db, before)).toEqual([`run_events_${month}`]);
  await deleteSweptRows(db, before);
  const { rows } = await sql<{ count: number }>`select count(*) as count from run_events`.execute(db);
  expect(rows).toEqual([{ count: 1 }]);
});
