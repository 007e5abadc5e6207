import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../db/migrate.ts';
import { findSandboxFault } from '../../jobs/isolation/sandbox.ts';
import { removePostgresData } from '../../local/postgres-home.ts';
import { startPostgres } from '../../local/postgres.ts';
import { findClusterPrograms } from '../../local/cluster-programs.ts';
import { createProcessGroup } from '../../local/process-group.ts';
import { findTemporalBinary } from '../../local/temporal-binary.ts';
import { startTemporalCluster } from '../../local/temporal-cluster.ts';
import { startTemporalDevServer } from '../../local/temporal-dev-server.ts';
import { writeWorkflowBundle } from '../../workers/workflow-bundle.ts';
import { readDevServerConfig } from '../../scripts/start/dev-server-config.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server's maintenance database. Tests create their own databases on the server as copies of the template. */
    postgresUrl: string;
    /** Name of the migrated database that is copied for each test. */
    templateDatabase: string;
    temporalAddress: string;
    /** The instance id of the template, which all test databases share. */
    instanceId: string;
    workflowBundlePath: string;
    /** Path of the bundle of the workflows that tests run in their own process. */
    standInBundlePath: string;
  }
}

const TEMPLATE = 'crawlchain_template';
/** All test databases are copies of one template, so they all belong to the same installation. */
const INSTANCE_ID = '11111111-1111-4111-8111-111111111111';

const STAND_INS = fileURLToPath(new URL('./stand-in-workflows.ts', import.meta.url));

const MEMORY = '/dev/shm';
/**
 * The least free memory with which the databases are kept in memory. Each takes ten million bytes, and those of failed tests are kept
 * until the end.
 */
const MEMORY_BYTES_MIN = 4e9;

/**
 * Starts one PostgreSQL server and one Temporal server for all integration tests, and builds the workflow bundles once. If only the
 * project `cluster` runs, starts the server of a real Temporal cluster instead of the development server.
 */
export async function setup({ vitest, provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const projects = vitest.projects.map(({ name }) => name).join();
  if (projects === 'unit') return undefined;
  // Where processes get no namespaces, the jobs of modules run with what there is.
  if ((await findSandboxFault()) !== null) process.env['JOB_ISOLATION'] ??= 'process';
  const folder = await mkdtemp(join(tmpdir(), 'crawlchain-tests-'));
  // As root, PostgreSQL runs under another account, which needs to pass through the folder.
  await chmod(folder, 0o711);
  const group = createProcessGroup();
  const print = (line: string): void => void process.stderr.write(`${line}\n`);
  const workflowBundlePath = join(folder, 'workflow-bundle.js');
  const standInBundlePath = join(folder, 'stand-in-bundle.js');
  const postgresFolder = await mkdtemp(join(await quickestFolder(), 'crawlchain-tests-postgres-'));
  await chmod(postgresFolder, 0o711);
  const startingPostgres = startTemplateServer(postgresFolder, group, print);
  const [postgresUrl, temporal] = await Promise.all([
    startingPostgres,
    projects === 'cluster'
      ? startingPostgres.then((url) => startCluster(join(folder, 'temporal'), { url, group, say: print }))
      : startTemporal(group, print),
    writeWorkflowBundle(workflowBundlePath),
    writeWorkflowBundle(standInBundlePath, STAND_INS),
  ]);
  provide('postgresUrl', postgresUrl);
  provide('templateDatabase', TEMPLATE);
  provide('temporalAddress', temporal);
  provide('instanceId', INSTANCE_ID);
  provide('workflowBundlePath', workflowBundlePath);
  provide('standInBundlePath', standInBundlePath);
  return async () => {
    await group.stopAll();
    await removePostgresData(join(postgresFolder, 'postgres'));
    for (const made of [folder, postgresFolder]) await rm(made, { recursive: true, force: true });
  };
}

/**
 * Returns the quickest folder for the databases. Each test has its own, which is five hundred new files: in memory, creating them takes a
 * tenth of the time.
 */
async function quickestFolder(): Promise<string> {
  const found = await statfs(MEMORY).catch(() => null);
  return found !== null && found.bavail * found.bsize > MEMORY_BYTES_MIN ? MEMORY : tmpdir();
}

type Group = ReturnType<typeof createProcessGroup>;
type Say = (line: string) => void;

async function startTemplateServer(folder: string, group: Group, print: Say): Promise<string> {
  const server = await startPostgres({
    dataDir: join(folder, 'postgres'),
    group,
    durable: false,
    onProgress: print,
  });
  const template = new URL(server.url);
  template.pathname = `/${TEMPLATE}`;
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await migrate(template.href);
  await markInstance(template.href);
  return server.url;
}

async function markInstance(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('update instance set id = $1', [INSTANCE_ID]);
  await client.end();
}

async function startTemporal(group: Group, print: Say): Promise<string> {
  const binary = await findTemporalBinary({ env: process.env, group, onProgress: print });
  const server = await startTemporalDevServer({
    binaryPath: binary.path,
    dataDir: null,
    group,
    namespaces: [],
    searchAttributes: {},
    dynamicConfig: await readDevServerConfig(),
    onProgress: print,
  });
  return server.address;
}

async function startCluster(
  dataDir: string,
  { url, group, say }: { url: string; group: Group; say: Say },
): Promise<string> {
  const server = await startTemporalCluster({
    programs: await findClusterPrograms({ env: process.env, group, onProgress: say }),
    postgresUrl: url,
    dataDir,
    group,
    namespaces: ['default'],
    retentionDays: 1,
    searchAttributes: {},
    usualPorts: false,
    onProgress: say,
  });
  return server.address;
}
