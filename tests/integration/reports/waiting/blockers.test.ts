import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { registerWorker } from '../../../../db/queries/worker-registry.ts';
import { createBlockers } from '../../../../reports/waiting/blockers.ts';
import { ownWorker, TOLD } from '../../../support/own-worker.ts';
import { createTestDatabase } from '../../../support/test-database.ts';

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
  const TAKEN = 'a free place of the workers that serve the queue `fetch-own`';
  expect(await place()).toBe(TAKEN);
  await sql`update workers set crashed_at = array[now() - interval '1 minute']`.execute(db);
  expect(await place()).toBe(
    'a worker that serves the queue `fetch-own`: a process of Kryll was killed, and Temporal gives what it had to another within a minute',
  );
  await db.updateTable('workers').set({ active_task_count: 1 }).execute();
  expect(await place()).toBe(TAKEN);
});
