import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { releaseProxyLease, renewProxyLease } from '../../../db/queries/proxy-leases.ts';
import { disableProxies, replaceProxies } from '../../../db/queries/proxies.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeProxy } from './make-crawl.ts';
import { lease, leasedId, makeProxies, record, seal } from './make-proxies.ts';
import { untilBlocked } from './until-blocked.ts';

const byNumber = (one: number | null, other: number | null) => (one ?? 0) - (other ?? 0);
const change = (db: Db, id: number, values: { country_code?: string; max_concurrent?: number }) =>
  db.updateTable('proxies').set(values).where('id', '=', id).execute();
/** Simulates the passing of time for every lease. */
const passTime = (db: Db, seconds: number) =>
  sql`update proxy_leases set expires_at = expires_at - ${seconds} * interval '1 second'`.execute(db);

describe('leaseProxy', () => {
  test('gives the proxy that has rested longest, the never used first', async () => {
    const { db } = await createTestDatabase();
    const ids = await makeProxies(db, 3);
    const leased: (number | null)[] = [];
    for (let turn = 0; turn < 7; turn += 1) leased.push(await leasedId(db));
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
    await replaceProxies(db, seal, { owner: 'test', proxies: [proxy] });
    const leaseId = randomUUID();
    expect(await lease(db, { leaseId })).toEqual({ leaseId, proxy: { id: expect.any(Number), ...proxy } });
  });

  test('passes over proxies that were tried, and takes one again when no other is active', async () => {
    const { db } = await createTestDatabase();
    const [first = 0, second = 0] = await makeProxies(db, 2);
    expect(await leasedId(db, { excludedIds: [first] })).toBe(second);
    expect(await leasedId(db, { excludedIds: [first] })).toBe(second);
    expect(await leasedId(db, { excludedIds: [first, second] })).toBe(first);
  });

  test('says why there is none: none at all, taken out of use, of other countries', async () => {
    const { db } = await createTestDatabase();
    const none = { refused: 'none', cooling: 0, disabled: 0, elsewhere: 0, nextProbeAt: null };
    expect(await lease(db)).toEqual(none);
    await makeProxy(db, { is_active: false });
    expect(await lease(db)).toEqual({ ...none, disabled: 1 });
    await change(db, await makeProxy(db), { country_code: 'CA' });
    expect(await lease(db, { countryCode: 'US' })).toEqual({ ...none, disabled: 1, elsewhere: 1 });
  });

  test('matches the country when one is wanted; a proxy of unknown country will do', async () => {
    const { db } = await createTestDatabase();
    const [american = 0, canadian = 0, unknown = 0] = await makeProxies(db, 3);
    await change(db, american, { country_code: 'US' });
    await change(db, canadian, { country_code: 'CA' });
    const wished: (number | null)[] = [];
    for (let turn = 0; turn < 4; turn += 1) wished.push(await leasedId(db, { countryCode: 'US' }));
    expect(wished).toEqual([american, unknown, american, unknown]);
    expect(await leasedId(db)).toBe(canadian);
  });

  test('leases at the same time differ while there are enough proxies', async () => {
    const { db } = await createTestDatabase();
    const ids = await makeProxies(db, 10);
    for (let round = 0; round < 10; round += 1) {
      const leased = await Promise.all(ids.map(() => leasedId(db)));
      expect(leased.toSorted(byNumber)).toEqual(ids);
    }
  });

  test('more leases than proxies share them evenly', async () => {
    const { db } = await createTestDatabase();
    const ids = await makeProxies(db, 3);
    const leased = await Promise.all(Array.from({ length: 9 }, () => leasedId(db)));
    for (const id of ids) expect(leased.filter((leasedOne) => leasedOne === id)).toHaveLength(3);
  });

  test('a proxy whose outcome is being written is active all the same', async () => {
    const { db } = await createTestDatabase();
    const [id = 0] = await makeProxies(db, 1);
    const held = await db.transaction().execute(async (tx) => {
      await sql`select from proxies where id = ${id} for update`.execute(tx);
      const requested = leasedId(db);
      await Promise.race([requested, untilBlocked(db)]);
      return { requested };
    });
    expect(await held.requested).toBe(id);
  });

  test('one that is put back into use by SQL alone is active, and no longer on its way to a probe', async () => {
    const { db } = await createTestDatabase();
    const [id = 0] = await makeProxies(db, 1);
    for (let turn = 0; turn < 5; turn += 1) await record(db, id, { outcome: 'fault' });
    await sql`update proxies set is_active = true`.execute(db);
    expect(await leasedId(db)).toBe(id);
    await sql`update proxies set is_active = false`.execute(db);
    expect(await lease(db)).toMatchObject({ cooling: 0, disabled: 1 });
  });
});

