import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  findAccountIdentity,
  openCookies,
  pinAccount,
  saveCookies,
} from '../../../db/queries/account-identities.ts';
import { createPasswordSeal } from '../../../db/seal-password.ts';
import { KEY_BYTES } from '../../../db/seal-text.ts';
import { givenKey, startApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

const SECRET = 'session=canary-4711';

async function createServer() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const { call } = await startApiServer({ db, client, isFollowed: false });
  const proxy = { protocol: 'http' as const, host: '203.0.113.7', port: 8080, username: 'one' };
  const { id } = await db.insertInto('proxies').values(proxy).returning('id').executeTakeFirstOrThrow();
  const seal = createPasswordSeal(randomBytes(KEY_BYTES));
  const pin = { proxyId: id, profile: 'chrome_131', because: null };
  for (const [platform, account] of [
    ['forum', 'ann'],
    ['forum', 'ben'],
    ['', 'ann'],
  ] as const)
    await pinAccount(db, { platform, account }, pin);
  const ann = { platform: 'forum', account: 'ann' };
  const { session } = await openCookies(db, seal, ann);
  await saveCookies(db, seal, { ...ann, session, cookies: SECRET });
  const [reader, operator] = [await givenKey(db, 'read'), await givenKey(db, 'operate')];
  const list = async (query = '') =>
    await call<{ items: Record<string, unknown>[]; next_cursor: string | null }>(
      'GET',
      `/api/accounts${query}`,
      { headers: reader },
    );
  const reset = (body: unknown, headers = operator) => call('POST', '/api/accounts/reset', { headers, body });
  return { db, proxyId: pin.proxyId, reader, list, reset };
}

test('accounts are listed by platform and name, with what they keep and without their cookies', async () => {
  const { proxyId, list } = await createServer();
  const all = await list();
  expect(all.body.items).toMatchObject([
    { platform: null, account: 'ann', proxy_id: proxyId, has_cookies: false, pinned_because: null },
    { platform: 'forum', account: 'ann', profile: 'chrome_131', has_cookies: true },
    { platform: 'forum', account: 'ben' },
  ]);
  expect(all.text).not.toContain('canary');
  const first = await list('?limit=2');
  expect((await list(`?limit=2&cursor=${first.body.next_cursor}`)).body.items).toEqual(
    all.body.items.slice(2),
  );
  expect((await list('?account=ann&platform=forum')).body.items).toEqual([all.body.items[1]]);
});

test('the reset of an account deletes its identity, and no other', async () => {
  const { db, reader, list, reset } = await createServer();
  expect((await reset({ platform: 'forum', account: 'ann' }, reader)).status).toBe(403);
  expect((await reset({ platform: 'forum', account: 'ann' })).status).toBe(204);
  expect(await findAccountIdentity(db, { platform: 'forum', account: 'ann' })).toBeNull();
  expect((await list()).body.items).toMatchObject([{ platform: null, account: 'ann' }, { account: 'ben' }]);
  expect(await reset({ platform: 'forum', account: 'ann' })).toMatchObject({
    status: 404,
    body: { detail: 'The account ann of forum keeps no identity.' },
  });
  expect((await reset({ account: 'ann' })).status).toBe(204);
  expect(await reset({ account: '' })).toMatchObject({ status: 400 });
});
