import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { connectDatabase, type Db } from '../../../db/connect.ts';
import { recordWriters, staleWrites, wasTakenOver } from '../../../faults/world/write-log.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const RUN = 'run-1';

function connectAs(url: string, worker: string): Db {
  const db = connectDatabase({ url, poolSize: 1, applicationName: worker });
  onTestFinished(() => db.destroy());
  return db;
}

const endStage = (db: Db, stage: string) =>
  sql`update stage_runs set outcome = 'completed', ended_at = now() where stage = ${stage}`.execute(db);

test('a write of a worker whose run another one has taken over counts as stale, others do not', async () => {
  const { db, url } = await createTestDatabase();
  await recordWriters(db);
  await recordWriters(db);
  const [first, second] = [connectAs(url, 'first'), connectAs(url, 'second')];
  await sql`
    insert into dispensaries (name, platform, slug, menu_url) values ('one', 'dutchie', 'one', 'http://one.test')
  `.execute(db);
  await sql`
    insert into crawl_runs (dispensary_id, role, workflow_id, workflow_run_id, fence)
    select id, 'payload_fetch', 'crawl/1', ${RUN}, 1 from dispensaries
  `.execute(first);
  await sql`
    insert into stage_runs (crawl_run_id, stage, role, worker)
    select id, stage, 'payload_fetch', 'first' from crawl_runs, unnest(array['fetch', 'ingest', 'images']) as stage
  `.execute(first);
  await endStage(first, 'fetch');
  const by = new Date();
  await sql`update crawl_runs set fence = 2`.execute(second);
  expect(await wasTakenOver(db, RUN, { worker: 'first', by })).toBe(false);
  expect(await wasTakenOver(db, RUN, { worker: 'first', by: new Date(Date.now() + 1_000) })).toBe(true);
  await endStage(second, 'ingest');
  expect(await staleWrites(db, RUN)).toEqual([]);
  await endStage(first, 'images');
  expect(await staleWrites(db, RUN)).toEqual([
    'first wrote the end of a stage, which was taken over by second',
  ]);
});
