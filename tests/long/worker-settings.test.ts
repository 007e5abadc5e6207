import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectDatabase } from '../../db/connect.ts';
import { migrate } from '../../db/migrate.ts';
import { saveSandboxProxies } from '../../faults/world/save-sandbox-proxies.ts';
import { startPostgres } from '../../local/postgres.ts';
import { createProcessGroup } from '../../local/process-group.ts';
import { readWorkerEnv, writeWorkerEnv } from '../../local/worker-env-file.ts';
import { startSandbox } from '../../sandbox/start-sandbox.ts';
import { sandboxEnvironment } from '../../scripts/start/stack.ts';
import { startApiServer } from '../support/api-server.ts';
import { runProgram } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestNamespace } from '../support/test-namespace.ts';

/** Empty values for the variables that would name other servers or change the command's settings. */
const UNSET = Object.fromEntries(
  ['DATABASE_URL', 'TEMPORAL_ADDRESS', 'SSL_CERT_FILE', 'EXIT_ADDRESS_URL', 'STORAGE_ROOT'].map((name) => [
    name,
    '',
  ]),
);

/** Creates a data folder like that of a running `npm start`, with a server and the settings of its workers. */
async function startedFolder() {
  const folder = await temporaryFolder('started-');
  await chmod(folder, 0o711);
  const group = createProcessGroup();
  onTestFinished(() => group.killAll());
  const { url } = await startPostgres({ dataDir: join(folder, 'postgres'), group, durable: false });
  const sandbox = await startSandbox({ stateDir: join(folder, 'sandbox'), dispensaries: 1, products: 5 });
  onTestFinished(() => sandbox.close());
  await migrate(url);
  const db = connectDatabase({
    url,
    poolSize: 1,
    applicationName: 'test',
    onLostConnection: () => undefined,
  });
  const keyFile = join(folder, 'proxy-password.key');
  await saveSandboxProxies(db, keyFile, sandbox.info);
  onTestFinished(() => db.destroy());
  const { client } = await createTestNamespace();
  const workers = sandboxEnvironment(sandbox.info);
  vi.stubEnv('SSL_CERT_FILE', sandbox.info.caFile);
  onTestFinished(() => void vi.unstubAllEnvs());
  const env = { ...workers, PROXY_PASSWORD_KEY_FILE: keyFile };
  const api = await startApiServer({ db, client, isFollowed: false, env });
  await writeWorkerEnv(folder, { DATABASE_URL: url, CRAWLCHAIN_URL: api.url, ...workers });
  return { folder, url, sandbox: sandbox.info };
}

test('beside npm start the command has the settings of its workers: proxies are tried as they try them', async () => {
  const { folder, sandbox } = await startedFolder();
  const crawlchain = (env: Record<string, string>, ...text: string[]) =>
    runProgram('cli/main.ts', ['--data-dir', folder, ...text], { ...UNSET, ...env });

  const tested = await crawlchain({}, 'proxies', 'test', '--json');
  const exits = sandbox.proxies.map(({ exitAddress }) => exitAddress);
  expect(JSON.parse(tested.stdout)).toEqual(
    exits.map(() =>
      expect.objectContaining({ is_good: true, exit_address: expect.toBeOneOf(exits), error: null }),
    ),
  );
  expect(tested.code).toBe(0);

  const listed = await crawlchain({}, 'platforms', 'list');
  expect(listed.stdout).toMatch(/^dutchie +200 +32 /m);
  // The environment of the command itself does not apply to workers.
  const own = await crawlchain({ DUTCHIE_REQUESTS_PER_SECOND: '7' }, 'platforms', 'list', '--json');
  expect(JSON.parse(own.stdout)).toMatchObject([
    { target: 'dutchie', requests_per_second: 200, max_concurrent_requests: 32, set_by_operator: [] },
    { target: 'blaze' },
  ]);

  // The certificates of the machine do not include that of the sandbox.
  const seen = await crawlchain({ SSL_CERT_FILE: '/nowhere.pem' }, 'shell', sandbox.echoUrl);
  expect(seen).toMatchObject({ code: 0, stdout: expect.stringMatching(/^answer +\d+ bytes on the wire$/m) });
});

test('another API has other workers, whose limits it cannot know', async () => {
  const folder = await temporaryFolder('other-');
  const [{ db, url }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  await writeWorkerEnv(folder, { DATABASE_URL: url, DUTCHIE_REQUESTS_PER_SECOND: '200' });
  const { url: CRAWLCHAIN_URL } = await startApiServer({ db, client, isFollowed: false });
  const text = ['--data-dir', folder, 'platforms', 'list'];
  const { stdout } = await runProgram('cli/main.ts', text, { ...UNSET, CRAWLCHAIN_URL });
  expect(stdout).toMatch(/^dutchie +4 +8 /m);
  expect(stdout).toContain('Limits without (set) come from the environment of the API; ');
});

test('what is written to worker.env is read as a shell reads it', async () => {
  const folder = await temporaryFolder('worker-env-');
  expect(await readWorkerEnv(folder)).toBeNull();
  const values = { ONE: "it's 'so'", TWO: '$HOME `date` \\ "x"', THREE: '' };
  await writeWorkerEnv(folder, values);
  expect(await readWorkerEnv(folder)).toEqual(values);
});

test('a data folder that is a file has no servers', async () => {
  const file = join(await temporaryFolder('no-folder-'), 'file');
  await writeFile(file, '');
  const crawlchain = (...text: string[]) => runProgram('cli/main.ts', ['--data-dir', file, ...text], UNSET);
  expect(await crawlchain('completion', 'bash')).toMatchObject({ code: 0, stderr: '' });
  for (const [text, complaint] of [
    [['fsck'], 'There is no database: '],
    [['keys', 'create', 'ada'], 'There is no API: .+ --direct does it there'],
    [['open', 'crawl/1'], 'There is no API: '],
    [['schedules', 'list'], 'There is no API: '],
  ] as const)
    expect(await crawlchain(...text)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(new RegExp(`^${complaint}.+\n$`)),
    });
});
