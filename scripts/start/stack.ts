import { mkdir, readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { tellDiff } from '../../cli/commands/schedules/tell-diff.ts';
import type { Environment } from '../../config/environment.ts';
import { connectDatabase, type Db } from '../../db/connect.ts';
import { migrate } from '../../db/migrate.ts';
import { PasswordKeyError } from '../../db/password-key.ts';
import { keySourceOf, preparePasswordSeal } from '../../db/prepare-password-seal.ts';
import { replaceProxies } from '../../db/queries/proxies.ts';
import type { PasswordSeal } from '../../db/seal-password.ts';
import { lockDataDir } from '../../local/data-lock.ts';
import { startPostgres } from '../../local/postgres.ts';
import type { ProcessGroup } from '../../local/process-group.ts';
import { findTemporalBinary } from '../../local/temporal-binary.ts';
import { startTemporalDevServer } from '../../local/temporal-dev-server.ts';
import { applySearchAttributes } from '../../temporal-client/apply-search-attributes.ts';
import { connectTemporal } from '../../temporal-client/connect.ts';
import { schedulesOf } from '../../temporal-client/schedule-definitions.ts';
import { applySchedules } from '../../temporal-client/apply-schedules.ts';
import { SEARCH_ATTRIBUTES } from '../../temporal-config/search-attributes.ts';
import { writeWorkflowBundle } from '../../workers/workflow-bundle.ts';
import type { StartOptions } from './options.ts';
import { StartRefused } from './refusal.ts';
import { startSandboxProcess, type SandboxInfo } from './sandbox-process.ts';
import { startWorkerProcess } from './worker-process.ts';

/** Less free space than this is not enough to begin with. */
const FREE_BYTES_MIN = 64 * 1024 * 1024;

/** What the sandbox takes from all workers together: it is on this machine, and meant to be asked. */
const SANDBOX_PACE = {
  DUTCHIE_REQUESTS_PER_SECOND: '200',
  DUTCHIE_MAX_CONCURRENT_REQUESTS: '32',
  REQUESTS_PER_SECOND_PER_HOST: '200',
  MAX_CONCURRENT_REQUESTS_PER_HOST: '32',
};

/** All that runs, and the ways to it. */
export interface Stack {
  environment: Environment;
  db: Db;
  client: Client;
  sandbox: SandboxInfo;
  webUiUrl: string | null;
  temporalAddress: string;
  databaseUrl: string;
  startedAt: Date;
  /** Never resolves; rejects when something that must run has ended for good, or cannot do its work. */
  failure: Promise<never>;
}

export interface StackOptions {
  environment: Environment;
  options: StartOptions;
  group: ProcessGroup;
  progress: (line: string) => void;
}

/** Brings up what the environment does not name, then the worker. */
export async function startStack({
  environment: given,
  options,
  group,
  progress,
}: StackOptions): Promise<Stack> {
  const { dataDir } = options;
  await prepareDataDir(dataDir);
  const startedAt = new Date();
  const failure = Promise.withResolvers<never>();
  // Whoever waits for a step of the start need not wait for this too.
  failure.promise.catch(() => undefined);
  const fail = failure.reject;
  const bundlePath = join(dataDir, 'workflow-bundle.js');
  const [databaseUrl, temporal, sandbox] = await Promise.all([
    openPostgres(given, { dataDir, group, progress, fail }),
    openTemporal(given, { dataDir, group, progress, fail }),
    startSandboxProcess({ group, options, progress, fail }),
    writeWorkflowBundle(bundlePath),
  ]);
  const environment: Environment = {
    ...given,
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporal.address,
    STORAGE_ROOT: process.env.STORAGE_ROOT ? given.STORAGE_ROOT : join(dataDir, 'storage'),
    PROXY_PASSWORD_KEY_FILE: process.env.PROXY_PASSWORD_KEY_FILE
      ? given.PROXY_PASSWORD_KEY_FILE
      : join(dataDir, 'proxy-password.key'),
  };
  const db = await openDatabase(environment, sandbox);
  const client = await openClient(environment, progress);
  await startWorkerProcess({
    group,
    logFile: join(dataDir, 'logs', 'worker.log'),
    progress,
    failure,
    env: workerEnvironment(environment, sandbox, bundlePath),
  });
  const { address, webUiUrl } = temporal;
  return {
    environment,
    db,
    client,
    sandbox,
    webUiUrl,
    temporalAddress: address,
    databaseUrl,
    startedAt,
    failure: failure.promise,
  };
}

function workerEnvironment(
  environment: Environment,
  sandbox: SandboxInfo,
  bundlePath: string,
): Record<string, string> {
  return {
    DATABASE_URL: environment.DATABASE_URL ?? '',
    TEMPORAL_ADDRESS: environment.TEMPORAL_ADDRESS ?? '',
    STORAGE_ROOT: environment.STORAGE_ROOT,
    PROXY_PASSWORD_KEY_FILE: environment.PROXY_PASSWORD_KEY_FILE,
    WORKFLOW_BUNDLE_PATH: bundlePath,
    WORKER_ID: environment.WORKER_ID ?? 'worker-1',
    DUTCHIE_GRAPHQL_URL: sandbox.graphqlUrl,
    DUTCHIE_HASH_FILTERED_PRODUCTS: sandbox.hashes.FilteredProducts,
    DUTCHIE_HASH_CONSUMER_DISPENSARIES: sandbox.hashes.ConsumerDispensaries,
    EXIT_ADDRESS_URL: sandbox.echoUrl,
    // Captured menus may name pictures of other reserved hosts; the sandbox serves those too.
    ALLOWED_PRIVATE_HOSTS: '*.test',
    ...Object.fromEntries(
      Object.entries(SANDBOX_PACE).map(([name, usual]) => [name, process.env[name] || usual]),
    ),
    // The storefront's and the HTTPS proxy's certificates come from the sandbox's own authority.
    SSL_CERT_FILE: sandbox.caFile,
    // A browser reads no such file.
    BROWSER_TRUSTED_SPKI: sandbox.caSpkiSha256,
  };
}

async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(join(dataDir, 'logs'), { recursive: true });
    const { bavail, bsize } = await statfs(dataDir);
    if (bavail * bsize < FREE_BYTES_MIN) {
      const freeMb = Math.floor((bavail * bsize) / 1024 / 1024);
      throw new StartRefused(
        `The disk of ${dataDir} has ${freeMb} MB free; at least ${FREE_BYTES_MIN / 1024 / 1024} MB are needed. --data-dir names another folder.`,
      );
    }
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    throw new StartRefused(`${dataDir} cannot be used as data folder: ${(error as Error).message}`, {
      cause: error,
    });
  }
  // Held until this process ends; a lock of a process that is gone is taken over.
  await lockDataDir(dataDir);
}

