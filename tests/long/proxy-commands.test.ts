import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listAudit } from '../../db/queries/api-audit.ts';
import { startApiServer } from '../support/api-server.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestNamespace } from '../support/test-namespace.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { runProgram, type Finished } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const MAIN = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
const LIST = `# two of one provider
http://joe:p%40ss@a.test:8080
b.test:1080:ann:s3c@ret
`;

async function openCommand() {
  const { db, url } = await createTestDatabase();
  const { client } = await createTestNamespace();
  const folder = await temporaryFolder('command-');
  const PROXY_PASSWORD_KEY_FILE = join(folder, 'proxy.key');
  const api = await startApiServer({
    db,
    client,
    isFollowed: false,
    env: { PROXY_PASSWORD_KEY_FILE, ALLOWED_PRIVATE_HOSTS: '*.test' },
  });
  /** The environment of direct commands, which get the database. Commands that use the API get only the API's address. */
  const env = { DATABASE_URL: url, PROXY_PASSWORD_KEY_FILE };
  const crawlchain = (...args: string[]): Promise<Finished> => {
    const isDirect = args.includes('--direct') || args[0] === 'reseal';
    return runProgram(MAIN, ['proxies', ...args], isDirect ? env : { CRAWLCHAIN_URL: api.url });
  };
  const write = async (text: string): Promise<string> => {
    const path = join(folder, 'proxies.txt');
    await writeFile(path, text);
    return path;
  };
  return { db, env, crawlchain, write };
}

test('imports a list, shows it, and imports it again as an update', async () => {
  const { db, crawlchain, write } = await openCommand();
  const file = await write(LIST);
  const options = ['--owner', 'acme', '--country', 'us', '--max-concurrent', '4'];
  expect(await crawlchain('import', file, ...options)).toEqual({
    code: 0,
    stdout: '2 proxies added, 0 updated.\n',
    stderr: '',
  });
  expect(await crawlchain('import', file)).toMatchObject({
    code: 0,
    stdout: '0 proxies added, 2 updated.\n',
  });
  const { rows } = await sql<{ password: string }>`select password from proxies`.execute(db);
  for (const { password } of rows) expect(password).toMatch(/^enc:v1:/);
  const listed = await crawlchain('list', '--json');
  expect(JSON.parse(listed.stdout)).toMatchObject([
    {
      host: 'a.test',
      username: 'joe',
      owner: 'acme',
      country_code: 'US',
      max_concurrent: 4,
      state: 'active',
    },
    { host: 'b.test', username: 'ann', has_password: true, targets: [] },
  ]);
  const { stdout } = await crawlchain('list');
  expect(stdout.split('\n')[1]).toMatch(
    /^\d+ +http:\/\/joe@a\.test:8080 +acme +US +active +0 of 4 +never used$/,
  );
  expect(stdout + listed.stdout).not.toMatch(/s3c|p@ss|p%40ss|enc:v1/);
});

test.each([[[]], [['--direct']]])(
  'imports nothing of a list with a wrong line, and says which, without its password: %j',
  async (way) => {
    const { db, crawlchain, write } = await openCommand();
    const refused = await crawlchain('import', await write(`${LIST}c.test:joe:hush-1\n`), ...way);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(
      /^1 line is wrong; nothing was imported\.\nLine 4: it takes .*host:port:user:password.*\n$/,
    );
    expect(refused.stderr).not.toContain('hush-1');
    expect(await db.selectFrom('proxies').select('id').execute()).toEqual([]);
  },
);

test.each([[[]], [['--direct']]])(
  'a dry run checks a list and writes nothing, no key and no audit: %j',
  async (way) => {
    const { db, crawlchain, write } = await openCommand();
    expect(await crawlchain('import', await write(LIST), '--dry-run', ...way)).toMatchObject({
      code: 0,
      stdout: 'The list is in order: 2 proxies, of which 2 are new and 0 known. Nothing was written.\n',
    });
    expect(await db.selectFrom('proxies').select('id').execute()).toEqual([]);
    expect(await listAudit(db, { actor: null, before: null, limit: 5 })).toEqual([]);
  },
);

test('a proxy of a private network is imported by --direct alone, and the refusal says so', async () => {
  const { db, crawlchain, write } = await openCommand();
  const file = await write('http://joe:hush-1@10.0.0.1:8080\n');
  const refused = await crawlchain('import', file, '--reason', 'new ones');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('proxies import --direct') });
  expect(await crawlchain('import', file, '--direct', '--reason', 'new ones')).toEqual({
    code: 0,
    stdout: '1 proxies added, 0 updated.\n',
    stderr: '',
  });
  const noted = await listAudit(db, { actor: null, before: null, limit: 5 });
  expect(noted).toMatchObject([
    { method: 'COMMAND', reason: 'new ones', status: 0 },
    { path: '/api/proxies/import', reason: 'new ones', status: 403 },
  ]);
  expect(JSON.stringify(noted)).not.toContain('hush-1');
});

test('exports without passwords, in forms that import reads', async () => {
  const { db, crawlchain, write } = await openCommand();
  await crawlchain('import', await write(LIST), '--owner', 'acme, "the" one');
  const csv = await crawlchain('export');
  expect(csv.stdout).toBe(
    [
      'protocol,host,port,username,owner,country,max_concurrent',
      'http,a.test,8080,joe,"acme, ""the"" one",,10',
      'http,b.test,1080,ann,"acme, ""the"" one",,10',
      '',
    ].join('\n'),
  );
  const urls = await crawlchain('export', '--format', 'url');
  expect(urls.stdout).toBe('http://joe@a.test:8080\nhttp://ann@b.test:1080\n');
  for (const { stdout } of [csv, urls]) {
    expect(await crawlchain('import', await write(stdout))).toMatchObject({
      stdout: '0 proxies added, 2 updated.\n',
    });
  }
  // The import of an export keeps what the export leaves out: passwords.
  const { rows } = await sql`select id from proxies where password is not null`.execute(db);
  expect(rows).toHaveLength(2);
});

