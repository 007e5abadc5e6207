import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import {
  countActiveProxies,
  FAILURES_UNTIL_INACTIVE,
  leaseProxy,
  recordProxyOutcome,
  replaceProxies,
  type ProxyOutcome,
} from '../../../db/queries/proxies.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeProxy } from './make-crawl.ts';
import { untilBlocked } from './until-blocked.ts';

function proxyOf(db: Db, id: number) {
  return db.selectFrom('proxies').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function makeProxies(db: Db, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let place = 0; place < count; place += 1) ids.push(await makeProxy(db));
  return ids;
}

describe('leaseProxy', () => {
  test('gives the proxy that has rested longest, the never used first', async () => {
    const { db } = await createTestDatabase();
    const ids = await makeProxies(db, 3);
    const leased: (number | undefined)[] = [];
    for (let turn = 0; turn < 7; turn += 1) leased.push((await leaseProxy(db, []))?.id);
    expect(leased).toEqual([...ids, ...ids, ids[0]]);
  });

  test('gives what is needed to connect, and no more', async () => {
    const { db } = await createTestDatabase();
    const proxy = {
      protocol: 'socks5' as const,
      host: '10.1.1.1',
      port: 1080,
      username: 'joe',
      password: 'p@ss',
    };
    await replaceProxies(db, 'test', [proxy]);
    expect(await leaseProxy(db, [])).toEqual({ id: expect.any(Number), ...proxy });
  });

  test('passes over proxies that were tried, and takes one again when no other is active', async () => {
    const { db } = await createTestDatabase();
    const [first = 0, second = 0] = await makeProxies(db, 2);
    expect(await leaseProxy(db, [first])).toMatchObject({ id: second });
    expect(await leaseProxy(db, [first])).toMatchObject({ id: second });
    expect(await leaseProxy(db, [first, second])).toMatchObject({ id: first });
  });

  test('is null when no proxy is active', async () => {
    const { db } = await createTestDatabase();
    expect(await leaseProxy(db, [])).toBeNull();
    await makeProxy(db, { is_active: false });
    expect(await leaseProxy(db, [])).toBeNull();
    expect(await countActiveProxies(db)).toBe(0);
  });

  test('leases at the same time differ while there are enough proxies', async () => {
    const { db } = await createTestDatabase();
    const ids = await makeProxies(db, 10);
    for (let round = 0; round < 30; round += 1) {
      const leased = await Promise.all(ids.map(() => leaseProxy(db, [])));
      expect(leased.map((proxy) => proxy?.id).sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(ids);
    }
  });

  test('more leases than proxies share them evenly', async () => {
    const { db } = await createTestDatabase();
    const ids = await makeProxies(db, 3);
    const leased = await Promise.all(Array.from({ length: 9 }, () => leaseProxy(db, [])));
    for (const id of ids) expect(leased.filter((proxy) => proxy?.id === id)).toHaveLength(3);
  });

  test('a proxy whose outcome is being written is active all the same', async () => {
    const { db } = await createTestDatabase();
    const [id = 0] = await makeProxies(db, 1);
    const lease = await db.transaction().execute(async (tx) => {
      await sql`select from proxies where id = ${id} for update`.execute(tx);
      const asked = leaseProxy(db, []);
      await Promise.race([asked, untilBlocked(db)]);
      return { asked };
    });
    expect(await lease.asked).toMatchObject({ id });
  });
});

describe('recordProxyOutcome', () => {
  let attempts = 0;
  const record = (db: Db, proxyId: number, outcome: Partial<ProxyOutcome> = {}) =>
    recordProxyOutcome(db, {
      attemptKey: `attempt-${(attempts += 1)}`,
      proxyId,
      outcome: 'success',
      ...outcome,
    });

  test('counts successes and failures, and keeps the last failure', async () => {
    const { db } = await createTestDatabase();
    const id = await makeProxy(db);
    await record(db, id, { outcome: 'fault', detail: 'socket closed' });
    await record(db, id, { outcome: 'blocked' });
    expect(await proxyOf(db, id)).toMatchObject({
      success_count: 0,
      failure_count: 2,
      consecutive_failures: 2,
      consecutive_403_count: 1,
      last_error: 'blocked',
      last_failure_at: expect.any(Date),
      is_active: true,
    });
    await record(db, id, { exitAddress: '203.0.113.7' });
    expect(await proxyOf(db, id)).toMatchObject({
      success_count: 1,
      failure_count: 2,
      consecutive_failures: 0,
      consecutive_403_count: 0,
      last_error: 'blocked',
      exit_address: '203.0.113.7',
    });
  });

  test('a block in a row counts as such until something else happens', async () => {
    const { db } = await createTestDatabase();
    const id = await makeProxy(db);
    await record(db, id, { outcome: 'blocked' });
    await record(db, id, { outcome: 'blocked' });
    expect(await proxyOf(db, id)).toMatchObject({ consecutive_403_count: 2 });
    await record(db, id, { outcome: 'fault' });
    expect(await proxyOf(db, id)).toMatchObject({ consecutive_403_count: 0, consecutive_failures: 3 });
  });

  test('an outcome that is told many times, also at once, counts once', async () => {
    const { db } = await createTestDatabase();
    const id = await makeProxy(db);
    const told: ProxyOutcome = { attemptKey: 'run/1/1', proxyId: id, outcome: 'fault' };
    await Promise.all(Array.from({ length: 20 }, () => recordProxyOutcome(db, told)));
    await recordProxyOutcome(db, { ...told, outcome: 'success' });
    expect(await proxyOf(db, id)).toMatchObject({ failure_count: 1, success_count: 0 });
    expect(await db.selectFrom('proxy_events').select(['attempt_key', 'outcome']).execute()).toEqual([
      { attempt_key: 'run/1/1', outcome: 'fault' },
    ]);
  });

  test('different outcomes at once are all counted', async () => {
    const { db } = await createTestDatabase();
    const id = await makeProxy(db);
    await Promise.all(Array.from({ length: 30 }, () => record(db, id)));
    expect(await proxyOf(db, id)).toMatchObject({ success_count: 30 });
  });

  test('five failures in a row take a proxy out of use', async () => {
    const { db } = await createTestDatabase();
    const id = await makeProxy(db);
    expect(FAILURES_UNTIL_INACTIVE).toBe(5);
    for (let turn = 0; turn < 4; turn += 1) await record(db, id, { outcome: turn % 2 ? 'fault' : 'blocked' });
    expect(await proxyOf(db, id)).toMatchObject({ is_active: true });
    await record(db, id, { outcome: 'fault' });
    expect(await proxyOf(db, id)).toMatchObject({ is_active: false, consecutive_failures: 5 });
    expect(await leaseProxy(db, [])).toBeNull();
  });

  test('a success between failures starts the count anew, and wakes no proxy that is out of use', async () => {
    const { db } = await createTestDatabase();
    const id = await makeProxy(db);
    for (let turn = 0; turn < 4; turn += 1) await record(db, id, { outcome: 'fault' });
    await record(db, id);
    for (let turn = 0; turn < 4; turn += 1) await record(db, id, { outcome: 'fault' });
    expect(await proxyOf(db, id)).toMatchObject({
      is_active: true,
      consecutive_failures: 4,
      failure_count: 8,
    });
    await record(db, id, { outcome: 'fault' });
    await record(db, id);
    expect(await proxyOf(db, id)).toMatchObject({ is_active: false });
  });

  test('the response time is a moving average', async () => {
    const { db } = await createTestDatabase();
    const id = await makeProxy(db);
    await record(db, id, { responseTimeMs: 100 });
    expect(await proxyOf(db, id)).toMatchObject({ avg_response_time_ms: 100 });
    await record(db, id, { responseTimeMs: 200 });
    expect(await proxyOf(db, id)).toMatchObject({ avg_response_time_ms: 120 });
    await record(db, id);
    expect(await proxyOf(db, id)).toMatchObject({ avg_response_time_ms: 120 });
  });

  test('a detail with a NUL, as a broken answer may have, is kept without it', async () => {
    const { db } = await createTestDatabase();
    const id = await makeProxy(db);
    await record(db, id, { outcome: 'fault', detail: 'got \u0000\u0001 bytes' });
    expect(await proxyOf(db, id)).toMatchObject({ last_error: 'got \u0001 bytes' });
  });
});

describe('replaceProxies', () => {
  const makeRow = (host: string) => ({
    protocol: 'http' as const,
    host,
    port: 8080,
    username: null,
    password: null,
  });
  const activeHosts = async (db: Db) =>
    (
      await db.selectFrom('proxies').select('host').where('is_active', '=', true).orderBy('host').execute()
    ).map(({ host }) => host);

  test('puts an owner’s proxies into use and takes the owner’s others out', async () => {
    const { db } = await createTestDatabase();
    await replaceProxies(db, 'acme', [makeRow('a'), makeRow('b')]);
    await replaceProxies(db, 'other', [makeRow('x')]);
    await replaceProxies(db, 'acme', [makeRow('b'), makeRow('c')]);
    expect(await activeHosts(db)).toEqual(['b', 'c', 'x']);
    expect(await countActiveProxies(db)).toBe(3);
    expect(await db.selectFrom('proxies').select('id').execute()).toHaveLength(4);
  });

  test('a proxy that had failed is given a new start and its new password, and keeps its history', async () => {
    const { db } = await createTestDatabase();
    await replaceProxies(db, 'acme', [{ ...makeRow('a'), username: 'joe', password: 'old' }]);
    const { id } = await db.selectFrom('proxies').select('id').executeTakeFirstOrThrow();
    for (let turn = 0; turn < 5; turn += 1)
      await recordProxyOutcome(db, { attemptKey: `t${turn}`, proxyId: id, outcome: 'blocked' });
    expect(await countActiveProxies(db)).toBe(0);
    await replaceProxies(db, 'acme', [{ ...makeRow('a'), username: 'joe', password: 'new' }]);
    expect(await proxyOf(db, id)).toMatchObject({
      is_active: true,
      password: 'new',
      consecutive_failures: 0,
      consecutive_403_count: 0,
      failure_count: 5,
    });
  });

  test('users of one address are proxies of their own', async () => {
    const { db } = await createTestDatabase();
    await replaceProxies(db, 'acme', [makeRow('a'), { ...makeRow('a'), username: 'joe', password: 'x' }]);
    expect(await countActiveProxies(db)).toBe(2);
  });
});
