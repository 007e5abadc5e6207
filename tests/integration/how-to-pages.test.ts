import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { VARIABLES } from '../../config/environment.ts';
import type { ManagedProcess } from '../../local/managed-process.ts';
import { freePort } from '../../local/ports.ts';
import { findTemporalBinary } from '../../local/temporal-binary.ts';
import { startSandbox, type SandboxInfo } from '../../sandbox/start-sandbox.ts';
import { sandboxEnvironment } from '../../scripts/start/stack.ts';
import { followPage } from '../support/follow-page.ts';
import { openShell } from '../support/open-shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { createEmptyDatabase } from '../support/test-database.ts';
import { createTestNamespace } from '../support/test-namespace.ts';

/** Commands that need another machine, PostgreSQL's own programs, or chains of an older version. */
const NOT_RUN = /^(pg_dump|pg_restore|rsync|temporal workflow update-options) /;

/** Creates empty servers, and a sandbox that stands for the outside world. */
async function givenWorld() {
  const folder = await temporaryFolder('how-to-');
  await chmod(folder, 0o711);
  const sandbox = await startSandbox({ stateDir: join(folder, 'sandbox'), dispensaries: 1, products: 8 });
  onTestFinished(() => sandbox.close());
  const [{ db, url }, { namespace, address }, { path: temporal }] = await Promise.all([
    createEmptyDatabase(),
    createTestNamespace(null),
    findTemporalBinary({ env: process.env }),
  ]);
  await mkdir(join(folder, 'bin'));
  await symlink(temporal, join(folder, 'bin', 'temporal'));
  const port = await freePort();
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...sandboxEnvironment(sandbox.info),
    PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
    DATABASE_URL: url,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    STORAGE_ROOT: join(folder, 'storage'),
    PROXY_PASSWORD_KEY_FILE: join(folder, 'proxy-password.key'),
    WORKFLOW_BUNDLE_PATH: inject('workflowBundlePath'),
    API_PORT: String(port),
    SHUTDOWN_GRACE_MS: '2000',
    CRAWLCHAIN_URL: `http://127.0.0.1:${port}`,
  };
  return { folder, sandbox: sandbox.info, db, env };
}

/** Writes the list of the sandbox's proxies. @returns the values for those that the pages name */
async function ownValues(folder: string, sandbox: SandboxInfo): Promise<[theirs: string, own: string][]> {
  const proxies = join(folder, 'proxies.txt');
  const urls = sandbox.proxies.map(
    ({ protocol, host, port, username, password }) =>
      `${protocol}://${encodeURIComponent(username)}:${encodeURIComponent(password)}@${host}:${port}\n`,
  );
  await writeFile(proxies, urls.join(''));
  const truth = await fetch(`${sandbox.controlUrl}/control/truth`);
  const { dispensaries } = (await truth.json()) as { dispensaries: { slug: string }[] };
  return [
    ['proxies.txt', proxies],
    [
      'https://dutchie.com/dispensary/deeply-rooted',
      `${sandbox.menuBaseUrl}/dispensary/${dispensaries[0]?.slug}`,
    ],
    // The test starts one version alone.
    ['--build-id 1.4.0', '--build-id 1.5.0'],
    // Without a terminal nobody can confirm.
    ['set-current-version', 'set-current-version --yes'],
  ];
}

/** Returns an operator who follows pages. */
async function givenOperator() {
  const { folder, sandbox, db, env } = await givenWorld();
  const { run, serve } = openShell(env, folder);
  const values = await ownValues(folder, sandbox);
  const workers: ManagedProcess[] = [];
  // Pages repeat steps of others.
  const known = new Set<string>();
  const runOnce = async (line: string): Promise<string> => {
    if (known.has(line)) return '';
    known.add(line);
    const output = await run(line);
    if (line.includes(' keys create ')) env['CRAWLCHAIN_KEY'] = output.trim();
    return output;
  };
  const runLine = async (line: string): Promise<string> => {
    if (line.startsWith('export ')) expectVariables(line);
    else if (!/(^| )npm run (worker|api)$/.test(line)) return runOnce(line);
    else workers.push(await serve(line, /"msg":"(serving|listening)"/));
    return '';
  };
  const follow = (page: string) => followPage(page, { values, notRun: NOT_RUN, run: runLine });
  const listProducts = () => db.selectFrom('store_products').select('id').execute();
  return { run, follow, workers, listProducts };
}

function expectVariables(line: string): void {
  const names = [...line.matchAll(/(\w+)=/g)].map(([, name]) => name);
  expect(Object.keys(VARIABLES)).toEqual(expect.arrayContaining(names));
}

test('the commands of the pages about the first real store, upgrades and restores work as written', async () => {
  const { run, follow, workers, listProducts } = await givenOperator();
  await follow('first-real-store');
  await expect.poll(listProducts, { timeout: 120_000, interval: 100 }).not.toEqual([]);

  await follow('upgrade');
  expect(await run('npx crawlchain doctor')).toContain('Temporal');

  for (const worker of workers) await worker.stop();
  const printed = await follow('back-up-and-restore');
  expect(printed.get('npx crawlchain fsck')).toMatch(/^payloads checked: \d+\nfiles missing: 0\n/);
});
