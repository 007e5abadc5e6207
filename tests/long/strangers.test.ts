import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { expect, onTestFinished, test } from 'vitest';
import { connectDatabase } from '../../db/connect.ts';
import { readEnvironment } from '../../config/environment.ts';
import { removePostgresData } from '../../local/postgres-home.ts';
import { freePort } from '../../local/ports.ts';
import { createProcessGroup } from '../../local/process-group.ts';
import { findTemporalBinary } from '../../local/temporal-binary.ts';
import { startTemporalDevServer } from '../../local/temporal-dev-server.ts';
import { readWorkerEnv } from '../../local/worker-env-file.ts';
import { applySchedules } from '../../temporal-client/apply-schedules.ts';
import { schedulesOf } from '../../temporal-client/schedule-definitions.ts';
import { runProgram } from '../support/run-program.ts';
import { startStanding } from '../support/standing-start.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { createTestNamespace } from '../support/test-namespace.ts';

// Servers that nobody has named, or that are not for invented stores, are left as they are.

/** What is started by a start that goes on is not waited for. */
const START = ['--once', '--dispensaries', '1', '--products', '5', '--passes', '1'];

/** Servers as they are used: with a store, and with schedules that search two states. */
async function givenRealServers() {
  const [{ db, url }, { client, namespace, address }] = [
    await createTestDatabase(),
    await createTestNamespace(),
  ];
  await db
    .insertInto('dispensaries')
    .values({
      platform: 'dutchie',
      name: 'Real store',
      slug: 'real-store',
      state: 'AZ',
      menu_url: 'https://menus.example/real-store',
    } as never)
    .execute();
  // The one whose states a start would change; the others may run while the test does.
  const schedules = schedulesOf(readEnvironment({ DISCOVERY_STATES: 'AZ,CA' }));
  await applySchedules(
    client,
    schedules.filter(({ id }) => id === 'store_discovery_dutchie'),
  );
  const look = async () => ({
    stores: await db.selectFrom('dispensaries').select(['name', 'state']).execute(),
    proxies: await db.selectFrom('proxies').select('host').execute(),
    schedule: (await client.schedule.getHandle('store_discovery_dutchie').describe()).action,
    workflows: (await client.workflow.count()).count,
  });
  const env = { DATABASE_URL: url, TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace };
  return { env, look };
}

test('npm start refuses servers that it has not made, and changes nothing there', async () => {
  const { env, look } = await givenRealServers();
  const before = await look();
  const folder = await temporaryFolder('strangers-');
  const start = (dataDir: string, given: Record<string, string>, ...more: string[]) =>
    runProgram('scripts/start.ts', [...START, '--data-dir', join(folder, dataDir), ...more], given);

  const both = await start('both', env);
  expect(both.stderr).toMatch(
    /^crawlchain: DATABASE_URL is set, to the database at \S+, which is not marked as a sandbox’s, .* Unset DATABASE_URL and TEMPORAL_ADDRESS, .*`npm run worker`/,
  );
  expect(both.code).toBe(2);
  const marked = await start('both', env, '--mark-as-sandbox');
  expect(marked.stderr).toMatch(/^crawlchain: DATABASE_URL is set, .* which is in use: /);

  onTestFinished(() => removePostgresData(join(folder, 'temporal', 'postgres')));
  const temporalAlone = await start('temporal', { ...env, DATABASE_URL: '' });
  expect(temporalAlone.code).toBe(2);
  expect(temporalAlone.stderr).toMatch(
    /crawlchain: TEMPORAL_ADDRESS is set, to \S+, whose namespace \S+ belongs/,
  );

  const { db, url: unused } = await createTestDatabase();
  await db.updateTable('instance').set({ id: randomUUID() }).execute();
  const other = await start('other', { ...env, DATABASE_URL: unused }, '--mark-as-sandbox');
  expect(other.code).toBe(2);
  expect(await look()).toEqual(before);
});

