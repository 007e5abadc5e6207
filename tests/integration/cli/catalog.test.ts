import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { lockDataDir } from '../../../local/data-lock.ts';
import { listAudit } from '../../../db/queries/api-audit.ts';
import { givenKey, startApiServer } from '../../support/api-server.ts';
import { runProgram } from '../../support/run-program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { makeCatalog } from '../db/make-catalog.ts';
import { makeDispensary } from '../db/make-crawl.ts';

/** An environment that names no server, so that the command only knows the API that it is given. */
const NOWHERE = { DATABASE_URL: '', TEMPORAL_ADDRESS: '', API_URL: '', API_HOST: '', API_PORT: '' };

async function createCatalog() {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const id = await makeCatalog(db);
  const { url } = await startApiServer({ db, client, isFollowed: false });
  const run = (text: string, env: Record<string, string> = { CRAWLCHAIN_URL: url }) =>
    runProgram('cli/main.ts', ['--data-dir', '/nowhere', ...text.split(' ')], { ...NOWHERE, ...env });
  const setSlug = (slug: string) =>
    db.updateTable('dispensaries').set({ slug }).where('id', '=', id).execute();
  return { db, id, url, run, setSlug };
}

test('dispensaries are listed and shown by id or slug, and a slug that is near is named', async () => {
  const { db, id, run, setSlug } = await createCatalog();
  await setSlug('deeply-rooted');
  await makeDispensary(db, { name: 'Green Roots', state: 'CA' });
  const listed = await run('dispensaries list --state az');
  expect(listed.stdout).toMatch(
    new RegExp(
      `^id +slug .+\\n *${id} +deeply-rooted +Desert Bloom +dutchie +AZ +3 +\\S+ +by its schedule\\n$`,
    ),
  );
  expect(await run('dispensaries list --limit 1')).toMatchObject({
    code: 0,
    stderr: 'There are more; these are the first 1 (--limit).\n',
  });
  const shown = await run('dispensaries show deeply-rooted');
  expect(shown.stdout).toMatch(/^slug +deeply-rooted$/m);
  expect(shown.stdout).toContain(`\`npx crawlchain --data-dir /nowhere products list --dispensary ${id}\`\n`);
  expect(JSON.parse((await run(`dispensaries show ${id} --json`)).stdout)).toMatchObject({ id });
  expect(await run('dispensaries show deply-roted')).toMatchObject({
    code: 2,
    stdout: '',
    stderr:
      'There is no dispensary "deply-roted". Did you mean deeply-rooted? It takes an id or a slug of `dispensaries list`.\n',
  });
});

test('how a dispensary is crawled is changed, noted in the audit, and refused where it is wrong', async () => {
  const { db, id, run, setSlug } = await createCatalog();
  await setSlug('deeply-rooted');
  const shown = await run(
    'dispensaries edit deeply-rooted --fetch-mode browser --interval 1h30m --reason blocked',
  );
  expect(shown.stdout).toMatch(/^crawled +every 1\.5 h, set by an operator\nfetched by +browser$/m);
  expect(await listAudit(db, { actor: null, before: null, limit: 1 })).toMatchObject([
    {
      path: `/api/dispensaries/${id}`,
      reason: 'blocked',
      body: { fetch_mode: 'browser', crawl_interval_hours: 1.5 },
    },
  ]);
  const changed = JSON.parse(
    (await run(`dispensaries edit ${id} --interval default --crawls off --json`)).stdout,
  );
  expect(changed).toMatchObject({ fetch_mode: 'browser', crawl_interval_hours: null, crawl_enabled: false });
  for (const [text, complaint] of [
    ['', 'Nothing to change; give --fetch-mode, --interval or --crawls.\n'],
    [' --fetch-mode curl', 'Allowed choices are http, browser, auto.'],
    [' --interval soon', 'It takes a time from 1m to 366d, such as 4h, 90m or 1h30m, or default.'],
  ])
    expect(await run(`dispensaries edit ${id}${text}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(complaint!),
    });
});

test('every list prints JSON lines of all there is, and is watched until it ends', async () => {
  const { id, run } = await createCatalog();
  const array = JSON.parse((await run('products list --json')).stdout) as unknown[];
  const { stdout, stderr } = await run('products list --jsonl');
  expect(stderr).toBe('');
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(array);
  expect((await run('products list --jsonl --limit 1')).stdout.trim().split('\n')).toHaveLength(1);
  expect(await run(`products list --dispensary ${id} --watch --json`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("option '--watch' cannot be used with option '--json'"),
  });
});

test('products are listed with what is paid and what there is, and shown with their sizes and history', async () => {
  const { db, id, run } = await createCatalog();
  const ofStore = await db.selectFrom('store_products').selectAll().where('dispensary_id', '=', id).execute();
  const idOf = (key: string) => ofStore.find((row) => row.provider_product_id === key)!.id;
  const { stdout } = await run(`products list --dispensary ${id}`);
  expect(stdout).toMatch(new RegExp(`^ *${idOf('a')} .+20\\.00 \\(usually 22\\.00\\)`, 'm'));
  expect(stdout).toMatch(new RegExp(`^ *${idOf('b')} .+ out +\\S+$`, 'm'));
  const cheap = await run('products list --on-special --price-max 20 --in-stock --json');
  expect(JSON.parse(cheap.stdout)).toMatchObject([{ id: idOf('a') }]);
  const shown = await run(`products show ${idOf('a')}`);
  expect(shown.stdout).toMatch(new RegExp(`^sold by +Desert Bloom \\(${id}\\), dutchie$`, 'm'));
  expect(shown.stdout).toMatch(/^size +price +medical/m);
  const history = await run(`products history ${idOf('a')}`);
  expect(history.stdout.split('\n')).toHaveLength(4);
  expect(history.stdout).toMatch(/^fetched .+\n.+20\.00 \(usually 22\.00\)/);
  const reversed = `${idOf('a')} --since 2026-02-01T00:00:00Z --until 2026-01-01T00:00:00Z`;
  expect(await run(`products history ${reversed}`)).toMatchObject({
    code: 2,
    stderr: '--since 2026-02-01T00:00:00.000Z is not before --until 2026-01-01T00:00:00.000Z.\n',
  });
  expect(await run('products show 999999')).toMatchObject({
    code: 2,
    stderr: 'There is no product 999999.\n',
  });
});

test('while npm start brings its servers up, a call says that its API does not run yet', async () => {
  const folder = await temporaryFolder('starting-');
  const lock = await lockDataDir(folder);
  onTestFinished(() => lock.release());
  expect(await runProgram('cli/main.ts', ['--data-dir', folder, 'status'], NOWHERE)).toMatchObject({
    code: 2,
    stderr: `The API of \`npm start\` in ${folder} does not run yet: the servers are starting. Try again in a moment.\n`,
  });
});

