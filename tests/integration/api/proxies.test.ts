import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { extendCooldown } from '../../../db/queries/proxy-probes.ts';
import { makeProxies, record, recordAll } from '../db/make-proxies.ts';
import { givenKey, startApiServer } from '../../support/api-server.ts';
import { createCrawlWorld } from '../../support/crawl-world.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

const LIST = `# two of one provider
http://joe:p%40ss@a.test:8080
b.test:1080:ann:s3c@ret
`;
const TEXT = { 'content-type': 'text/plain' };

async function createServer() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const env = {
    PROXY_PASSWORD_KEY_FILE: join(await temporaryFolder('proxies-'), 'proxy.key'),
    ALLOWED_PRIVATE_HOSTS: '*.test,10.1.2.3',
  };
  return { db, env, ...(await startApiServer({ db, client, env })) };
}

async function passwordsOf(db: Db): Promise<(string | null)[]> {
  const rows = await db.selectFrom('proxies').select('password').orderBy('id').execute();
  return rows.map(({ password }) => password);
}

test('adds a proxy, and brings it up to date when it comes again', async () => {
  const { db, call } = await createServer();
  const proxy = { host: 'A.test', port: 8080, username: 'joe', password: 'p@ss', owner: 'acme' };
  const added = await call('POST', '/api/proxies', { body: proxy });
  expect(added.status).toBe(201);
  expect(added.body).toMatchObject({
    protocol: 'http',
    host: 'a.test',
    username: 'joe',
    has_password: true,
    owner: 'acme',
    state: 'active',
    max_concurrent: 10,
    success_count: 0,
    targets: [],
  });
  expect(added.text).not.toMatch(/p@ss|enc:v1/);
  const again = await call('POST', '/api/proxies', { body: { ...proxy, max_concurrent: 4 } });
  expect([again.status, again.body['id'], again.body['max_concurrent']]).toEqual([200, added.body['id'], 4]);
  expect(await passwordsOf(db)).toEqual([expect.stringMatching(/^enc:v1:/)]);
});

test('each wrong field of a proxy is named, and no password is repeated', async () => {
  const { call } = await createServer();
  const wrong = { protocol: 'ftp', host: 'a b', port: 0, password: 'hush-1', country_code: 'usa' };
  const { status, body, text } = await call('POST', '/api/proxies', { body: wrong });
  expect(status).toBe(400);
  const pointers = (body['errors'] as { pointer: string }[]).map(({ pointer }) => pointer);
  expect(pointers.toSorted()).toEqual(['/country_code', '/host', '/port', '/protocol']);
  expect(text).not.toContain('hush-1');
  const alone = await call('POST', '/api/proxies', { body: { host: 'a.test', port: 1, password: 'hush' } });
  expect(alone.body['errors']).toMatchObject([{ pointer: '/password' }]);
});

test('imports a list, lists it in pages, and shows no password', async () => {
  const { db, call } = await createServer();
  const path = '/api/proxies/import?owner=acme&country_code=US&max_concurrent=4';
  const dry = await call('POST', `${path}&dry_run=true`, { body: LIST, headers: TEXT });
  expect(dry.body).toEqual({ dry_run: true, proxies: 2, added: 2, updated: 0 });
  expect(await passwordsOf(db)).toEqual([]);
  const done = await call('POST', path, { body: LIST, headers: TEXT });
  expect(done.body).toEqual({ dry_run: false, proxies: 2, added: 2, updated: 0 });
  const csv = 'host,port,username,password\na.test,8080,joe,new\n';
  const again = await call('POST', path, { body: csv, headers: { 'content-type': 'text/csv' } });
  expect(again.body).toMatchObject({ added: 0, updated: 1 });
  const more = `${csv}b.test,8080,joe,new\na.test,8080,ann,new\n`;
  const foreseen = await call('POST', `${path}&dry_run=true`, {
    body: more,
    headers: { 'content-type': 'text/csv' },
  });
  expect(foreseen.body).toEqual({ dry_run: true, proxies: 3, added: 2, updated: 1 });
  interface Page {
    items: Record<string, unknown>[];
    next_cursor: string | null;
  }
  const first = await call<Page>('GET', '/api/proxies?limit=1');
  const second = await call<Page>('GET', `/api/proxies?limit=1&cursor=${first.body.next_cursor}`);
  expect([...first.body.items, ...second.body.items]).toMatchObject([
    { host: 'a.test', owner: 'acme', country_code: 'US', max_concurrent: 4, has_password: true },
    { host: 'b.test', username: 'ann' },
  ]);
  expect(first.text + second.text).not.toMatch(/p@ss|s3c@ret|enc:v1/);
});

