import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { enterStage } from '../../../db/queries/crawl-runs.ts';
import { readEndedWork } from '../../../db/queries/role-work.ts';
import { countOpenWork, readRoleRates } from '../../../db/queries/run-counts.ts';
import { listWorkers } from '../../../db/queries/worker-registry.ts';
import { ROLE_WORKFLOWS } from '../../../domain/role-workflows.ts';
import { isChainRole, ROLES } from '../../../domain/role.ts';
import { tallyOf } from '../../../reports/capacity-row.ts';
import { workersOf } from '../../../reports/role-workers.ts';
import {
  filesMediaQueue,
  filesQueue,
  filesReingestQueue,
  TASK_QUEUES,
} from '../../../temporal-config/task-queues.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { FETCH, makeClaim, makeDispensary } from './make-crawl.ts';
import { makeEach } from './make-run-states.ts';
import { makeRun, runIdAt } from './make-runs.ts';

/** Returns what the capacity report counts, under the column names of the view. */
async function capacityOf(db: Db) {
  const [open, rates, ended] = [await countOpenWork(db), await readRoleRates(db), await readEndedWork(db)];
  const workers = await listWorkers(db);
  return ROLES.map((role) => {
    const tally = tallyOf(open.filter((one) => one.role === role));
    const own = isChainRole(role) ? undefined : rates.find((one) => one.role === role);
    const stages = ended.find((one) => one.role === role);
    const { active, slots } = workersOf(role, workers, 0);
    const seconds = stages?.durationSeconds ?? own?.seconds ?? null;
    const slotSeconds = stages?.slotSeconds ?? seconds;
    const perHour =
      slotSeconds === null || active === 0 ? null : (slots * 3_600) / Math.max(slotSeconds, 0.001);
    const pending = tally.ready + tally.later;
    return {
      role,
      pending_tasks: pending,
      ready_tasks: tally.ready,
      claimed_tasks: tally.claimed,
      running_tasks: tally.running,
      completed_last_hour: (stages?.completedLastHour ?? 0) + (own?.completedLastHour ?? 0),
      failed_last_hour: (stages?.failedLastHour ?? 0) + (own?.failedLastHour ?? 0),
      active_workers: active,
      avg_duration_sec: seconds,
      tasks_per_worker_hour: perHour,
      estimated_hours_to_drain: pending === 0 ? 0 : perHour === null ? null : pending / (active * perHour),
    };
  });
}

/** Rounds numbers, because the report and the view add up seconds in different ways and differ in the last digits. */
function rounded(row: object): object {
  const values = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'number' ? Number(value.toPrecision(6)) : value,
  ]);
  return Object.fromEntries(values) as object;
}

test('v_worker_capacity counts what the report of capacity counts, for each role and each queue', async () => {
  const { db } = await createTestDatabase();
  for (const role of ROLES) {
    for (const stage of isChainRole(role) ? ['fetch', 'ingest', 'images'] : [null])
      await makeEach(db, (change) => makeRun(db, { type: ROLE_WORKFLOWS[role], role, stage, ...change }));
    for (const [minutes, ended_as] of [
      [5, 'completed'],
      [90, 'completed'],
      [6, 'failed'],
      [7, 'cancelled'],
    ] as const)
      await makeRun(db, {
        id: runIdAt(Date.now() - minutes * 60_000 - 20_000),
        type: ROLE_WORKFLOWS[role],
        role,
        ended_as,
        ended_at: new Date(Date.now() - minutes * 60_000),
      });
  }
  await sql`update run_heartbeats set next_attempt_at = now() + interval '1 hour' where worker is null`.execute(
    db,
  );
  await enterStage(db, makeClaim(await makeDispensary(db)), FETCH);
  await sql`update stage_runs set outcome = 'completed', attempts = 2, ended_at = now() + interval '8 seconds'`.execute(
    db,
  );
  await sql`
    insert into stage_runs (crawl_run_id, stage, role, worker, attempts, outcome, started_at, ended_at)
    select id, 'ingest', 'product_refresh', 'Kryll', 1, 'completed', now() - interval '12 seconds', now() from crawl_runs
  `.execute(db);
  const queues = [
    ...TASK_QUEUES,
    filesQueue('pod'),
    filesMediaQueue('pod'),
    filesReingestQueue('pod'),
    'files',
    'other',
  ];
  for (const [place, queue] of queues.entries())
    await sql`
      insert into workers (worker_id, pod_name, friendly_name, version, status, queues, tuner, max_concurrent_tasks, active_task_count,
        current_task_ids, resources, started_at, last_heartbeat_at)
      values (${`worker-${place}`}, 'pod', ${`worker-${place}`}, '1', ${['active', 'backing_off', 'draining'][place % 3]},
        ${JSON.stringify([{ queue, slots: place + 1 }])}, '{}', 9, 0, '{}', '{}', now(), now() - ${place % 5 === 4 ? 6 : 0} * interval '1 minute')
    `.execute(db);

  const { rows } = await sql<object>`select * from compat.v_worker_capacity`.execute(db);
  const expected = await capacityOf(db);
  expect(rows.map(rounded)).toEqual(expected.map(rounded));
  expect(expected.map((row) => row.active_workers)).not.toContain(0);
  expect(expected.filter((row) => row.pending_tasks > 0)).toHaveLength(ROLES.length);
});
