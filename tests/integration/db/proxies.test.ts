import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import {
  countProxies,
  disableProxies,
  enableProxies,
  listProxies,
  loadProxies,
  replaceProxies,
  saveProxies,
} from '../../../db/queries/proxies.ts';
import { sealPasswords } from '../../../db/queries/proxy-passwords.ts';
import { createPasswordSeal } from '../../../db/seal-password.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeProxy } from './make-crawl.ts';
import {
  expectCountersToEqualEvents,
  lease,
  leasedId,
  makeProxies,
  proxyOf,
  record,
  recordAll,
  seal,
} from './make-proxies.ts';

const FIVE_FAULTS = Array.from({ length: 5 }, () => 'fault' as const);

const makeRow = (host: string) => ({
  protocol: 'http' as const,
  host,
  port: 8080,
  username: null as string | null,
  password: null as string | null,
});
const joe = (password: string) => ({ ...makeRow('a.test'), username: 'joe', password });
const passwordsIn = (db: Db) => db.selectFrom('proxies').select(['id', 'password']).orderBy('id').execute();

describe('replaceProxies', () => {
  const activeHosts = async (db: Db) =>
    (
      await db.selectFrom('proxies').select('host').where('is_active', '=', true).orderBy('host').execute()
    ).map(({ host }) => host);

  test('puts an owner’s proxies into use and takes the owner’s others out', async () => {
    const { db } = await createTestDatabase();
    await replaceProxies(db, seal, { owner: 'acme', proxies: [makeRow('a'), makeRow('b')] });
    await replaceProxies(db, seal, { owner: 'other', proxies: [makeRow('x')] });
    await replaceProxies(db, seal, { owner: 'acme', proxies: [makeRow('b'), makeRow('c')] });
    expect(await activeHosts(db)).toEqual(['b', 'c', 'x']);
    expect(await countProxies(db)).toEqual({ ready: 3, cooling: 0, firstReadyAt: null });
    expect(await db.selectFrom('proxies').select('id').execute()).toHaveLength(4);
  });

  test('a proxy that had failed is given a new start and its new password, and keeps its history', async () => {
    const { db } = await createTestDatabase();
    await replaceProxies(db, seal, { owner: 'acme', proxies: [joe('old')] });
    const { id } = await db.selectFrom('proxies').select('id').executeTakeFirstOrThrow();
    await recordAll(db, id, FIVE_FAULTS);
    expect(await leasedId(db)).toBeNull();
    await replaceProxies(db, seal, { owner: 'acme', proxies: [joe('new')] });
    expect(await lease(db)).toMatchObject({ proxy: { id, password: 'new' } });
    expect(await proxyOf(db, id)).toMatchObject({ consecutive_failures: 0, failure_count: 5, cooldowns: 0 });
    await record(db, id, { outcome: 'fault' });
    expect(await proxyOf(db, id)).toMatchObject({ is_active: true });
    await expectCountersToEqualEvents(db);
  });

  test('users of one address are proxies of their own', async () => {
    const { db } = await createTestDatabase();
    const proxies = [makeRow('a'), { ...makeRow('a'), username: 'joe', password: 'x' }];
    await replaceProxies(db, seal, { owner: 'acme', proxies });
    expect(await countProxies(db)).toMatchObject({ ready: 2 });
  });
});

describe('saveProxies', () => {
  test('adds what is new and updates what is known; what is not said stays', async () => {
    const { db } = await createTestDatabase();
    const first = { ...joe('old'), owner: 'acme', countryCode: 'US', maxConcurrent: 3 };
    expect(await saveProxies(db, seal, [first])).toEqual({ added: 1, updated: 0, ids: [1] });
    expect(await saveProxies(db, seal, [joe('new'), makeRow('b.test')])).toEqual({
      added: 1,
      updated: 1,
      ids: [1, expect.any(Number)],
    });
    expect(await listProxies(db)).toMatchObject([
      { host: 'a.test', owner: 'acme', countryCode: 'US', maxConcurrent: 3, hasPassword: true },
      { host: 'b.test', owner: null, countryCode: null, maxConcurrent: 10, hasPassword: false },
    ]);
    expect(await loadProxies(db, seal, null)).toMatchObject([{ password: 'new' }, { password: null }]);
  });

  test('saves all or none', async () => {
    const { db } = await createTestDatabase();
    const wrong = { ...makeRow('b.test'), countryCode: 'usa' };
    await expect(saveProxies(db, seal, [makeRow('a.test'), wrong])).rejects.toThrow(/country_code/);
    expect(await listProxies(db)).toEqual([]);
  });

  test('gives a proxy that cools down a fresh start, and leaves one that was taken out of use', async () => {
    const { db } = await createTestDatabase();
    await saveProxies(db, seal, [joe('wrong'), makeRow('b.test')]);
    const [cooling = 0, disabled = 0] = (await listProxies(db)).map(({ id }) => id);
    await recordAll(db, cooling, FIVE_FAULTS);
    await disableProxies(db, [disabled]);
    await saveProxies(db, seal, [joe('right'), makeRow('b.test')]);
    expect(await proxyOf(db, cooling)).toMatchObject({ is_active: true, cooldown_until: null });
    expect(await proxyOf(db, disabled)).toMatchObject({ is_active: false });
    await expectCountersToEqualEvents(db);
  });
});

