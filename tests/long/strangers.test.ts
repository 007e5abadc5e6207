import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { readEnvironment } from '../../config/environment.ts';
import { connectDatabase, type Db } from '../../db/connect.ts';
import { migrate, readMigrations } from '../../db/migrate.ts';
import { readInstance } from '../../db/queries/instance.ts';
import { startPostgres } from '../../local/postgres.ts';
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
import { createEmptyDatabase, createTestDatabase } from '../support/test-database.ts';
import { createTestNamespace } from '../support/test-namespace.ts';

// Servers that nobody named, or that have stores which are not invented, must stay unchanged.

/** With `--once` each start ends by itself, so that nothing keeps running for which a test would have to wait. */
const START = ['--once', '--dispensaries', '1', '--products', '5', '--passes', '1'];

/** Creates servers that are in real use: with a store, and with schedules that search two states. */
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
  // Adds only the schedule whose states a start would change, because other schedules might fire during the test.
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
  expect(other.stderr).toMatch(/crawlchain: TEMPORAL_ADDRESS is set, to \S+, whose namespace \S+ belongs/);
  expect(await readInstance(db)).toMatchObject({ kind: 'production' });
  expect(await look()).toEqual(before);
});

test('--mark-as-sandbox leaves a database without tables as it is when INSTANCE_ID names another', async () => {
  const { db, url } = await createEmptyDatabase();
  const folder = await temporaryFolder('strangers-');
  const started = await runProgram(
    'scripts/start.ts',
    [...START, '--data-dir', folder, '--mark-as-sandbox'],
    {
      DATABASE_URL: url,
      TEMPORAL_ADDRESS: '',
      INSTANCE_ID: randomUUID(),
    },
  );
  expect(started.stderr).toMatch(
    /^crawlchain: DATABASE_URL is set, .* no instance id yet, and INSTANCE_ID is /,
  );
  expect(started.code).toBe(2);
  expect(await db.introspection.getTables()).toEqual([]);
});

test('a sandbox does not move into the data folder of a cluster that crawls the world', async () => {
  const dataDir = join(await temporaryFolder('strangers-'), 'cluster');
  onTestFinished(() => removePostgresData(join(dataDir, 'postgres')));
  await withOwnDatabase(dataDir, async (db, url) => {
    await migrate(url);
    await db
      .insertInto('proxies')
      .values({ protocol: 'http', host: 'proxy.example', port: 8080, owner: 'somebody' } as never)
      .execute();
  });
  const unset = { DATABASE_URL: '', TEMPORAL_ADDRESS: '', INSTANCE_ID: '' };
  const start = await runProgram('scripts/start.ts', [...START, '--data-dir', dataDir], unset);
  expect(start.stderr).toMatch(/crawlchain: The database in \S+ is not a sandbox’s: .* --data-dir/);
  const cluster = await runProgram('scripts/cluster.ts', ['--sandbox', '--data-dir', dataDir], unset);
  expect(cluster.stderr).toMatch(/crawlchain: The database in \S+ is not a sandbox’s: .* --data-dir/);
  expect([start.code, cluster.code]).toEqual([2, 2]);
  await withOwnDatabase(dataDir, async (db) => {
    expect(await readInstance(db)).toMatchObject({ kind: 'production' });
    expect(await db.selectFrom('proxies').select(['host', 'is_active']).execute()).toEqual([
      { host: 'proxy.example', is_active: true },
    ]);
  });
});

test('npm run cluster uses the database of no other instance than INSTANCE_ID names', async () => {
  const { db, url } = await createTestDatabase();
  const before = await readInstance(db);
  const folder = await temporaryFolder('strangers-');
  const cluster = await runProgram('scripts/cluster.ts', ['--data-dir', folder], {
    DATABASE_URL: url,
    TEMPORAL_ADDRESS: '',
    INSTANCE_ID: randomUUID(),
  });
  expect(cluster.stderr).toMatch(
    /^crawlchain: DATABASE_URL is set, .* belongs to instance \S+, and INSTANCE_ID is /,
  );
  expect(cluster.code).toBe(2);
  expect(await readInstance(db)).toEqual(before);
});

