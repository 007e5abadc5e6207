import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { leaseProxy, releaseProxyLease, renewProxyLease } from '../../../db/queries/proxy-leases.ts';
import type { CrawlError } from '../../../domain/errors.ts';
import { createProxyLeases } from '../../../egress/lease-proxy.ts';
import type { ProxyRequest } from '../../../egress/session.ts';
import { makeProxies, record, seal } from '../db/make-proxies.ts';
import { untilBlocked } from '../db/until-blocked.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const WISH: ProxyRequest = { target: 'dutchie', countryCode: null, excludedIds: [] };

function createLeases(db: Db) {
  const alerts: string[] = [];
  const lease = createProxyLeases({
    leaseProxy: (request) => leaseProxy(db, seal, request),
    renewLease: (leaseId) => renewProxyLease(db, leaseId),
    releaseLease: (leaseId) => releaseProxyLease(db, leaseId),
    alert: (message) => alerts.push(message),
  });
  const failure = (request: Partial<ProxyRequest> = {}) =>
    lease({ ...WISH, ...request }).then(
      () => Promise.reject(new Error('expected no lease')),
      (error: unknown) => error as CrawlError,
    );
  return { lease, failure, alerts };
}

function fakeTime(...toFake: ('setInterval' | 'clearInterval' | 'performance')[]): void {
  vi.useFakeTimers({ toFake });
  onTestFinished(() => void vi.useRealTimers());
}

test('a lease is renewed every twenty seconds until it is released', async () => {
  const { db } = await createTestDatabase();
  await makeProxies(db, 1);
  const { lease } = createLeases(db);
  fakeTime('setInterval', 'clearInterval');
  const held = await lease(WISH);
  const secondsLeft = async (): Promise<number | undefined> => {
    const { rows } = await sql<{ left: number }>`
      select extract(epoch from expires_at - clock_timestamp())::float8 as left from proxy_leases
    `.execute(db);
    return rows[0]?.left;
  };
  for (let turn = 0; turn < 2; turn += 1) {
    await sql`update proxy_leases set expires_at = clock_timestamp() + interval '5 seconds'`.execute(db);
    await vi.advanceTimersByTimeAsync(20_000);
    await vi.waitFor(async () => expect(await secondsLeft()).toBeGreaterThan(50), {
      timeout: 10_000,
      interval: 20,
    });
  }
  await held.release();
  expect(await secondsLeft()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await secondsLeft()).toBeUndefined();
});

test('a release while a renewal waits for the database leaves no lease', async () => {
  const { db } = await createTestDatabase();
  await makeProxies(db, 1);
  const { lease } = createLeases(db);
  fakeTime('setInterval', 'clearInterval');
  const held = await lease(WISH);
  const ended = await db.transaction().execute(async (tx) => {
    await sql`select from proxies for update`.execute(tx);
    await sql`select from proxy_leases for update`.execute(tx);
    await vi.advanceTimersByTimeAsync(20_000);
    await untilBlocked(db);
    return { released: held.release() };
  });
  await ended.released;
  expect(await db.selectFrom('proxy_leases').select('id').execute()).toEqual([]);
});

test('all at their limit: a limit that is soon over, and no alert', async () => {
  const { db } = await createTestDatabase();
  await makeProxies(db, 1);
  await sql`update proxies set max_concurrent = 1`.execute(db);
  const { lease, failure, alerts } = createLeases(db);
  await lease(WISH);
  const error = await failure();
  expect(error).toMatchObject({ kind: 'RateLimited', evidence: { fault: 'proxies-busy' } });
  expect(error.retryAfterMs).toBeGreaterThanOrEqual(2_000);
  expect(error.retryAfterMs).toBeLessThanOrEqual(6_000);
  expect(alerts).toEqual([]);
});

test('an open breaker: a limit that lasts as long as the breaker, and a little more for each', async () => {
  const { db } = await createTestDatabase();
  const [first = 0, second = 0] = await makeProxies(db, 2);
  await record(db, first, { outcome: 'blocked', pageUrl: 'https://stores.test/1' });
  await record(db, second, { outcome: 'blocked', pageUrl: 'https://stores.test/2' });
  const { failure, alerts } = createLeases(db);
  const waits = await Promise.all(Array.from({ length: 5 }, async () => (await failure()).retryAfterMs));
  expect(await failure()).toMatchObject({
    kind: 'RateLimited',
    evidence: { fault: 'breaker-open', target: 'dutchie' },
  });
  for (const waitMs of waits) {
    expect(waitMs).toBeGreaterThan(5_000);
    expect(waitMs).toBeLessThanOrEqual(25_000);
  }
  expect(new Set(waits).size).toBeGreaterThan(1);
  expect(alerts).toEqual([]);
});

test('no proxy: the message says what there is instead, and one alert a minute is enough', async () => {
  const { db } = await createTestDatabase();
  const { failure, alerts } = createLeases(db);
  fakeTime('performance');
  expect((await failure()).message).toBe('No proxy is active; there are none at all.');
  const [abroad = 0, cooling = 0, disabled = 0] = await makeProxies(db, 3);
  await sql`update proxies set country_code = 'CA' where id = ${abroad}`.execute(db);
  await sql`update proxies set is_active = false where id in (${cooling}, ${disabled})`.execute(db);
  await sql`update proxies set cooldown_until = '2030-01-02 03:04:05Z' where id = ${cooling}`.execute(db);
  const error = await failure({ countryCode: 'US' });
  expect(error).toMatchObject({
    kind: 'NoActiveProxy',
    message:
      'No proxy of US is active; there are 1 active of other countries, 1 cooling down (the first is tried again at 2030-01-02T03:04:05.000Z), 1 taken out of use.',
    evidence: { elsewhere: 1, cooling: 1, disabled: 1 },
  });
  expect(alerts).toHaveLength(1);
  vi.advanceTimersByTime(61_000);
  await failure({ countryCode: 'US' });
  await failure({ countryCode: 'US' });
  expect(alerts).toHaveLength(2);
});
