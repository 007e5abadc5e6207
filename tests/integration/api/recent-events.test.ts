import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readRecentEvents } from '../../../api/events/recent-events.ts';
import type { Db } from '../../../db/connect.ts';
import { readSettledEvents } from '../../../db/queries/run-events.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const nobody = (): void => undefined;

async function append(db: Db, count: number): Promise<number> {
  await sql`insert into run_events (topic, event, data) select 'operation', 'done', '{}' from generate_series(1, ${count})`.execute(
    db,
  );
  return (await readSettledEvents(db)).settled;
}

test('an event that another process has sent already can be gone on from', async () => {
  const { db } = await createTestDatabase();
  const events = readRecentEvents(db);
  await events.readNew(nobody);
  const last = await append(db, 3);
  expect(await events.canReadAfter(String(last), nobody)).toBe(true);
  expect(await events.canReadAfter(String(last + 1), nobody)).toBe(false);
});

test('a reader that is far behind reads the rest from the database, in order and without gaps', async () => {
  const { db } = await createTestDatabase();
  const events = readRecentEvents(db);
  await events.readNew(nobody);
  const start = events.position() ?? 0;
  const last = await append(db, 7_000);
  await events.readNew(nobody);
  const ids: number[] = [];
  for (let after = start; after < last;) {
    const page = await events.readAfter(after);
    ids.push(...page.events.map(({ id }) => id));
    after = page.upTo;
  }
  expect(ids).toEqual(Array.from({ length: 7_000 }, (_, place) => last - 6_999 + place));
});

test('what was kept of a database that was restored from a backup is dropped', async () => {
  const { db } = await createTestDatabase();
  const events = readRecentEvents(db);
  await append(db, 10);
  await events.readNew(nobody);
  await sql`truncate run_events`.execute(db);
  await sql`select setval('run_events_id_seq', 4)`.execute(db);
  await events.readNew(nobody);
  expect(events.position()).toBe(4);
  expect(await events.readAfter(4)).toEqual({ events: [], upTo: 4 });
});

test('a transaction that says late from which id on it writes sends no reader back, and resets none', async () => {
  const { db } = await createTestDatabase();
  const events = readRecentEvents(db);
  const last = await append(db, 10);
  await events.readNew(nobody);
  const [isHeld, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock_shared(event_lock_class() | ${last - 5}::bigint)`.execute(tx);
    isHeld.resolve();
    await mayEnd.promise;
  });
  await isHeld.promise;
  await events.readNew(nobody);
  expect([events.position(), events.isAhead(last), events.isAhead(last + 1)]).toEqual([last, false, true]);
  // Meanwhile another process reads for the first time. It accepts a client that has received all events.
  const other = readRecentEvents(db);
  expect(await other.canReadAfter(String(last), nobody)).toBe(true);
  mayEnd.resolve();
  await held;
});