describe('the limit of sessions at once', () => {
  test('holds over all who ask at the same time, and the rest are told that all are busy', async () => {
    const { db } = await createTestDatabase();
    const [first = 0, second = 0] = await makeProxies(db, 2);
    await change(db, first, { max_concurrent: 3 });
    await change(db, second, { max_concurrent: 1 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => lease(db)));
    const ids = answers.flatMap((answer) => ('refused' in answer ? [] : [answer.proxy.id]));
    expect(ids.toSorted(byNumber)).toEqual([first, first, first, second]);
    expect(answers.filter((answer) => 'refused' in answer)).toEqual(
      Array.from({ length: 16 }, () => ({ refused: 'all-busy' })),
    );
  });

  test('is ten unless something else is said', async () => {
    const { db } = await createTestDatabase();
    await makeProxy(db);
    const answers = await Promise.all(Array.from({ length: 12 }, () => lease(db)));
    expect(answers.filter((answer) => 'refused' in answer)).toHaveLength(2);
  });

  test('has room again when a lease is given back, and when one is no longer renewed', async () => {
    const { db } = await createTestDatabase();
    const id = await makeProxy(db);
    await change(db, id, { max_concurrent: 1 });
    const leaseId = randomUUID();
    expect(await leasedId(db, { leaseId })).toBe(id);
    expect(await lease(db)).toEqual({ refused: 'all-busy' });
    await releaseProxyLease(db, leaseId);
    await releaseProxyLease(db, leaseId);
    const killed = randomUUID();
    expect(await leasedId(db, { leaseId: killed })).toBe(id);
    await passTime(db, 59);
    expect(await lease(db)).toEqual({ refused: 'all-busy' });
    await renewProxyLease(db, killed);
    await passTime(db, 59);
    expect(await lease(db)).toEqual({ refused: 'all-busy' });
    await passTime(db, 2);
    expect(await leasedId(db)).toBe(id);
    await passTime(db, 3_661);
    expect(await leasedId(db)).toBe(id);
    expect(await db.selectFrom('proxy_leases').select('id').execute()).toHaveLength(1);
  });

  test('a renewal that arrives after the release does not bring the lease back', async () => {
    const { db } = await createTestDatabase();
    const id = await makeProxy(db);
    await change(db, id, { max_concurrent: 1 });
    const leaseId = randomUUID();
    await leasedId(db, { leaseId });
    // The server may process either statement first.
    const ended = await db.transaction().execute(async (tx) => {
      await sql`select from proxy_leases where id = ${leaseId}::uuid for update`.execute(tx);
      const releasing = releaseProxyLease(db, leaseId);
      await untilBlocked(db);
      const renewing = renewProxyLease(db, leaseId);
      await untilBlocked(db, 2);
      return { both: Promise.all([releasing, renewing]) };
    });
    await ended.both;
    expect(await db.selectFrom('proxy_leases').select('id').execute()).toEqual([]);
    expect(await leasedId(db)).toBe(id);
  });

  test('counts a lease again that ran out while its holder could not renew it', async () => {
    const { db } = await createTestDatabase();
    const id = await makeProxy(db);
    await change(db, id, { max_concurrent: 2 });
    const leaseId = randomUUID();
    await leasedId(db, { leaseId });
    await passTime(db, 61);
    await leasedId(db);
    await renewProxyLease(db, leaseId);
    expect(await lease(db)).toEqual({ refused: 'all-busy' });
  });

  test('an operator who takes a proxy out of use lets its sessions end', async () => {
    const { db } = await createTestDatabase();
    const id = await makeProxy(db);
    const leaseId = randomUUID();
    await leasedId(db, { leaseId });
    expect(await disableProxies(db, [id, 99])).toEqual([id]);
    await renewProxyLease(db, leaseId);
    await record(db, id);
    expect(await leasedId(db)).toBeNull();
  });
});

test('twenty sessions that lease, report and release at once all get a proxy, and leave no lease', async () => {
  const { db } = await createTestDatabase();
  await makeProxies(db, 50);
  const leased: (number | null)[] = [];
  const work = async (): Promise<void> => {
    for (let turn = 0; turn < 15; turn += 1) {
      const leaseId = randomUUID();
      const id = await leasedId(db, { leaseId });
      leased.push(id);
      await record(db, id!, { outcome: turn % 7 === 0 ? 'fault' : 'success' });
      await releaseProxyLease(db, leaseId);
    }
  };
  await Promise.all(Array.from({ length: 20 }, work));
  expect(leased).toHaveLength(300);
  expect(leased).not.toContain(null);
  const { rows } = await sql<{ left: number }>`select count(*)::int as left from proxy_leases`.execute(db);
  expect(rows).toEqual([{ left: 0 }]);
});
