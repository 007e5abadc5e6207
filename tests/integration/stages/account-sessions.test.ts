import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { deleteAccountIdentity, openCookies, saveCookies } from '../../../db/queries/account-identities.ts';
import { recordProxyOutcome } from '../../../db/queries/proxy-outcomes.ts';
import { resealSecrets } from '../../../db/queries/sealed-secrets.ts';
import { createPasswordSeal } from '../../../db/seal-password.ts';
import { CrawlError } from '../../../domain/errors.ts';
import { withDirectSession } from '../../../egress/direct-session.ts';
import { createProxyLeases } from '../../../egress/lease-proxy.ts';
import { withIdentities } from '../../../egress/rotate-identities.ts';
import type {
  AnyPlatform,
  DirectPorts,
  DirectSession,
  FileSession,
  SessionPorts,
} from '../../../egress/session.ts';
import { accountSessions } from '../../../stages/account-sessions.ts';
import { leaseQueries } from '../../../stages/egress-ports.ts';
import { dumpDatabase } from '../../support/planted-secrets.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { lease, makeProxies, seal } from '../db/make-proxies.ts';

const URL = 'https://shop.example.com/';

const PURPOSE = {
  platform: null,
  target: 'jobs/shop',
  stateCode: null,
  countryCode: null,
  timeZone: null,
  pageUrl: '',
  signal: new AbortController().signal,
};

const blocked = () => new CrawlError('Blocked', 'refused');
const fault = () => new CrawlError('ProxyFault', 'failed', { evidence: { fault: 'proxy-unreachable' } });

async function createWorld(proxies: number) {
  const { db } = await createTestDatabase();
  const ids = await makeProxies(db, proxies);
  let sessions = 0;
  /** Runs work in a session of an account. @returns what the site saw: the proxy, the profile and the cookies */
  const visit = async (account: string, failures: (() => CrawlError)[] = [], platform = 'shop') => {
    sessions += 1;
    const ports = accountSessions({ db, passwordSeal: seal, sessions: portsOf(db) }, { platform, account });
    const purpose = { ...PURPOSE, attemptKey: `visit/${sessions}` };
    return withIdentities(ports, purpose, async (session) => {
      const failure = failures.shift();
      if (failure !== undefined) throw failure();
      return session.askJson({ method: 'GET', url: URL, headers: [] }) as Promise<Seen>;
    });
  };
  const pinOf = (account: string) =>
    db.selectFrom('account_identities').selectAll().where('account', '=', account).executeTakeFirst();
  const change = (id: number, state: object) =>
    db.updateTable('proxies').set(state).where('id', '=', id).execute();
  return { db, ids, visit, pinOf, change };
}

interface Seen {
  proxy: number;
  profile: string;
  cookie: string | undefined;
}

/** Ports with real leases, and a site that sets a cookie. */
function portsOf(db: Db): SessionPorts<AnyPlatform, FileSession> & DirectPorts {
  return {
    openDirect: () => Promise.resolve({ close: () => Promise.resolve() } as DirectSession),
    admit: () => Promise.resolve(),
    leaseProxy: createProxyLeases(leaseQueries({ db, passwordSeal: seal, alert: () => undefined })),
    recordProxyOutcome: (outcome) => recordProxyOutcome(db, outcome),
    async openSession({ kept }, { proxy }) {
      const unused = () => Promise.reject(new Error('The test does not use it.'));
      return {
        identity: { proxy, profile: kept!.profile },
        exitAddress: '203.0.113.7',
        async askJson({ url, headers }) {
          const sent = await kept!.cookies.addTo({ url, headers });
          await kept!.cookies.keep(url, [['set-cookie', 'sid=canary-cookie; Path=/']]);
          return { proxy: proxy.id, profile: kept!.profile.name, cookie: sent[0]?.[1] };
        },
        request: unused,
        download: unused,
        readFile: unused,
        downloadFile: unused,
        usage: () => ({ bytes: 0 }),
        close: () => Promise.resolve(),
      };
    },
  };
}

test('an account keeps its proxy, profile and cookies, which are sealed', async () => {
  const { db, visit, pinOf } = await createWorld(3);
  const first = await visit('ann');
  expect(first.cookie).toBeUndefined();
  const known = { proxy: first.proxy, profile: first.profile, cookie: 'sid=canary-cookie' };
  for (let again = 0; again < 3; again += 1) expect(await visit('ann')).toEqual(known);
  const other = await visit('bob');
  expect(other.proxy).not.toBe(first.proxy);
  expect(other.cookie).toBeUndefined();
  expect((await visit('ann', [], 'another')).cookie).toBeUndefined();
  expect(await pinOf('bob')).toMatchObject({ proxy_id: other.proxy, pinned_because: null });
  expect(await dumpDatabase(db)).not.toContain('canary-cookie');

  const to = createPasswordSeal(randomBytes(32));
  const ann = { platform: 'shop', account: 'ann' };
  const { session } = await openCookies(db, seal, ann);
  await resealSecrets(db, { from: seal, to });
  await saveCookies(db, seal, { ...ann, session, cookies: 'sealed with the former key' });
  // A worker with the former key waits for the new one, and leaves the cookies as they are.
  await expect(visit('ann')).rejects.toMatchObject({
    kind: 'WrongKey',
    message: expect.stringMatching(
      /^The cookies of the account ann cannot be decrypted: .+ restart the worker/,
    ),
  });
  expect((await openCookies(db, to, ann)).cookies).toContain('canary-cookie');
});