/** Runs the PostgreSQL server of a data folder while `work` runs. */
async function withOwnDatabase(dataDir: string, work: (db: Db, url: string) => Promise<void>): Promise<void> {
  const group = createProcessGroup();
  onTestFinished(() => group.stopAll());
  const { url } = await startPostgres({ dataDir: join(dataDir, 'postgres'), group });
  const db = connectDatabase({
    url,
    poolSize: 1,
    applicationName: 'test',
  });
  try {
    await work(db, url);
  } finally {
    await db.destroy();
    await group.stopAll();
  }
}

test('a start in a shell with the settings of one that runs is refused, and leaves it as it is', async () => {
  const folder = await temporaryFolder('strangers-');
  const running = await startStanding(join(folder, 'running'));
  const given = await readWorkerEnv(join(folder, 'running'));
  expect(given).not.toBeNull();
  const db = connectDatabase({
    url: running.databaseUrl,
    poolSize: 1,
    applicationName: 'test',
  });
  onTestFinished(() => db.destroy());
  const look = async () => ({
    proxies: await db.selectFrom('proxies').select(['id', 'port', 'is_active']).orderBy('id').execute(),
    workers: await db.selectFrom('workers').select('worker_id').orderBy('worker_id').execute(),
  });
  // The second worker, for jobs, may register only now.
  await expect.poll(async () => (await look()).workers, { timeout: 120_000 }).toHaveLength(2);
  const before = await look();
  const start = (dataDir: string, env: Record<string, string>) =>
    runProgram('scripts/start.ts', [...START, '--data-dir', join(folder, dataDir)], env);

  // If the database is outdated, a start does not migrate it either.
  const last = (await readMigrations()).at(-1)!;
  const applied = db.selectFrom('schema_migrations' as never).select('name' as never);
  await sql`delete from schema_migrations where name = ${last.name}`.execute(db);
  const second = await start('second', given!);
  expect(second.stderr).toMatch(/crawlchain: The database at \S+ is in use by another start/);
  expect(await applied.execute()).not.toContainEqual({ name: last.name });
  await sql`insert into schema_migrations (name, sha256) values (${last.name}, ${last.sha256})`.execute(db);
  const logs = join(folder, 'running', 'logs');
  await chmod(logs, 0o755);
  const same = await start('running', { DATABASE_URL: '', TEMPORAL_ADDRESS: '' });
  expect(same.stderr).toMatch(/crawlchain: \S+ is in use by another running instance/);
  expect((await stat(logs)).mode & 0o777).toBe(0o755);
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

test('what the page of the client shows uses no server that happens to listen on the usual port', async () => {
  const stranger = await startStranger();
  const [, snippet = ''] =
    /\*\*From TypeScript\*\*[^]*?```sh\n(?:\. \.data\/worker\.env\n)?([^]*?)```/.exec(
      await readFile('docs/reference/client.md', 'utf8'),
    ) ?? [];
  expect(snippet).toContain('connectCrawlchain');
  const unset = { TEMPORAL_ADDRESS: undefined, TEMPORAL_NAMESPACE: undefined, INSTANCE_ID: undefined };
  const env = { ...process.env, ...unset };
  const run = await promisify(execFile)('/bin/sh', ['-c', snippet], { env, timeout: 60_000 }).catch(
    (error: { code: number; stderr: string }) => error,
  );
  expect(run.stderr).toContain('TEMPORAL_ADDRESS is not set');
  for (const example of ['crawl-and-follow', 'crawl-a-state', 'replay-a-payload', 'cancel-a-crawl']) {
    const { code, stderr } = await runProgram(`examples/${example}.ts`, ['1'], env);
    expect([example, code]).toEqual([example, 1]);
    expect(stderr).toContain('TEMPORAL_ADDRESS is not set');
  }
  expect((await stranger.workflow.count()).count).toBe(0);
});

/** Starts a Temporal server that stands for someone else's, at the address that the SDK and this project try first. */
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
