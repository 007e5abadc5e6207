import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { preparePasswordSeal } from '../../../db/prepare-password-seal.ts';
import { openCredentials } from '../../../db/queries/credentials.ts';
import { resealSecrets } from '../../../db/queries/sealed-secrets.ts';
import { createPasswordSeal } from '../../../db/seal-password.ts';
import { givenKey, startApiServer } from '../../support/api-server.ts';
import { dumpDatabase } from '../../support/planted-secrets.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

const PASSWORD = 'canary-4711-correct-horse';

async function createServer() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const keyFile = join(await temporaryFolder('credentials-'), 'key');
  const { call } = await startApiServer({
    db,
    client,
    isFollowed: false,
    env: { PROXY_PASSWORD_KEY_FILE: keyFile },
  });
  const admin = await givenKey(db, 'admin');
  const set = (name: string, body: unknown, headers = {}) =>
    call('PUT', `/api/credentials/${name}`, { headers: { ...admin, ...headers }, body });
  return { db, call, admin, set, keyFile };
}

test('a credential is set, replaced, listed and deleted, and its value is kept sealed alone', async () => {
  const { db, call, admin, set } = await createServer();
  const value = { username: 'ann', password: PASSWORD };
  const added = await set('shop-login', { account: 'ann', value }, { 'idempotency-key': 'one' });
  expect(added).toMatchObject({
    status: 201,
    body: { name: 'shop-login', platform: null, account: 'ann', set_by: 'a admin key', last_used_at: null },
  });
  const replaced = await set('shop-login', { platform: 'shop', value: PASSWORD });
  expect(replaced).toMatchObject({
    status: 200,
    body: { platform: 'shop', account: null, created_at: added.body['created_at'] },
  });
  const listed = await call<{ items: object[] }>('GET', '/api/credentials', {
    headers: await givenKey(db, 'read'),
  });
  expect(listed.body.items).toEqual([replaced.body]);
  const operator = { headers: await givenKey(db, 'operate'), body: { value: PASSWORD } };
  expect((await call('PUT', '/api/credentials/other', operator)).status).toBe(403);
  expect((await call('DELETE', '/api/credentials/shop-login', operator)).status).toBe(403);
  const stored = await dumpDatabase(db);
  expect(stored).toMatch(/"sealed_value": "enc:v1:/);
  expect(stored).toMatch(/"path": "\/api\/credentials\/shop-login"/);
  expect([added.text, replaced.text, listed.text, stored].join()).not.toContain('correct-horse');
  expect((await call('DELETE', '/api/credentials/shop-login', { headers: admin })).status).toBe(204);
  expect((await call('DELETE', '/api/credentials/shop-login', { headers: admin })).status).toBe(404);
});

test.each([
  ['shop', { value: { password: { text: PASSWORD } } }, 'value (body) takes a text'],
  ['shop', { value: [PASSWORD] }, 'value (body) takes a text that is not empty, or a JSON object'],
  ['shop', { value: '' }, 'value (body) takes a text that is not empty'],
  ['shop', { value: {} }, 'value (body) takes a text that is not empty'],
  ['shop', { value: PASSWORD.repeat(400) }, 'at most 8192 bytes of JSON.'],
  ['shop', { account: 12, value: PASSWORD }, 'account (body) takes'],
  ['shop', { passphrase: PASSWORD }, 'value (body) is missing'],
  ['shop', `{"value": "${PASSWORD}`, 'The body is not JSON: it ends too early.'],
  ['shop', JSON.stringify(PASSWORD), 'The body takes a JSON object.'],
  ['no%20name', { value: PASSWORD }, 'name (path) takes the name of a credential'],
])('a wrong credential is refused without its value: %s %j', async (name, body, why) => {
  const { db, set } = await createServer();
  const refused = await set(name, body, { 'content-type': 'application/json' });
  expect(refused.status).toBe(400);
  expect(refused.body['detail']).toContain(why);
  expect(refused.text).not.toContain('correct-horse');
  expect(await dumpDatabase(db)).not.toContain('correct-horse');
});

test('a value that is sent to another path is not recorded', async () => {
  const { db, call, admin } = await createServer();
  const body = { value: PASSWORD };
  for (const path of ['/api/credentials', '/api/credential/shop', '/api/credentials/shop/value'])
    for (const method of ['PUT', 'POST', 'PATCH'])
      expect([404, 405]).toContain((await call(method, path, { headers: admin, body })).status);
  expect(await dumpDatabase(db)).not.toContain('correct-horse');
});

test('credentials are sealed again with the passwords, and another key opens none', async () => {
  const { db, set, keyFile } = await createServer();
  await set('shop', { account: 'ann', value: PASSWORD });
  const from = await preparePasswordSeal(db, { key: undefined, keyFile });
  const to = createPasswordSeal(randomBytes(32));
  expect(await resealSecrets(db, { from, to })).toEqual({ passwords: 0, credentials: 1 });
  await expect(openCredentials(db, to)).resolves.toBeUndefined();
  await expect(openCredentials(db, from)).rejects.toThrow(
    /^The credential shop cannot be decrypted: .+ PROXY_PASSWORD_KEY/,
  );
  expect(await set('other', { value: PASSWORD })).toMatchObject({
    status: 503,
    body: { code: 'password-key-missing' },
  });
  // The value is bound to its row.
  await db.updateTable('credentials').set({ account: 'bob' }).execute();
  await expect(openCredentials(db, to)).rejects.toThrow(/or its row was changed/);
  await expect(preparePasswordSeal(db, { key: undefined, keyFile: `${keyFile}.new` })).rejects.toThrow(
    /their key is missing/,
  );
});