test('a start in a shell with the settings of one that runs is refused, and leaves it as it is', async () => {
  const folder = await temporaryFolder('strangers-');
  const running = await startStanding(join(folder, 'running'));
  const given = await readWorkerEnv(join(folder, 'running'));
  expect(given).not.toBeNull();
  const db = connectDatabase({
    url: running.databaseUrl,
    poolSize: 1,
    applicationName: 'test',
    onLostConnection: () => undefined,
  });
  onTestFinished(() => db.destroy());
  const look = async () => ({
    proxies: await db.selectFrom('proxies').select(['id', 'port', 'is_active']).orderBy('id').execute(),
    workers: await db.selectFrom('workers').select('worker_id').execute(),
  });
  const before = await look();
  const start = (dataDir: string, env: Record<string, string>) =>
    runProgram('scripts/start.ts', [...START, '--data-dir', join(folder, dataDir)], env);

  const second = await start('second', given!);
  expect(second.stderr).toMatch(/crawlchain: The database at \S+ is in use by another start/);
  const elsewhere = await start('second', { ...given!, INSTANCE_ID: randomUUID() });
  expect(elsewhere.stderr).toMatch(/^crawlchain: DATABASE_URL is set, .* INSTANCE_ID is .* open a new one/);
  onTestFinished(() => removePostgresData(join(folder, 'third', 'postgres')));
  const third = await start('third', { ...given!, DATABASE_URL: '', TEMPORAL_ADDRESS: '' });
  expect(third.stderr).toMatch(/crawlchain: The data folder's own database belongs .* open a new one/);
  expect([second.code, elsewhere.code, third.code]).toEqual([2, 2, 2]);
  expect(await look()).toEqual(before);

  await running.stop();
  const late = await start('late', given!);
  expect(late.stderr).toMatch(/^crawlchain: DATABASE_URL is set, and the database at .* Unset DATABASE_URL/);
  expect(late.code).toBe(2);
});

test('what the README shows uses no server that happens to listen on the usual port', async () => {
  const stranger = await startStranger();
  const [, snippet = ''] =
    /\*\*From TypeScript\*\*[^]*?```sh\n(?:\. \.data\/worker\.env\n)?([^]*?)```/.exec(
      await readFile('README.md', 'utf8'),
    ) ?? [];
  expect(snippet).toContain('connectCrawlchain');
  const unset = { TEMPORAL_ADDRESS: undefined, TEMPORAL_NAMESPACE: undefined, INSTANCE_ID: undefined };
  const env = { ...process.env, ...unset };
  const run = await promisify(execFile)('/bin/sh', ['-c', snippet], { env, timeout: 60_000 }).catch(
    (error: { code: number; stderr: string }) => error,
  );
  expect(run.stderr).toContain('The address of Temporal is not given');
  for (const example of ['crawl-and-follow', 'crawl-a-state', 'replay-a-payload', 'cancel-a-crawl']) {
    const { code, stderr } = await runProgram(`examples/${example}.ts`, ['1'], env);
    expect([example, code]).toEqual([example, 1]);
    expect(stderr).toContain('The address of Temporal is not given');
  }
  expect((await stranger.workflow.count()).count).toBe(0);
});

/** A Temporal of somebody else, where the SDK and this project would look first. */
async function startStranger(): Promise<Client> {
  const group = createProcessGroup();
  onTestFinished(() => group.stopAll());
  const binary = await findTemporalBinary({ env: process.env, group, onProgress: () => undefined });
  const server = await startTemporalDevServer({
    binaryPath: binary.path,
    dataDir: null,
    group,
    namespaces: ['crawlchain'],
    searchAttributes: {},
    dynamicConfig: {},
    preferredPort: await freePort({ preferred: 7233 }),
  });
  const connection = await Connection.connect({ address: server.address });
  return new Client({ connection, namespace: 'crawlchain' });
}
