import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { releaseProxyLease } from '../../../db/queries/proxy-leases.ts';
import { BREAKER_MS } from '../../../domain/target-breaker.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import {
  expectCountersToEqualEvents,
  lease,
  leasedId,
  makeProxies,
  proxyOf,
  record,
} from './make-proxies.ts';
import { untilBlocked } from './until-blocked.ts';

const storePage = (number: number) => `https://dutchie.com/embedded-menu/store-${number}`;
const refuse = (db: Db, proxyId: number, store: number) =>
  record(db, proxyId, { outcome: 'blocked', pageUrl: storePage(store) });
const refuseSession = (db: Db, { proxyId, leaseId }: { proxyId: number; leaseId: string }, store: number) =>
  record(db, proxyId, { outcome: 'blocked', pageUrl: storePage(store), leaseId });
const breakerOf = (db: Db) =>
  db.selectFrom('target_breakers').selectAll().where('target', '=', 'dutchie').executeTakeFirst();
const openForMs = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ ms: number }>`
    select extract(epoch from open_until - clock_timestamp())::float8 * 1000 as ms from target_breakers
  `.execute(db);
  return rows[0]!.ms;
};
/** Simulates that the time for which breakers stay open has passed. */
const passOpenTime = (db: Db) =>
  sql`update target_breakers set open_until = clock_timestamp() - interval '1 second'`.execute(db);

async function openBreaker(db: Db): Promise<number[]> {
  const ids = await makeProxies(db, 4);
  await refuse(db, ids[0]!, 1);
  await refuse(db, ids[1]!, 2);
  expect(await breakerOf(db)).toBeDefined();
  return ids;
}

test('opens when at least half of the proxies are refused, at two stores or more', async () => {
  const { db } = await createTestDatabase();
  const ids = await makeProxies(db, 5);
  for (const [place, id] of ids.slice(0, 3).entries()) await record(db, id, { pageUrl: storePage(place) });
  await refuse(db, ids[3]!, 8);
  await refuse(db, ids[4]!, 9);
  // So far, two of five proxies have been refused.
  expect(await breakerOf(db)).toBeUndefined();
  await refuse(db, ids[0]!, 9);
  expect(await breakerOf(db)).toMatchObject({ openings: 1, trial_lease_id: null });
  await expectCountersToEqualEvents(db);
});

test('stays closed for one store that refuses whoever asks', async () => {
  const { db } = await createTestDatabase();
  const ids = await makeProxies(db, 4);
  for (const id of [...ids, ...ids]) await refuse(db, id, 1);
  expect(await breakerOf(db)).toBeUndefined();
  expect(await proxyOf(db, ids[0]!)).toMatchObject({ failure_count: 2 });
});

test('stays closed for one proxy that every store refuses', async () => {
  const { db } = await createTestDatabase();
  const [burnt = 0, fresh = 0] = await makeProxies(db, 2);
  for (const store of [1, 2, 3, 4]) await refuse(db, burnt, store);
  await record(db, fresh, { pageUrl: storePage(1) });
  expect(await breakerOf(db)).toBeUndefined();
});

test('stays closed when proxies fail by themselves: they never reached the target', async () => {
  const { db } = await createTestDatabase();
  const ids = await makeProxies(db, 4);
  for (const [place, id] of ids.entries())
    await record(db, id, { outcome: 'fault', pageUrl: storePage(place) });
  expect(await breakerOf(db)).toBeUndefined();
  expect(await proxyOf(db, ids[0]!)).toMatchObject({ failure_count: 1 });
});

test('what was refused longer ago than the window says nothing', async () => {
  const { db } = await createTestDatabase();
  const ids = await makeProxies(db, 4);
  await refuse(db, ids[0]!, 1);
  await sql`update proxy_events set at = at - interval '6 minutes'`.execute(db);
  await refuse(db, ids[1]!, 2);
  expect(await breakerOf(db)).toBeUndefined();
});

test('is of one target: crawls of the others go on', async () => {
  const { db } = await createTestDatabase();
  await openBreaker(db);
  expect(await lease(db)).toMatchObject({ refused: 'breaker-open', retryAfterMs: expect.any(Number) });
  expect(await lease(db, { target: 'dutchie/images' })).toHaveProperty('proxy');
});