test('which API is meant is said, found and explained', async () => {
  const { db, url, run } = await createCatalog();
  expect(await run('products list', {})).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^There is no API: .+--data-dir\.\n$/),
  });
  expect((await run(`products list --server ${url}`, { CRAWLCHAIN_URL: 'http://127.0.0.1:9' })).code).toBe(0);
  expect(await run('products list --server nope')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--server is "nope"; it takes an http or https URL'),
  });
  expect(await run('products list', { API_URL: 'http://127.0.0.1:9' })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The API at http:\/\/127\.0\.0\.1:9 does not answer: .+\.\n$/),
  });
  const headers = await givenKey(db, 'read');
  await expect
    .poll(() => run('products list'), { timeout: 20_000 })
    .toMatchObject({ code: 2, stderr: expect.stringContaining('accepts no request without a key. Set ') });
  const key = headers['authorization']!.slice('Bearer '.length);
  expect((await run('products list', { CRAWLCHAIN_URL: url, CRAWLCHAIN_KEY: key })).code).toBe(0);
  expect(await run('env', { CRAWLCHAIN_URL: `${url}/`, CRAWLCHAIN_KEY: key })).toMatchObject({
    code: 0,
    stdout: `export CRAWLCHAIN_URL='${url}'\nexport CRAWLCHAIN_KEY='${key}'\n`,
  });
  // With CRAWLCHAIN_URL set, CRAWLCHAIN_KEY is for that API and is not sent to another one.
  const elsewhere = await run('env --json --server http://127.0.0.1:9', {
    CRAWLCHAIN_URL: url,
    CRAWLCHAIN_KEY: key,
  });
  expect(JSON.parse(elsewhere.stdout)).toEqual({ CRAWLCHAIN_URL: 'http://127.0.0.1:9', CRAWLCHAIN_KEY: '' });
  const named = await run(`env --json --server ${url}`, { CRAWLCHAIN_KEY: key });
  expect(JSON.parse(named.stdout)).toMatchObject({ CRAWLCHAIN_KEY: key });
});

test('what is no API, or a wrong address, is told so', async () => {
  const page = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>hello'));
  await once(page.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void page.close());
  const { port } = page.address() as AddressInfo;
  const run = (text: string, env = {}) =>
    runProgram('cli/main.ts', ['--data-dir', '/nowhere', ...text.split(' ')], { ...NOWHERE, ...env });
  expect(await run(`products list --server http://127.0.0.1:${port}`)).toMatchObject({
    code: 1,
    stderr: `What answers at http://127.0.0.1:${port} is not the API, or not this version of it.\n`,
  });
  const secret = await run('products list', { CRAWLCHAIN_URL: 'https://ada:hush@crawlchain.example' });
  expect(secret).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('CRAWLCHAIN_URL has a user or a password'),
  });
  expect(secret.stderr).not.toContain('hush');
  const local = await run('products list', { DATABASE_URL: 'postgres://127.0.0.1:1/x' });
  expect(local.stderr).toContain('DATABASE_URL names a server');
});
