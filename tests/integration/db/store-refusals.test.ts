import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { FAILURES_UNTIL_COOLDOWN } from '../../../domain/proxy-state.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { expectCountersToEqualEvents, leasedId, makeProxies, proxyOf, record } from './make-proxies.ts';

const store = (number: number) => ({ pageUrl: `https://dutchie.com/embedded-menu/store-${number}` });

/** Lets one store refuse each proxy in turn, once more than a proxy may fail. */
async function refuseAll(db: Db, ids: number[]): Promise<void> {
  for (let turn = 0; turn <= FAILURES_UNTIL_COOLDOWN; turn += 1)
    for (const id of ids) await record(db, id, { outcome: 'blocked', ...store(1) });
}

const areActive = async (db: Db, ids: number[]) =>
  (await Promise.all(ids.map((id) => proxyOf(db, id)))).map((proxy) => proxy.is_active);

test('one store that refuses whoever asks sends no proxy to rest that other stores answer', async () => {
  const { db } = await createTestDatabase();
  const ids = await makeProxies(db, 2);
  for (const id of ids) await record(db, id, store(2));
  await refuseAll(db, ids);
  expect(await areActive(db, ids)).toEqual([true, true]);
  expect(await leasedId(db)).not.toBe(null);
  expect(await proxyOf(db, ids[0]!)).toMatchObject({ consecutive_403_count: FAILURES_UNTIL_COOLDOWN + 1 });
  await expectCountersToEqualEvents(db);
});

test('one store that refuses three proxies and more sends none to rest, though nothing else was fetched for long', async () => {
  const { db } = await createTestDatabase();
  const ids = await makeProxies(db, 3);
  await refuseAll(db, ids);
  expect(await areActive(db, ids)).toEqual([true, true, true]);
  await expectCountersToEqualEvents(db);
  // Once the store answers somebody, what it refused before is the proxy's own.
  await record(db, ids[0]!, store(1));
  await record(db, ids[1]!, { outcome: 'blocked', ...store(1) });
  expect(await areActive(db, ids)).toEqual([true, false, true]);
});

test('proxies that no other store has answered within the hour are sent to rest', async () => {
  const { db } = await createTestDatabase();
  const ids = await makeProxies(db, 2);
  for (const id of ids) await record(db, id, store(2));
  await sql`update proxy_events set at = at - interval '61 minutes'`.execute(db);
  await refuseAll(db, ids);
  expect(await areActive(db, ids)).toEqual([false, false]);
  // An earlier success of a proxy at the store does not help: the store or the proxies may have changed since.
  const [once, again] = await makeProxies(db, 2);
  for (const id of [once!, again!]) await record(db, id, store(1));
  await refuseAll(db, [once!, again!]);
  expect(await areActive(db, [once!, again!])).toEqual([false, false]);
  await expectCountersToEqualEvents(db);
});

test('a proxy that a store refuses alone is at fault, also where the store refused another one before its last answer', async () => {
  const { db } = await createTestDatabase();
  const [refused, other] = await makeProxies(db, 2);
  for (const id of [refused!, other!]) await record(db, id, store(2));
  await record(db, other!, { outcome: 'blocked', ...store(1) });
  await record(db, other!, store(1));
  await refuseAll(db, [refused!]);
  expect(await areActive(db, [refused!, other!])).toEqual([false, true]);
  await expectCountersToEqualEvents(db);
});

test('beside such a store a proxy rests for what is its own: five failures elsewhere', async () => {
  const { db } = await createTestDatabase();
  // Other proxies without refusals keep the breaker closed.
  const [first, second, ...others] = await makeProxies(db, 6);
  for (const id of [first!, second!, ...others]) await record(db, id, store(2));
  await refuseAll(db, [first!, second!]);
  for (let number = 3; number < 3 + FAILURES_UNTIL_COOLDOWN; number += 1) {
    expect(await areActive(db, [first!])).toEqual([true]);
    await record(db, first!, { outcome: 'blocked', ...store(number) });
  }
  expect(await areActive(db, [first!, second!])).toEqual([false, true]);
  await expectCountersToEqualEvents(db);
});