interface Place {
  dataDir: string;
  group: ProcessGroup;
  progress: (line: string) => void;
  /** Told when the server has ended for good. */
  fail: (error: Error) => void;
}

async function openPostgres(
  environment: Environment,
  { dataDir, group, progress, fail }: Place,
): Promise<string> {
  if (environment.DATABASE_URL !== undefined) {
    progress('DATABASE_URL is set: the sandbox’s proxies and stores go into that database');
    return environment.DATABASE_URL;
  }
  const server = await startPostgres({
    dataDir: join(dataDir, 'postgres'),
    group,
    preferredPort: 5432,
    onProgress: progress,
  });
  void server.process.exited.then(
    ({ expected }) =>
      expected || fail(new Error('PostgreSQL ended for good; its log is in the data folder.')),
  );
  return server.url;
}

async function openTemporal(
  environment: Environment,
  { dataDir, group, progress, fail }: Place,
): Promise<{ address: string; webUiUrl: string | null }> {
  if (environment.TEMPORAL_ADDRESS !== undefined)
    return { address: environment.TEMPORAL_ADDRESS, webUiUrl: null };
  const binary = await findTemporalBinary({ env: process.env, group, onProgress: progress });
  const server = await startTemporalDevServer({
    binaryPath: binary.path,
    dataDir: join(dataDir, 'temporal'),
    group,
    namespaces: [environment.TEMPORAL_NAMESPACE],
    searchAttributes: Object.fromEntries(SEARCH_ATTRIBUTES.map(({ name }) => [name, 'Keyword'])),
    dynamicConfig: await readDynamicConfig(),
    onProgress: progress,
  });
  void server.process.exited.then(
    ({ expected }) => expected || fail(new Error('Temporal ended for good; its log is in the data folder.')),
  );
  return server;
}

async function readDynamicConfig(): Promise<Record<string, unknown>> {
  const path = fileURLToPath(
    new URL('../../temporal-config/dynamic-config/dev-server.json', import.meta.url),
  );
  const entries = JSON.parse(await readFile(path, 'utf8')) as { key: string; value: unknown }[];
  return Object.fromEntries(entries.map(({ key, value }) => [key, value]));
}

/** Connects to the database, brings it up to date and makes the sandbox's proxies its active ones. */
async function openDatabase(environment: Environment, sandbox: SandboxInfo): Promise<Db> {
  const url = environment.DATABASE_URL ?? '';
  await migrateOrRefuse(url);
  const db = connectDatabase({
    url,
    poolSize: 4,
    applicationName: 'crawlchain-start',
    onIdleError: () => undefined,
  });
  const proxies = sandbox.proxies.map(({ protocol, host, port, username, password }) => ({
    protocol,
    host,
    port,
    username,
    password,
  }));
  await replaceProxies(db, await openPasswordsOrRefuse(db, environment), { owner: 'sandbox', proxies });
  return db;
}

async function openPasswordsOrRefuse(db: Db, environment: Environment): Promise<PasswordSeal> {
  try {
    return await preparePasswordSeal(db, keySourceOf(environment));
  } catch (error) {
    if (error instanceof PasswordKeyError) throw new StartRefused(error.message, { cause: error });
    throw error;
  }
}

async function migrateOrRefuse(url: string): Promise<void> {
  try {
    await migrate(url);
  } catch (error) {
    if (error instanceof Error && 'code' in error) {
      throw new StartRefused(
        `The database of DATABASE_URL does not answer: ${error.message || String(error.code)}`,
        { cause: error },
      );
    }
    throw error;
  }
}

/** Connects to Temporal, makes sure that search attributes and schedules are there, and tells what was changed on them. */
async function openClient(environment: Environment, progress: (line: string) => void): Promise<Client> {
  const client = await connectTemporal(environment);
  await applySearchAttributes(client);
  for (const schedule of await applySchedules(client, schedulesOf(environment)))
    if (schedule.state === 'different' || schedule.state === 'unknown') progress(tellDiff(schedule));
  return client;
}