test('an open one tells how long it lasts', async () => {
  const { db } = await createTestDatabase();
  await openBreaker(db);
  const answer = await lease(db);
  if (!('refused' in answer) || answer.refused !== 'breaker-open') throw new Error('expected to be refused');
  expect(answer.retryAfterMs).toBeGreaterThan(BREAKER_MS.min - 5_000);
  expect(answer.retryAfterMs).toBeLessThanOrEqual(BREAKER_MS.max);
});

test('blames no proxy: refusals of the window stop counting, and those it sent to rest are back', async () => {
  const { db } = await createTestDatabase();
  const [rested = 0, faulty = 0, other = 0] = await makeProxies(db, 3);
  await record(db, rested, { target: 'dutchie/images', outcome: 'fault' });
  for (let turn = 0; turn < 5; turn += 1) await refuse(db, rested, 1);
  for (let turn = 0; turn < 5; turn += 1) await record(db, faulty, { outcome: 'fault' });
  expect(await proxyOf(db, rested)).toMatchObject({ is_active: false, failure_count: 6 });
  await refuse(db, other, 2);
  expect(await breakerOf(db)).toBeDefined();
  expect(await proxyOf(db, rested)).toMatchObject({
    is_active: true,
    cooldown_until: null,
    cooldowns: 0,
    failure_count: 1,
    consecutive_failures: 1,
    consecutive_403_count: 0,
  });
  expect(await proxyOf(db, other)).toMatchObject({ failure_count: 0, consecutive_failures: 0 });
  // Faults of the proxy itself still count.
  expect(await proxyOf(db, faulty)).toMatchObject({ is_active: false, failure_count: 5 });
  expect(await db.selectFrom('proxy_events').select('id').execute()).toHaveLength(12);
  await expectCountersToEqualEvents(db);
});

test('refusals of sessions that were under way when it opened count against nobody', async () => {
  const { db } = await createTestDatabase();
  const ids = await openBreaker(db);
  for (let turn = 0; turn < 6; turn += 1) await refuse(db, ids[2]!, 3);
  expect(await proxyOf(db, ids[2]!)).toMatchObject({ is_active: true, failure_count: 0 });
  expect(await breakerOf(db)).toMatchObject({ openings: 1 });
  await expectCountersToEqualEvents(db);
});

test('lets one trial through when its time is over; its success closes it', async () => {
  const { db } = await createTestDatabase();
  await openBreaker(db);
  await passOpenTime(db);
  const answers = await Promise.all(Array.from({ length: 8 }, () => lease(db)));
  const trials = answers.flatMap((answer) => ('refused' in answer ? [] : [answer]));
  expect(trials).toHaveLength(1);
  expect(answers.filter((answer) => 'refused' in answer && answer.refused === 'breaker-open')).toHaveLength(
    7,
  );
  await record(db, trials[0]!.proxy.id, { pageUrl: storePage(5), leaseId: trials[0]!.leaseId });
  expect(await breakerOf(db)).toBeUndefined();
  expect(await lease(db)).toHaveProperty('proxy');
  // Once the breaker is closed, refusals from before its opening do not open it again.
  await refuse(db, trials[0]!.proxy.id, 7);
  expect(await breakerOf(db)).toBeUndefined();
  await expectCountersToEqualEvents(db);
});

test('opens again when the trial is refused, for no longer than before, and blames it on nobody', async () => {
  const { db } = await createTestDatabase();
  await openBreaker(db);
  for (let openings = 2; openings <= 7; openings += 1) {
    await passOpenTime(db);
    const leaseId = randomUUID();
    const trial = (await leasedId(db, { leaseId }))!;
    await refuseSession(db, { proxyId: trial, leaseId }, 5);
    await releaseProxyLease(db, leaseId);
    expect(await breakerOf(db)).toMatchObject({ openings, trial_lease_id: null });
    const restMs = await openForMs(db);
    expect(restMs).toBeGreaterThan(BREAKER_MS.min - 5_000);
    expect(restMs).toBeLessThanOrEqual(BREAKER_MS.max);
    expect(await proxyOf(db, trial)).toMatchObject({ failure_count: 0, is_active: true });
  }
  await expectCountersToEqualEvents(db);
});

