import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { decideQuarantined } from '../../../db/queries/quarantine.ts';
import { listEvents, readSettledEvents } from '../../../db/queries/run-events.ts';
import { reportSilentChanges } from '../../../ledger/report-silent-changes.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, ingest, makeDispensary } from '../db/make-crawl.ts';
import { makeProduct } from '../db/make-product.ts';
import { quarantineOne } from '../db/make-quarantined.ts';

const RULE = { scheduleHours: 4 };

/**
 * Prepares checks for silent changes, as the process that keeps the ledger makes them.
 * @returns a function that checks once, and returns the events of this topic that the check created
 */
function watch(db: Db, topic: 'quality' | 'worker' = 'quality') {
  const report = reportSilentChanges(RULE);
  return async () => {
    const after = (await readSettledEvents(db)).settled;
    await report(db);
    const events = await listEvents(db, { after, upTo: (await readSettledEvents(db)).settled, limit: 100 });
    return events.flatMap((event) => (event.topic === topic ? [event.data] : []));
  };
}

test('a dispensary whose problems change is reported once, also when they are over', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const fetchedAt = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000);
  const products = [makeProduct('a')];
  await ingest(db, run, { fetchedAt: fetchedAt(9), products });
  const look = watch(db);
  expect(await look()).toEqual([]);
  await ingest(db, run, { fetchedAt: fetchedAt(6), products, record: { missingCount: 2 } });
  const event = { dispensary_id: run.dispensaryId, platform: 'dutchie' };
  expect(await look()).toEqual([{ ...event, problems: ['misses-off'] }]);
  expect(await look()).toEqual([]);
  await ingest(db, run, { fetchedAt: fetchedAt(3), products });
  expect(await look()).toEqual([{ ...event, problems: [] }]);
  expect(await look()).toEqual([]);
});

test('another process that takes over reports what changed meanwhile, and nothing again', async () => {
  const { db } = await createTestDatabase();
  const [one, other] = [await quarantineOne(db), await quarantineOne(db)];
  expect(await watch(db)()).toHaveLength(2);
  await decideQuarantined(db, one.id, { verdict: 'rejected', decidedBy: 'Ada' });
  expect(await watch(db)()).toEqual([
    { dispensary_id: one.run.dispensaryId, platform: 'dutchie', problems: [] },
  ]);
  expect(await watch(db)()).toEqual([]);
  const { rows } = await sql<{ id: number }>`select dispensary_id as id from reported_problems`.execute(db);
  expect(rows).toEqual([{ id: other.run.dispensaryId }]);
});

test('a decision about a payload in quarantine, and a disabled dispensary, end a problem', async () => {
  const { db } = await createTestDatabase();
  const { run, id } = await quarantineOne(db);
  const other = await quarantineOne(db);
  const look = watch(db);
  await look();
  await decideQuarantined(db, id, { verdict: 'rejected', decidedBy: 'Ada' });
  const event = { platform: 'dutchie', problems: [] };
  expect(await look()).toEqual([{ ...event, dispensary_id: run.dispensaryId }]);
  await sql`update dispensaries set crawl_enabled = false, updated_at = now() where id = ${other.run.dispensaryId}`.execute(
    db,
  );
  expect(await look()).toEqual([{ ...event, dispensary_id: other.run.dispensaryId }]);
});

test('a dispensary becomes overdue while nothing happens to it', async () => {
  const { db } = await createTestDatabase();
  const id = await makeDispensary(db);
  // The store was last updated a day ago, and becomes overdue in five seconds.
  await sql`
    update dispensaries set created_at = now() - interval '6 hours' + interval '5 seconds', updated_at = now() - interval '1 day'
  `.execute(db);
  const look = watch(db);
  await look();
  await expect
    .poll(look, { timeout: 60_000, interval: 100 })
    .toEqual([{ dispensary_id: id, platform: 'dutchie', problems: ['overdue'] }]);
});

test('a worker that has gone silent is reported as lost, once', async () => {
  const { db } = await createTestDatabase();
  await sql`
    insert into workers (worker_id, pod_name, friendly_name, version, status, queues, tuner, max_concurrent_tasks, active_task_count,
      current_task_ids, resources, started_at, last_heartbeat_at)
    values ('w-1', 'pod-1', 'Ada', '1', 'active', '[]', '{}', 3, 2, '{}', '{}', now() - interval '1 day', now() - interval '1 hour')
  `.execute(db);
  const look = watch(db, 'worker');
  expect(await look()).toMatchObject([{ worker_id: 'w-1', status: 'lost' }]);
  expect(await look()).toEqual([]);
});

test('a search for the id of a dispensary that fails is a problem as soon as its end is known', async () => {
  const { db } = await createTestDatabase();
  const id = await makeDispensary(db, { platform_dispensary_id: null });
  await sql`update dispensaries set updated_at = now() - interval '1 hour'`.execute(db);
  const look = watch(db);
  await look();
  await sql`
    insert into runs (id, workflow_id, run_id, type, role, dispensary_id, ended_as, ended_at, end_noted_at, error_kind)
    values (key_of_run('r-1', now()), ${`resolve/${id}`}, 'r-1', 'resolveEntryPoint', 'entry_point_discovery', ${id}, 'failed', now(), now(),
      'NotFound')
  `.execute(db);
  expect(await look()).toMatchObject([{ dispensary_id: id, problems: ['unresolved'] }]);
});
