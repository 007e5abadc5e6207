import { execFile } from 'node:child_process';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startApiServer } from '../../support/api-server.ts';
import { addKey } from '../../support/dashboard-server.ts';
import { runProgram } from '../../support/run-program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { makeDispensary } from '../db/make-crawl.ts';

const NOWHERE = 'http://127.0.0.1:1';

/** Creates an API that needs a key, the path of a contexts file that does not exist yet, and a function that runs the command. */
async function createPlace() {
  const { db } = await createTestDatabase();
  const { client } = await createTestNamespace();
  const { url } = await startApiServer({ db, client });
  const { text: key } = await addKey(db, 'read');
  await makeDispensary(db, { name: 'Deeply Rooted' });
  const folder = await temporaryFolder('contexts-');
  const path = join(folder, 'own', 'contexts.json');
  const env = { CRAWLCHAIN_CONTEXTS_FILE: path, DATABASE_URL: '', TEMPORAL_ADDRESS: '' };
  /** Runs the command with a default data folder that has no servers. A named data folder would take precedence over a context. */
  const run = (text: string[], more: Record<string, string> = {}) =>
    runProgram('cli/main.ts', text, { ...env, ...more });
  return { url, key, path, folder, env, run };
}

const LIST = ['dispensaries', 'list', '--json'];
const ROOTED = { code: 0, stdout: expect.stringContaining('Deeply Rooted') as string };

test('a context has the address and the key of an API, and commands use it that name no other', async () => {
  const { url, key, path, run } = await createPlace();
  expect(await run(['contexts', 'add', 'lab', '--server', `${url}/`], { CRAWLCHAIN_KEY: key })).toMatchObject(
    {
      code: 0,
      stdout: `lab is ${url}, with its key; commands use it from now on.\n`,
    },
  );
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await run(LIST)).toMatchObject(ROOTED);
  expect(await run(['contexts', 'add', 'away', '--server', NOWHERE])).toMatchObject({ code: 0 });
  expect(await run(LIST)).toMatchObject(ROOTED);
  expect((await run([...LIST, '--context', 'away'])).stderr).toContain(
    `The API at ${NOWHERE} does not answer`,
  );
  expect((await run(LIST, { CRAWLCHAIN_CONTEXT: 'away' })).stderr).toContain(NOWHERE);
  // A server that the call itself names takes precedence over the current context.
  expect((await run(LIST, { CRAWLCHAIN_URL: NOWHERE })).stderr).toContain(NOWHERE);
  expect(await run([...LIST, '--context', 'lab'], { CRAWLCHAIN_URL: NOWHERE })).toMatchObject(ROOTED);

  const listed = (await run(['contexts', 'list'])).stdout;
  expect(listed).toMatch(
    new RegExp(`^name +API +key +used\nlab +${url} +kept +yes\naway +${NOWHERE} +- +-\n$`),
  );
  expect(await run(['contexts', 'use', 'away'])).toMatchObject({ code: 0 });
  expect((await run(LIST)).stderr).toContain(NOWHERE);
  expect((await run(['contexts', 'remove', 'away'])).stdout).toContain('Commands use none now');
  expect(await readFile(path, 'utf8')).not.toContain(NOWHERE);
});

test('the key of the environment goes to no other API than the one that the environment names', async () => {
  const { url, key, run } = await createPlace();
  await run(['contexts', 'add', 'keyless', '--server', url]);
  expect(await run([...LIST, '--context', 'keyless'], { CRAWLCHAIN_KEY: key })).toMatchObject(ROOTED);
  const other = { CRAWLCHAIN_URL: NOWHERE, CRAWLCHAIN_KEY: key };
  expect(await run([...LIST, '--context', 'keyless'], other)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('accepts no request without a key'),
  });
});

test('a key comes from the standard input without being in the environment or among the words of the call', async () => {
  const { url, key, folder, env, run } = await createPlace();
  await writeFile(join(folder, 'key'), `${key}\n`);
  const text = `${process.execPath} cli/main.ts contexts add lab --server ${url} --key-stdin`;
  const shell = promisify(execFile)('sh', ['-c', `${text} < ${join(folder, 'key')}`], {
    env: { ...process.env, ...env },
  });
  expect((await shell).stdout).toContain('with its key');
  expect(await run(LIST)).toMatchObject(ROOTED);
  expect(await run(['contexts', 'add', 'none', '--server', url, '--key-stdin'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The standard input has no API key'),
  });
});

test('what is wrong with a context is said with what is taken, and nothing is written', async () => {
  const { url, path, run } = await createPlace();
  const refused = async (text: string[], complaint: string) =>
    expect(await run(text)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(complaint),
    });
  await refused(['contexts', 'add', 'a b', '--server', url], 'begins with a letter or a digit');
  await refused(['contexts', 'add', '__proto__', '--server', url], 'begins with a letter or a digit');
  await refused(['contexts', 'add', 'lab', '--server', 'ftp://x'], 'it takes an http or https URL');
  await refused([...LIST, '--context', 'lab'], 'There is no context "lab"; there are none yet.');
  await refused([...LIST, '--context', 'lab', '--server', url], 'Give --server or --context, not both');
  await expect(stat(path)).rejects.toThrow('ENOENT');

  await run(['contexts', 'add', 'lab', '--server', url]);
  await refused(['contexts', 'add', 'lab', '--server', url], 'There is a context lab already');
  await refused(['contexts', 'use', 'constructor'], 'There is no context "constructor"; there are lab.');
  await chmod(path, 0o644);
  expect((await run(['contexts', 'list'])).stderr).toContain(`\`chmod 600 ${path}\` ends that.`);
  await writeFile(path, '{"current":');
  await refused(['contexts', 'list'], `${path} cannot be read: is no file of contexts.`);
});

test('hints name the command as it was called, and can be typed as they stand', async () => {
  const { folder, run } = await createPlace();
  const wrong = async (before: string[], more?: Record<string, string>) =>
    (await run([...before, 'contexts', 'use', 'lab'], more)).stderr;
  expect(await wrong([])).toContain('`npx crawlchain contexts add NAME --server URL`');
  expect(await wrong([], { CRAWLCHAIN_COMMAND: 'crawl' })).toContain('`crawl contexts add NAME');
  const dataDir = join(folder, 'two words');
  expect(await wrong(['--data-dir', dataDir])).toContain(`\`npx crawlchain --data-dir '${dataDir}' contexts`);
  expect((await run(['--data-dir', folder, 'contexts', 'list'])).stdout).toBe(
    `There are none. \`npx crawlchain --data-dir ${folder} contexts add NAME --server URL\` adds one.\n`,
  );
});

test('hints ask the API that the options of the call name, and leave that of the environment to it', async () => {
  const { url, key, run } = await createPlace();
  const hint = async (options: string[], more: Record<string, string> = {}) =>
    (await run(['dispensaries', 'show', '1', ...options], { CRAWLCHAIN_KEY: key, ...more })).stdout
      .trim()
      .split('\n')
      .at(-1);
  const products = 'Its products: `npx crawlchain products list --dispensary 1';
  expect(await hint(['--server', `${url}/`])).toBe(`${products} --server ${url}/\``);
  expect(await hint([], { CRAWLCHAIN_URL: url })).toBe(`${products}\``);
  await run(['contexts', 'add', 'lab', '--server', url]);
  expect(await hint(['--context', 'lab'])).toBe(`${products} --context lab\``);
  expect(await hint([])).toBe(`${products}\``);
});