test('a session saves no cookies once a later one of the account was opened', async () => {
  const { db, visit } = await createWorld(1);
  await visit('ann');
  const ann = { platform: 'shop', account: 'ann' };
  const earlier = await openCookies(db, seal, ann);
  const later = await openCookies(db, seal, ann);
  await saveCookies(db, seal, { ...ann, ...later, cookies: 'of the later one' });
  await saveCookies(db, seal, { ...ann, ...earlier, cookies: 'of the earlier one' });
  expect((await openCookies(db, seal, ann)).cookies).toBe('of the later one');
  // Nor does one from before a reset of the account.
  await deleteAccountIdentity(db, ann);
  await visit('ann');
  for (let opened = 0; opened < 3; opened += 1) {
    await openCookies(db, seal, ann);
    await saveCookies(db, seal, { ...ann, ...later, cookies: 'of the former identity' });
  }
  expect((await openCookies(db, seal, ann)).cookies).toContain('canary-cookie');
});

test('an account that is reset while its session opens keeps nothing of this session, which works', async () => {
  const { db, pinOf } = await createWorld(1);
  const ann = { platform: 'shop', account: 'ann' };
  const ports = accountSessions({ db, passwordSeal: seal, sessions: portsOf(db) }, ann);
  const leaseProxy: typeof ports.leaseProxy = async (request) => {
    const leased = await ports.leaseProxy(request);
    await deleteAccountIdentity(db, ann);
    return leased;
  };
  const purpose = { ...PURPOSE, attemptKey: 'reset' };
  const worked = withIdentities({ ...ports, leaseProxy }, purpose, async () => 'worked');
  await expect(worked).resolves.toBe('worked');
  expect(await pinOf('ann')).toBeUndefined();
});

test('an account whose first session uses no proxy gets its first proxy later, and keeps it', async () => {
  const { db, visit, pinOf } = await createWorld(1);
  const ports = accountSessions(
    { db, passwordSeal: seal, sessions: portsOf(db) },
    { platform: 'shop', account: 'ann' },
  );
  const visitDirectly = () =>
    withDirectSession(ports, { ...PURPOSE, attemptKey: 'direct' }, async () => null);
  await visitDirectly();
  const { profile } = (await pinOf('ann'))!;
  expect(await pinOf('ann')).toMatchObject({ proxy_id: null });
  const first = await visit('ann');
  expect(first.profile).toBe(profile);
  await visitDirectly();
  expect(await pinOf('ann')).toMatchObject({ proxy_id: first.proxy, pinned_because: null });
});

test('an account waits for its proxy while others use it or it cools down, and after a fault uses it again', async () => {
  const { db, visit, change } = await createWorld(2);
  const { proxy } = await visit('ann');
  expect((await visit('ann', [fault, fault])).proxy).toBe(proxy);
  await change(proxy, { max_concurrent: 1 });
  await lease(db, { pinnedId: proxy });
  await expect(visit('ann')).rejects.toMatchObject({
    kind: 'RateLimited',
    evidence: { fault: 'proxies-busy' },
  });
  await db.deleteFrom('proxy_leases').execute();
  const cooldownUntil = new Date(Date.now() + 600_000);
  await change(proxy, { is_active: false, cooldown_until: cooldownUntil, cooldowns: 1 });
  await expect(visit('ann')).rejects.toMatchObject({
    kind: 'RateLimited',
    message: `The account waits for its own proxy ${proxy}, which cools down until ${cooldownUntil.toISOString()}.`,
  });
  await change(proxy, { is_active: true, cooldown_until: null });
  expect((await visit('ann')).proxy).toBe(proxy);
});

test.each([
  ['was disabled.', { is_active: false, cooldown_until: null }, []],
  [
    'cooled down 3 times in a row.',
    { is_active: false, cooldown_until: new Date('2126-01-01'), cooldowns: 3 },
    [],
  ],
  [null, {}, [blocked]],
])(
  'an account gets another proxy, and keeps profile and cookies, when its own %s',
  async (why, state, failures) => {
    const { visit, pinOf, change } = await createWorld(2);
    const first = await visit('ann');
    await change(first.proxy, { max_concurrent: 2, ...state });
    const moved = await visit('ann', failures);
    expect(moved).toMatchObject({ profile: first.profile, cookie: 'sid=canary-cookie' });
    expect(moved.proxy).not.toBe(first.proxy);
    expect(await pinOf('ann')).toMatchObject({
      proxy_id: moved.proxy,
      pinned_because:
        why === null ? `The site blocked its proxy ${first.proxy}.` : `Its proxy ${first.proxy} ${why}`,
    });
    expect((await visit('ann')).proxy).toBe(moved.proxy);
  },
);
