import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { expectCountersToEqualEvents, makeProxies, proxyOf, record } from './make-proxies.ts';

const store = (number: number) => ({ pageUrl: `https://dutchie.com/embedded-menu/store-${number}` });
const cut = (db: Db, proxyId: number, number: number) =>
  record(db, proxyId, { outcome: 'broken', detail: 'the answer was cut off', ...store(number) });
const failuresOf = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('proxies').select('failure_count').orderBy('id').execute()).map(
    ({ failure_count: count }) => count,
  );

test('a proxy that alone cuts is counted store by store, and rests after the fifth', async () => {
  const { db } = await createTestDatabase();
  const [bad = 0, good = 0, other = 0] = await makeProxies(db, 3);
  for (const number of [1, 2, 3, 4, 5]) {
    await cut(db, bad, number);
    // Success at another store does not show that this store works.
    await record(db, other, store(number + 10));
    expect((await proxyOf(db, bad)).failure_count).toBe(number - 1);
    await record(db, good, store(number));
    expect(await proxyOf(db, bad)).toMatchObject({ failure_count: number, is_active: number < 5 });
  }
  expect(await proxyOf(db, bad)).toMatchObject({
    consecutive_faults: 5,
    cooldowns: 1,
    last_error: 'the answer was cut off',
    last_failure_at: expect.any(Date),
  });
  expect(await failuresOf(db)).toEqual([5, 0, 0]);
  await expectCountersToEqualEvents(db);
});

test('a target that cuts all for a while, after much that came whole: nobody is blamed', async () => {
  const { db } = await createTestDatabase();
  const ids = await makeProxies(db, 3);
  for (let turn = 0; turn < 60; turn += 1) await record(db, ids[turn % 3]!, store(turn));
  for (let turn = 0; turn < 9; turn += 1) await cut(db, ids[turn % 3]!, turn);
  for (let turn = 0; turn < 9; turn += 1) await record(db, ids[(turn + 1) % 3]!, store(turn));
  expect(await failuresOf(db)).toEqual([0, 0, 0]);
  await expectCountersToEqualEvents(db);
});

test('a store that is cut through whoever asks, while others come whole: nobody is blamed', async () => {
  const { db } = await createTestDatabase();
  const ids = await makeProxies(db, 3);
  for (const id of [...ids, ...ids, ...ids]) {
    await cut(db, id, 1);
    for (const other of ids) await record(db, other, store(2));
  }
  expect(await failuresOf(db)).toEqual([0, 0, 0]);
});

test('a store that is cut through two of many proxies, and then comes whole: nobody is blamed', async () => {
  const { db } = await createTestDatabase();
  const [first = 0, second = 0, ...others] = await makeProxies(db, 8);
  for (const id of others) await record(db, id, store(2));
  await cut(db, first, 1);
  await cut(db, second, 1);
  await record(db, others[0]!, store(1));
  expect(Math.max(...(await failuresOf(db)))).toBe(0);
});

test('what came whole long after the break, or through the same proxy, says nothing', async () => {
  const { db } = await createTestDatabase();
  const [first = 0, second = 0] = await makeProxies(db, 2);
  await cut(db, first, 1);
  await record(db, first, store(1));
  expect(await failuresOf(db)).toEqual([0, 0]);
  await sql`update proxy_events set at = at - interval '31 minutes'`.execute(db);
  await record(db, second, store(1));
  expect(await failuresOf(db)).toEqual([0, 0]);
});

test('many that come whole at once, and one that is told twice: each break counts once', async () => {
  const { db } = await createTestDatabase();
  const [bad = 0, ...good] = await makeProxies(db, 4);
  for (const number of [1, 2, 3]) await cut(db, bad, number);
  const attemptKey = randomUUID();
  await Promise.all([
    ...good.flatMap((id) => [1, 2, 3].map((number) => record(db, id, store(number)))),
    ...Array.from({ length: 5 }, () => record(db, good[0]!, { ...store(1), attemptKey })),
  ]);
  expect(await failuresOf(db)).toEqual([3, 0, 0, 0]);
  await expectCountersToEqualEvents(db);
});
