import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { leaseProxy, releaseProxyLease, renewProxyLease } from '../../../db/queries/proxy-leases.ts';
import { recordProxyOutcome } from '../../../db/queries/proxy-outcomes.ts';
import { CrawlError } from '../../../domain/errors.ts';
import { createProxyLeases } from '../../../egress/lease-proxy.ts';
import { makeIdentity } from '../../../egress/make-identity.ts';
import { withIdentities } from '../../../egress/rotate-identities.ts';
import type { SessionPorts, SessionPurpose } from '../../../egress/session.ts';
import { expectCountersToEqualEvents, makeProxies, seal } from '../db/make-proxies.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const PURPOSE: SessionPurpose = {
  platform: 'dutchie',
  target: 'dutchie',
  stateCode: 'AZ',
  countryCode: null,
  timeZone: null,
  pageUrl: 'https://dutchie.com/embedded-menu/store',
  attemptKey: 'run/1/1',
  signal: new AbortController().signal,
};

/** Creates ports with real leases and outcomes. `open` replaces the network. */
function createPorts(db: Db, open: (proxyId: number, turn: number) => void = () => undefined): SessionPorts {
  return {
    admit: () => Promise.resolve(),
    leaseProxy: createProxyLeases({
      leaseProxy: (request) => leaseProxy(db, seal, request),
      renewLease: (leaseId) => renewProxyLease(db, leaseId),
      releaseLease: (leaseId) => releaseProxyLease(db, leaseId),
      alert: () => undefined,
    }),
    recordProxyOutcome: (outcome) => recordProxyOutcome(db, outcome),
    openSession: async (purpose, turn) => {
      open(turn.proxy.id, turn.number);
      return {
        identity: makeIdentity(purpose, turn),
        exitAddress: '203.0.113.7',
        askJson: () => Promise.resolve({}),
        download: () => Promise.reject(new Error('nothing is downloaded here')),
        usage: () => ({ bytes: 5, responseTimeMs: 20 }),
        close: () => Promise.resolve(),
      };
    },
  };
}

const blocked = () => new CrawlError('Blocked', 'refused');
const faultOf = (fault: string) => new CrawlError('ProxyFault', 'failed', { evidence: { fault } });
const cut = () => new CrawlError('UpstreamError', 'cut', { evidence: { fault: 'truncated' } });
const outcomesOf = (db: Db) =>
  db.selectFrom('proxy_events').select(['proxy_id', 'outcome', 'attempt_key']).orderBy('id').execute();

test('a block goes on through three further identities, each of another proxy and profile, and then ends', async () => {
  const { db } = await createTestDatabase();
  const ids = await makeProxies(db, 5);
  const profiles: string[] = [];
  const tried = withIdentities(createPorts(db), PURPOSE, ({ identity }) => {
    profiles.push(identity.profile.name);
    return Promise.reject(blocked());
  });
  await expect(tried).rejects.toMatchObject({ kind: 'Blocked' });
  expect(new Set(profiles).size).toBe(4);
  expect(await outcomesOf(db)).toEqual(
    ids.slice(0, 4).map((id, turn) => ({
      proxy_id: id,
      outcome: 'blocked',
      attempt_key: `run/1/1/${turn}`,
    })),
  );
  expect(await db.selectFrom('proxy_leases').select('id').execute()).toEqual([]);
  await expectCountersToEqualEvents(db);
});

test('an activity that is done again under the same key counts nothing twice', async () => {
  const { db } = await createTestDatabase();
  await makeProxies(db, 1);
  const work = () => withIdentities(createPorts(db), PURPOSE, () => Promise.resolve('done'));
  await work();
  await work();
  const health = await db.selectFrom('proxy_targets').selectAll().execute();
  expect(health).toMatchObject([{ success_count: 1, bytes: 5, avg_response_time_ms: 20 }]);
});

test('a fault that only the proxy can have caused is recorded at once', async () => {
  const { db } = await createTestDatabase();
  await makeProxies(db, 3);
  const ports = createPorts(db, () => {
    throw faultOf('proxy-auth');
  });
  await expect(withIdentities(ports, PURPOSE, () => Promise.resolve('unreachable'))).rejects.toMatchObject({
    kind: 'ProxyFault',
  });
  expect((await outcomesOf(db)).map(({ outcome }) => outcome)).toEqual(
    Array.from({ length: 6 }, () => 'fault'),
  );
});

test('a fault that the echo may have caused counts once another proxy has seen the echo, and never otherwise', async () => {
  const { db } = await createTestDatabase();
  const [first = 0] = await makeProxies(db, 3);
  const nobody = createPorts(db, () => {
    throw faultOf('exit-address');
  });
  await expect(withIdentities(nobody, PURPOSE, () => Promise.resolve('unreachable'))).rejects.toMatchObject({
    kind: 'ProxyFault',
  });
  expect(await outcomesOf(db)).toEqual([]);
  const allButFirst = createPorts(db, (proxyId) => {
    if (proxyId === first) throw faultOf('exit-address');
  });
  const again = { ...PURPOSE, attemptKey: 'run/1/2' };
  await withIdentities(allButFirst, again, () => Promise.resolve('done'));
  expect(await outcomesOf(db)).toMatchObject([{ proxy_id: first, outcome: 'fault' }, { outcome: 'success' }]);
});

test('a session that breaks off goes on through one other proxy, and is the first one’s fault when that comes whole', async () => {
  const { db } = await createTestDatabase();
  const [first = 0, second = 0] = await makeProxies(db, 3);
  const work = withIdentities(createPorts(db), PURPOSE, ({ identity }) =>
    identity.proxy.id === first ? Promise.reject(cut()) : Promise.resolve('done'),
  );
  await expect(work).resolves.toBe('done');
  expect(await outcomesOf(db)).toMatchObject([
    { proxy_id: first, outcome: 'fault' },
    { proxy_id: second, outcome: 'success' },
  ]);
  await expectCountersToEqualEvents(db);
});

test('what breaks off through two proxies is the target’s failure, and nobody is blamed, also when it comes whole later', async () => {
  const { db } = await createTestDatabase();
  await makeProxies(db, 3);
  const ask = (attempt: number, answer: () => Promise<string>) =>
    withIdentities(createPorts(db), { ...PURPOSE, attemptKey: `run/1/${attempt}` }, answer);
  await expect(ask(1, () => Promise.reject(cut()))).rejects.toMatchObject({ kind: 'UpstreamError' });
  await ask(2, () => Promise.resolve('done'));
  expect((await outcomesOf(db)).map(({ outcome }) => outcome)).toEqual(['broken', 'broken', 'success']);
  expect(await db.selectFrom('proxies').select('failure_count').execute()).toEqual(
    Array.from({ length: 3 }, () => ({ failure_count: 0 })),
  );
});

test('what is nobody’s fault is recorded for nobody, and gives the proxy back', async () => {
  const { db } = await createTestDatabase();
  await makeProxies(db, 1);
  const work = withIdentities(createPorts(db), PURPOSE, () =>
    Promise.reject(new CrawlError('UpstreamError', 'HTTP 500')),
  );
  await expect(work).rejects.toMatchObject({ kind: 'UpstreamError' });
  expect(await outcomesOf(db)).toEqual([]);
  expect(await db.selectFrom('proxy_leases').select('id').execute()).toEqual([]);
});