test('disables and enables; an id that is not there is a refusal, and nothing is changed', async () => {
  const { db, crawlchain, write } = await openCommand();
  await crawlchain('import', await write(LIST));
  const [first, second] = (await db.selectFrom('proxies').select('id').orderBy('id').execute()).map(
    ({ id }) => id,
  );
  expect(await crawlchain('disable', `${first}`, `${second}`)).toMatchObject({
    code: 0,
    stdout: `Out of use: ${first}, ${second}.\n`,
  });
  expect((await crawlchain('list')).stdout).toMatch(/a\.test:8080 .* disabled /);
  expect(await crawlchain('enable', `${second}`, '4711')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^There is no proxy 4711; nothing was changed\./),
  });
  const idsInUse = () => db.selectFrom('proxies').select('id').where('is_active', '=', true).execute();
  expect(await idsInUse()).toEqual([]);
  expect(await crawlchain('enable', `${second}`)).toMatchObject({ code: 0 });
  expect(await idsInUse()).toEqual([{ id: second }]);
});

test.each([
  [['enable'], /missing required argument 'id'/],
  [['enable', 'x'], /^error: 'x' is invalid for <id>\. It takes .*whole number above 0/],
  [['import', '/nowhere/list'], /\/nowhere\/list cannot be read/],
  [['import', 'list', '--country', 'USA'], /two letters/],
  [['export', '--format', 'xml'], /Allowed choices are csv, url/],
  [['explode'], /unknown command 'explode'/],
])('a wrong call is refused with exit code 2: %j', async (args, message) => {
  const { crawlchain } = await openCommand();
  const { code, stderr } = await crawlchain(...args);
  expect(stderr).toMatch(message);
  expect(code).toBe(2);
});

test('a wrong key is one clear error that names the setting', async () => {
  const { env, crawlchain, write } = await openCommand();
  const file = await write(LIST);
  await crawlchain('import', file);
  const refused = await runProgram(MAIN, ['proxies', 'import', file, '--direct'], {
    ...env,
    PROXY_PASSWORD_KEY: 'ab'.repeat(32),
  });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/^The stored password of the proxy .* PROXY_PASSWORD_KEY or .*\n$/);
  const dry = await runProgram(MAIN, ['proxies', 'import', file, '--direct', '--dry-run'], {
    ...env,
    PROXY_PASSWORD_KEY: 'ab'.repeat(32),
  });
  expect(dry).toEqual(refused);
  const missing = await runProgram(MAIN, ['proxies', 'import', file, '--direct'], {
    ...env,
    PROXY_PASSWORD_KEY_FILE: '/nowhere/key',
  });
  expect(missing).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no file /nowhere/key (PROXY_PASSWORD_KEY_FILE)'),
  });
});

test('seals all passwords with another key, after which the old one opens nothing', async () => {
  const { env, crawlchain, write } = await openCommand();
  await crawlchain('import', await write(LIST));
  const newKeyFile = `${env.PROXY_PASSWORD_KEY_FILE}.new`;
  expect(await crawlchain('reseal', newKeyFile)).toMatchObject({
    code: 0,
    stdout: `2 passwords and 0 credentials are sealed with the key of ${newKeyFile}. Set PROXY_PASSWORD_KEY_FILE to it, or PROXY_PASSWORD_KEY to its content, before workers start; restart those that run.\n`,
  });
  expect(await crawlchain('reseal', newKeyFile)).toMatchObject({ code: 2 });
  const withNewKey = { ...env, PROXY_PASSWORD_KEY_FILE: newKeyFile };
  const again = await runProgram(MAIN, ['proxies', 'reseal', `${newKeyFile}.newest`], withNewKey);
  expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/^2 passwords/) });
});

test('tests proxies through the address echo, and fails when one does not work', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 20 });
  vi.stubEnv('SSL_CERT_FILE', world.sandbox.caFile);
  onTestFinished(() => void vi.unstubAllEnvs());
  const api = await startApiServer({
    db: world.db,
    client: world.client,
    isFollowed: false,
    env: { PROXY_PASSWORD_KEY_FILE: world.passwordKeyFile, EXIT_ADDRESS_URL: world.sandbox.echoUrl },
  });
  const env = { CRAWLCHAIN_URL: api.url };
  const good = await runProgram(MAIN, ['proxies', 'test'], env);
  expect(good).toMatchObject({ code: 0, stderr: '' });
  for (const { exitAddress } of world.sandbox.proxies)
    expect(good.stdout).toContain(`good: exit address ${exitAddress}, `);
  const { rows } = await sql<{ id: number }>`
    insert into proxies (host, port) values ('127.0.0.1', 1) returning id
  `.execute(world.db);
  const bad = await runProgram(MAIN, ['proxies', 'test', String(rows[0]?.id), '--json'], env);
  expect(bad).toMatchObject({ code: 1, stderr: '' });
  expect(JSON.parse(bad.stdout)).toEqual([
    {
      id: rows[0]?.id,
      proxy: 'http://127.0.0.1:1',
      is_good: false,
      exit_address: null,
      duration_ms: null,
      error: expect.stringContaining('accepts no connection'),
    },
  ]);
  // A test of a proxy does not count as an outcome.
  expect(await world.db.selectFrom('proxy_events').select('id').execute()).toEqual([]);
});
