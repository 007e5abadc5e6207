import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cancellableTransaction } from '../../../db/cancellable-transaction.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, inputOf, makePayload } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';
import { untilBlocked } from './until-blocked.ts';
import { ingestProducts } from '../../../db/queries/ingest.ts';

const REASON = new Error('a person has had enough');

test('an ingest that waits for a lock ends when it is cancelled, and leaves nothing', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const payload = await makePayload(db, run, day(1));
  const stop = new AbortController();
  await db.transaction().execute(async (tx) => {
    await sql`select from raw_crawl_payloads for update`.execute(tx);
    const ingest = ingestProducts(db, run, {
      ...inputOf(payload, [makeProduct('a')]),
      signal: stop.signal,
    });
    await untilBlocked(db);
    stop.abort(REASON);
    await expect(ingest).rejects.toBe(REASON);
  });
  expect(await db.selectFrom('store_products').select('id').execute()).toEqual([]);
});

test('a cancellation between two statements rolls back, one before them lets nothing begin', async () => {
  const { db } = await createTestDatabase();
  const stop = new AbortController();
  const insert = (tx: typeof db) =>
    sql`insert into target_breakers (target, open_until) values ('a', now())`.execute(tx);
  const between = cancellableTransaction(db, stop.signal, async (tx) => {
    await insert(tx);
    stop.abort(REASON);
  });
  await expect(between).rejects.toBe(REASON);
  await expect(cancellableTransaction(db, stop.signal, insert)).rejects.toBe(REASON);
  const { rows } = await sql`select from target_breakers`.execute(db);
  expect(rows).toEqual([]);
});

test('a transaction that fails by itself says why, and one that is over is not broken off', async () => {
  const { db } = await createTestDatabase();
  const stop = new AbortController();
  await expect(
    cancellableTransaction(db, stop.signal, (tx) => sql`select 1 / 0`.execute(tx)),
  ).rejects.toThrow('division by zero');
  expect(await cancellableTransaction(db, stop.signal, () => Promise.resolve('done'))).toBe('done');
  stop.abort(REASON);
  await sql`select 1`.execute(db);
});