test('a dry run refuses a missing or wrong key as the import itself does, and makes none', async () => {
  const { call, env } = await createServer();
  const send = async (query: string) => {
    const path = `/api/proxies/import${query}`;
    const { status, body } = await call('POST', path, { body: LIST, headers: TEXT });
    return [status, body['code'], body['detail']];
  };
  expect((await send(''))[0]).toBe(200);
  const file = env.PROXY_PASSWORD_KEY_FILE;
  await writeFile(file, 'ab'.repeat(32));
  const dry = await send('?dry_run=true');
  expect(dry).toEqual([503, 'password-key-missing', expect.stringContaining('cannot be decrypted')]);
  expect(dry).toEqual(await send(''));
  await rm(file);
  const missing = await send('?dry_run=true');
  expect(missing).toEqual([503, 'password-key-missing', expect.stringContaining(`no file ${file}`)]);
  expect(missing).toEqual(await send(''));
  expect(existsSync(file)).toBe(false);
});

test('imports nothing of a list with a wrong line, and says which, without its password', async () => {
  const { db, call } = await createServer();
  const body = `${LIST}c.test:joe:hush-1\nhttp://a%00b:hush-2@d.test:1\n`;
  const refused = await call('POST', '/api/proxies/import', { body, headers: TEXT });
  expect([refused.status, refused.body['code']]).toEqual([400, 'bad-input']);
  const details = (refused.body['errors'] as { detail: string }[]).map(({ detail }) => detail);
  expect(details).toEqual([expect.stringMatching(/^Line 4: /), expect.stringMatching(/^Line 5: .*NUL/)]);
  expect(refused.text).not.toContain('hush');
  expect(await passwordsOf(db)).toEqual([]);
  expect((await call('POST', '/api/proxies/import', { body: '# none\n', headers: TEXT })).status).toBe(400);
});

test('adds no proxy in a network of our own, unless it is named', async () => {
  const { db, call } = await createServer();
  for (const host of [
    '127.0.0.1',
    '169.254.169.254',
    '10.0.0.1',
    '::1',
    'localhost',
    'vault.internal',
    'no.such.name.zz',
  ]) {
    const one = await call('POST', '/api/proxies', { body: { host, port: 80 } });
    expect([host, one.status, one.body['code']]).toEqual([host, 403, 'private-address']);
    expect(one.body['detail']).toContain(host);
  }
  const list = 'a.test:8080\n10.0.0.1:8080\n';
  const many = await call('POST', '/api/proxies/import', { body: list, headers: TEXT });
  expect([many.status, many.body['code']]).toEqual([403, 'private-address']);
  expect(await passwordsOf(db)).toEqual([]);
  expect((await call('POST', '/api/proxies', { body: { host: '10.1.2.3', port: 80 } })).status).toBe(201);
});

test('takes proxies out of use and puts them back', async () => {
  const { call } = await createServer();
  const { body } = await call('POST', '/api/proxies', { body: { host: 'a.test', port: 1 } });
  const path = `/api/proxies/${String(body['id'])}`;
  expect((await call('POST', `${path}/disable`)).body).toMatchObject({ is_active: false, state: 'disabled' });
  const enabled = await call('POST', `${path}/enable`);
  expect(enabled.body).toMatchObject({ is_active: true, state: 'active' });
  expect((await call('GET', path)).body).toEqual(enabled.body);
  expect((await call('GET', '/api/proxies/4711')).body['code']).toBe('not-found');
  for (const what of ['enable', 'disable', 'test'])
    expect((await call('POST', `/api/proxies/4711/${what}`)).body['code']).toBe('not-found');
});