test('refusals of sessions from before it opened move nothing, also those through the proxy of the trial', async () => {
  const { db } = await createTestDatabase();
  await openBreaker(db);
  await passOpenTime(db);
  const leaseId = randomUUID();
  const trial = (await leasedId(db, { leaseId }))!;
  await Promise.all(
    Array.from({ length: 8 }, (_, place) =>
      refuseSession(db, { proxyId: trial, leaseId: randomUUID() }, place),
    ),
  );
  await record(db, trial, { pageUrl: storePage(9), leaseId: randomUUID() });
  expect(await breakerOf(db)).toMatchObject({ openings: 1, trial_lease_id: leaseId });
  await refuseSession(db, { proxyId: trial, leaseId }, 5);
  expect(await breakerOf(db)).toMatchObject({ openings: 2, trial_lease_id: null });
});

test('a session that waited while the trial was refused learns of the new pause', async () => {
  const { db } = await createTestDatabase();
  await openBreaker(db);
  await passOpenTime(db);
  const leaseId = randomUUID();
  const trial = (await leasedId(db, { leaseId }))!;
  await sql`update target_breakers set trial_lease_id = null`.execute(db);
  const [locked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // The lock is released even if the test fails, because the database could not be dropped while a transaction is open.
  onTestFinished(() => held.resolve());
  const holder = db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('proxy leases'))`.execute(tx);
    locked.resolve();
    await held.promise;
  });
  await locked.promise;
  const waiting = lease(db);
  await untilBlocked(db, 1);
  await sql`update target_breakers set trial_lease_id = ${leaseId}::uuid`.execute(db);
  await refuseSession(db, { proxyId: trial, leaseId }, 5);
  await releaseProxyLease(db, leaseId);
  held.resolve();
  await holder;
  expect(await waiting).toMatchObject({ refused: 'breaker-open' });
  expect(await breakerOf(db)).toMatchObject({ openings: 2, trial_lease_id: null });
});

test('a trial that ends without an outcome, or whose worker is gone, makes room for the next', async () => {
  const { db } = await createTestDatabase();
  await openBreaker(db);
  await passOpenTime(db);
  const leaseId = randomUUID();
  expect(await leasedId(db, { leaseId })).not.toBeNull();
  expect(await leasedId(db)).toBeNull();
  await releaseProxyLease(db, leaseId);
  expect(await leasedId(db)).not.toBeNull();
  expect(await leasedId(db)).toBeNull();
  await sql`update proxy_leases set expires_at = clock_timestamp() - interval '1 second'`.execute(db);
  expect(await leasedId(db)).not.toBeNull();
});

test('a session whose outcome is not recorded leaves the trial to the next one', async () => {
  const { db } = await createTestDatabase();
  await openBreaker(db);
  const shell = { canBeTrial: false };
  expect(await leasedId(db, shell)).toBeNull();
  await passOpenTime(db);
  expect(await leasedId(db, shell)).not.toBeNull();
  expect(await breakerOf(db)).toMatchObject({ trial_lease_id: null });
  const leaseId = randomUUID();
  expect(await leasedId(db, { leaseId })).not.toBeNull();
  expect(await breakerOf(db)).toMatchObject({ trial_lease_id: leaseId });
  expect(await leasedId(db, shell)).toBeNull();
});

test('a trial whose proxy fails by itself says nothing about the target', async () => {
  const { db } = await createTestDatabase();
  await openBreaker(db);
  await passOpenTime(db);
  const leaseId = randomUUID();
  const trial = (await leasedId(db, { leaseId }))!;
  await record(db, trial, { outcome: 'fault' });
  await releaseProxyLease(db, leaseId);
  expect(await breakerOf(db)).toMatchObject({ openings: 1 });
  expect(await proxyOf(db, trial)).toMatchObject({ failure_count: 1 });
  expect(await leasedId(db)).not.toBeNull();
});

test('a success of a session from before does not close it', async () => {
  const { db } = await createTestDatabase();
  const ids = await openBreaker(db);
  await record(db, ids[3]!);
  expect(await breakerOf(db)).toBeDefined();
});

test('opens once when many are refused at the same time', async () => {
  const { db } = await createTestDatabase();
  const ids = await makeProxies(db, 10);
  await Promise.all(
    ids.flatMap((id, place) => Array.from({ length: 6 }, (_, turn) => refuse(db, id, place + turn))),
  );
  expect(await breakerOf(db)).toMatchObject({ openings: 1 });
  for (const id of ids) expect(await proxyOf(db, id)).toMatchObject({ failure_count: 0, is_active: true });
  expect(await db.selectFrom('proxy_events').select('id').execute()).toHaveLength(60);
  await expectCountersToEqualEvents(db);
});