describe('enableProxies and disableProxies', () => {
  test('a proxy that is put into use starts afresh; unknown ids are left out of the answer', async () => {
    const { db } = await createTestDatabase();
    const [first = 0, second = 0] = await makeProxies(db, 2);
    await recordAll(db, first, FIVE_FAULTS);
    await disableProxies(db, [second]);
    expect(await countProxies(db)).toMatchObject({ ready: 0, cooling: 1 });
    expect(await enableProxies(db, [second, first, 4711])).toEqual([first, second]);
    await recordAll(db, first, ['fault', 'fault', 'fault', 'fault']);
    expect(await proxyOf(db, first)).toMatchObject({ is_active: true, consecutive_failures: 4 });
    await expectCountersToEqualEvents(db);
  });

  test('a proxy that cools down and is taken out of use is not tried again', async () => {
    const { db } = await createTestDatabase();
    const id = await makeProxy(db);
    await recordAll(db, id, FIVE_FAULTS);
    expect(await countProxies(db)).toMatchObject({ ready: 0, cooling: 1 });
    await disableProxies(db, [id]);
    expect(await countProxies(db)).toEqual({ ready: 0, cooling: 0, firstReadyAt: null });
    expect(await proxyOf(db, id)).toMatchObject({ is_active: false, cooldown_until: null });
  });
});

test('listProxies tells everything of a proxy but its password', async () => {
  const { db } = await createTestDatabase();
  await saveProxies(db, seal, [{ ...joe('c4n@ry:/%'), owner: 'acme' }]);
  const id = (await listProxies(db))[0]!.id;
  await record(db, id, { bytes: 10, responseTimeMs: 5 });
  await leasedId(db);
  const listed = await listProxies(db);
  expect(listed).toMatchObject([
    {
      id,
      protocol: 'http',
      host: 'a.test',
      username: 'joe',
      hasPassword: true,
      isActive: true,
      sessions: 1,
      successes: 1,
      targets: [{ target: 'dutchie', successes: 1, bytes: 10, responseTimeMs: 5, failuresInRow: 0 }],
    },
  ]);
  expect(JSON.stringify(listed)).not.toMatch(/c4n@ry|enc:v1/);
});

describe('passwords', () => {
  test('are sealed when they are saved: no row holds one as it is', async () => {
    const { db } = await createTestDatabase();
    await saveProxies(db, seal, [joe('p@:/%'), { ...joe('p@:/%'), username: 'ann' }]);
    const stored = (await passwordsIn(db)).map(({ password }) => password);
    for (const password of stored) expect(password).toMatch(/^enc:v1:[\w+/]+=*$/);
    expect(stored[0]).not.toBe(stored[1]);
  });

  test('that are plain work, and are sealed in place', async () => {
    const { db } = await createTestDatabase();
    await sql`insert into proxies (host, port, username, password) values ('a.test', 1, 'u', 'plain'), ('b.test', 1, null, null)`.execute(
      db,
    );
    expect(await lease(db)).toMatchObject({ proxy: { password: 'plain' } });
    expect(await Promise.all([sealPasswords(db, seal), sealPasswords(db, seal)])).toContain(1);
    expect(await sealPasswords(db, seal)).toBe(0);
    expect((await passwordsIn(db))[0]?.password).toMatch(/^enc:v1:/);
    expect(await loadProxies(db, seal, null)).toMatchObject([{ password: 'plain' }, { password: null }]);
  });

  test('do not open with another key, nor in another row; the error names the settings and no password', async () => {
    const { db } = await createTestDatabase();
    await saveProxies(db, seal, [joe('secret-1'), { ...joe('secret-2'), username: 'ann' }]);
    const otherKey = createPasswordSeal(randomBytes(32));
    await expect(sealPasswords(db, otherKey)).rejects.toThrow(/PROXY_PASSWORD_KEY/);
    const [one, other] = (await passwordsIn(db)) as [
      { id: number; password: string },
      { id: number; password: string },
    ];
    await db.updateTable('proxies').set({ password: other.password }).where('id', '=', one.id).execute();
    const failure = await lease(db).catch((error: unknown) => error as Error);
    expect(failure).toMatchObject({
      kind: 'NoActiveProxy',
      message: expect.stringContaining('http://a.test:8080'),
    });
    expect(JSON.stringify(failure)).not.toContain('secret');
    // No proxy was leased for a session, so nothing counts as a fault of the proxy.
    expect(await db.selectFrom('proxy_leases').select('id').execute()).toEqual([]);
    expect(await proxyOf(db, one.id)).toMatchObject({ failure_count: 0, is_active: true });
  });
});