test('says whether a proxy cools down because it does not work, or because of a target', async () => {
  const { db, call } = await createServer();
  const [faulty = 0, refused = 0, slow = 0, active = 0] = await makeProxies(db, 4);
  for (const target of ['one', 'two', 'three', 'four', 'five'])
    await record(db, faulty, { target, outcome: 'fault' });
  await recordAll(db, refused, ['fault', 'blocked', 'blocked', 'blocked', 'blocked']);
  await recordAll(db, slow, ['blocked', 'fault', 'fault', 'fault', 'fault']);
  await record(db, active, { outcome: 'blocked' });
  const becauseOf = async () =>
    (await call<{ items: object[] }>('GET', '/api/proxies')).body.items.map(
      (proxy) => (proxy as { cooling_because: string | null }).cooling_because,
    );
  const itself = 'the proxy itself does not work';
  expect(await becauseOf()).toEqual([itself, 'dutchie refuses it', 'its requests to dutchie fail', null]);
  const { body } = await call('GET', `/api/proxies/${refused}`);
  expect(body).toMatchObject({ consecutive_403_count: 4, consecutive_fault_count: 0 });
  // Its probe fails, so it is more than the target's refusals.
  await extendCooldown(db, refused, 'connection refused');
  expect(await becauseOf()).toEqual([itself, itself, 'its requests to dutchie fail', null]);
});

test('switches several proxies at once: all of them, or none when one is unknown', async () => {
  const { call } = await createServer();
  await call('POST', '/api/proxies/import', { body: LIST, headers: TEXT });
  const listed = await call<{ items: { id: number; is_active: boolean }[] }>('GET', '/api/proxies');
  const ids = listed.body.items.map(({ id }) => id);
  const disabled = await call('POST', '/api/proxies/disable', { body: { ids: [...ids, ids[0]] } });
  expect(disabled.body).toEqual({ ids, is_active: false });
  const refused = await call('POST', '/api/proxies/enable', { body: { ids: [ids[0], 4711, 4712] } });
  expect([refused.status, refused.body['detail']]).toEqual([
    404,
    'There is no proxy 4711, 4712; nothing was changed.',
  ]);
  expect((await call('GET', `/api/proxies/${ids[0]}`)).body).toMatchObject({ is_active: false });
  expect((await call('POST', '/api/proxies/enable', { body: { ids } })).body).toEqual({
    ids,
    is_active: true,
  });
  expect((await call('POST', '/api/proxies/enable', { body: { ids: [] } })).status).toBe(400);
});

test('tries a proxy as a crawl does', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 5 });
  vi.stubEnv('SSL_CERT_FILE', world.sandbox.caFile);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { call } = await startApiServer({
    db: world.db,
    client: world.client,
    env: { PROXY_PASSWORD_KEY_FILE: world.passwordKeyFile, EXIT_ADDRESS_URL: world.sandbox.echoUrl },
  });
  const { body } = await call<{ items: { id: number }[] }>('GET', '/api/proxies?limit=1');
  const good = await call('POST', `/api/proxies/${body.items[0]?.id}/test`);
  expect(good.body).toMatchObject({ is_good: true, error: null });
  expect(world.sandbox.proxies.map(({ exitAddress }) => exitAddress)).toContain(good.body['exit_address']);
  const { rows } = await sql<{ id: number }>`
    insert into proxies (host, port) values ('127.0.0.1', 1) returning id
  `.execute(world.db);
  const bad = await call('POST', `/api/proxies/${rows[0]?.id}/test`);
  expect(bad.body).toMatchObject({ is_good: false, exit_address: null });
  expect(bad.body['error']).toContain('accepts no connection');
});

test('to add and import takes a key of admin, to steer one of operate', async () => {
  const { db, call } = await createServer();
  const [reader, operator] = [await givenKey(db, 'read'), await givenKey(db, 'operate')];
  const proxy = { host: 'a.test', port: 1 };
  expect((await call('POST', '/api/proxies', { headers: operator, body: proxy })).status).toBe(403);
  expect(
    (await call('POST', '/api/proxies/import', { headers: { ...operator, ...TEXT }, body: LIST })).status,
  ).toBe(403);
  expect((await call('POST', '/api/proxies/1/disable', { headers: reader })).status).toBe(403);
  expect((await call('GET', '/api/proxies', { headers: reader })).status).toBe(200);
});
