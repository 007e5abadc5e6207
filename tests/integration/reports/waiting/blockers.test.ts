import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { writeWork } from '../../../../db/queries/run-heartbeats.ts';
import { registerWorker } from '../../../../db/queries/worker-registry.ts';
import { listTasks } from '../../../../reports/list-tasks.ts';
import { readVerdictFacts } from '../../../../reports/verdict/read-verdict.ts';
import { createBlockers } from '../../../../reports/waiting/blockers.ts';
import { ownWorker, TOLD } from '../../../support/own-worker.ts';
import { createTestDatabase } from '../../../support/test-database.ts';
import { discovery, runIdAt, workOn } from '../../db/make-noted-run.ts';

test('a queue that only a silent worker serves is said to wait for that one, by its name', async () => {
  const { db } = await createTestDatabase();
  const unserved = () => createBlockers(db).unserved('fetch-own');
  for (const id of ['first', 'second']) {
    const facts = { ...ownWorker(id), queues: [{ queue: 'fetch-own', slots: 2 }] };
    await registerWorker(db, { facts, state: TOLD }, () => `Name of ${id}`);
  }
  expect(await unserved()).toEqual([]);
  const silence = (id: string, seconds: number) =>
    sql`update workers set last_heartbeat_at = now() - make_interval(secs => ${seconds}) where worker_id = ${id}`.execute(
      db,
    );
  await silence('first', 200);
  expect(await unserved()).toEqual([]);
  await silence('second', 3_600);
  expect(await unserved()).toEqual([
    expect.stringMatching(
      /^a worker: Name of first, which serves the queue `fetch-own`, sent no heartbeat since [\d-]+ [\d:]+ UTC$/,
    ),
  ]);
  await silence('first', 3_600);
  expect(await unserved()).toEqual(['a worker: none serves the queue `fetch-own`']);
});

test('work that waits beside free workers, of which a process was killed, was with that one', async () => {
  const { db } = await createTestDatabase();
  const place = () => createBlockers(db).place('fetch-own');
  const facts = { ...ownWorker('only'), queues: [{ queue: 'fetch-own', slots: 2 }] };
  const free = { ...TOLD, activeTaskCount: 0, currentTaskIds: [] };
  await registerWorker(db, { facts, state: free }, () => 'Kryll');
  const isFree =
    /^a worker that serves the queue `fetch-own`: Kryll, last heard of at .+ UTC, has free slots$/;
  expect(await place()).toMatch(isFree);
  await sql`update workers set crashed_at = array[now() - interval '1 minute']`.execute(db);
  expect(await place()).toBe(
    'a worker that serves the queue `fetch-own`: a process of Kryll was killed, and Temporal gives its work to another one within a minute',
  );
  const run = discovery(runIdAt(new Date()));
  await writeWork(db, 'only', [workOn(run, { claimedAgeMs: 10 })]);
  expect(await place()).toMatch(isFree);
  await db.updateTable('workers').set({ max_concurrent_tasks: 1 }).execute();
  const slot = 'a free slot of a worker that serves the queue `fetch-own`, of 1 in all';
  expect(await place()).toBe(slot);
  // Of its other tasks, none may be of this queue.
  const queues = JSON.stringify([{ queue: 'fetch-own', slots: 1 }]);
  await db.updateTable('workers').set({ max_concurrent_tasks: 8, queues }).execute();
  expect(await place()).toBe(`${slot}, which may all be taken`);
});

test('a worker that hangs is named where tasks wait for it, and counts with the attempts that it has open', async () => {
  const { db } = await createTestDatabase();
  const facts = { ...ownWorker('only'), queues: [{ queue: 'fetch-own', slots: 2 }] };
  const idle = { ...TOLD, activeTaskCount: 0, currentTaskIds: [] };
  await registerWorker(db, { facts, state: idle }, () => 'Kryll');
  await writeWork(db, 'only', [workOn(discovery(runIdAt(new Date())), { claimedAgeMs: 10 })]);
  const listed = async () => (await listTasks(db, {}, { after: null, limit: 10 })).items[0]?.waiting_for;
  expect(await listed()).toBeNull();
  await sql`update workers set last_heartbeat_at = now() - interval '50 seconds'`.execute(db);
  expect(await createBlockers(db).place('fetch-own')).toMatch(
    /^a worker that serves the queue `fetch-own`: Kryll has sent no heartbeat since .+ UTC, and counts as silent from .+ UTC$/,
  );
  expect(await listed()).toMatch(
    /^a heartbeat of Kryll, which has attempt 1 and has sent none since .+ UTC; unless one comes, Temporal starts the next attempt once the heartbeats of this one time out$/,
  );
  await sql`update workers set last_heartbeat_at = now() - interval '200 seconds'`.execute(db);
  const { workers } = await readVerdictFacts(db, {
    temporalAway: null,
    capacity: null,
    schedules: null,
    disk: null,
    rule: { scheduleHours: 24 },
  });
  expect(workers).toMatchObject([{ friendly_name: 'Kryll', active_task_count: 1 }]);
  // Registers a restarted process, which no longer has the attempts of the earlier process.
  await registerWorker(
    db,
    { facts: { ...facts, instanceId: randomUUID(), startedAt: new Date(Date.now() + 1) }, state: idle },
    () => 'Kryll',
  );
  expect(await listed()).toMatch(
    /^the end of attempt 1: the process of Kryll that had it is gone, another began at .+ UTC; Temporal starts/,
  );
});
