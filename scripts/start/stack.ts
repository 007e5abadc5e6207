import { join, resolve } from 'node:path';
import type { Client } from '@temporalio/client';
import { tellDiff } from '../../cli/commands/schedules/tell-diff.ts';
import type { Environment } from '../../config/environment.ts';
import { connectDatabase, type Db } from '../../db/connect.ts';
import { PasswordKeyError } from '../../db/password-key.ts';
import { keySourceOf, preparePasswordSeal } from '../../db/prepare-password-seal.ts';
import { prepareSchema } from '../../db/prepare-schema.ts';
import { replaceProxies } from '../../db/queries/proxies.ts';
import { markAsSandbox, readInstance } from '../../db/queries/instance.ts';
import type { PasswordSeal } from '../../db/seal-password.ts';
import type { ProcessGroup } from '../../local/process-group.ts';
import { writeWorkerEnv } from '../../local/worker-env-file.ts';
import { applySearchAttributes } from '../../temporal-client/apply-search-attributes.ts';
import { connectTemporal } from '../../temporal-client/connect.ts';
import { readNamespaceInstance, writeNamespaceInstance } from '../../temporal-client/instance.ts';
import { schedulesOf } from '../../temporal-client/schedule-definitions.ts';
import { applySchedules } from '../../temporal-client/apply-schedules.ts';
import { writeWorkflowBundle } from '../../workers/workflow-bundle.ts';
import { refuseRealDatabase, refuseRealTemporal } from './given-servers.ts';
import type { StartOptions } from './options.ts';
import { StartRefused } from './refusal.ts';
import { openPostgres, openTemporal, prepareDataDir } from './servers.ts';
import { startSandboxProcess, type SandboxInfo } from './sandbox-process.ts';
import { startWorkerProcess } from './worker-process.ts';

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
  /** Tells a process where all of this is. */
  processEnv: Record<string, string>;
  /** The umask of processes that write to the storage. */
  storageUmask: number;
  /** Fails the start for good. */
  fail: (error: Error) => void;
  /** Never resolves; rejects when something that must run has ended for good, or cannot do its work. */
  failure: Promise<never>;
}

export interface StackOptions {
  environment: Environment;
  options: StartOptions;
  group: ProcessGroup;
  progress: (line: string) => void;
}

const SANDBOX_USES = 'the sandbox’s proxies and stores go into that database';

/** Brings up what the environment does not name, then the worker. */
export async function startStack({
  environment: given,
  options,
  group,
  progress,
}: StackOptions): Promise<Stack> {
  const { dataDir } = options;
  const servers = { environment: given, mark: options.markAsSandbox, command: 'npm start' };
  await refuseRealDatabase(servers);
  const { storageUmask } = await prepareDataDir(dataDir);
  const startedAt = new Date();
  const failure = Promise.withResolvers<never>();
  // Whoever waits for a step of the start need not wait for this too.
  failure.promise.catch(() => undefined);
  const fail = failure.reject;
  const bundlePath = join(dataDir, 'workflow-bundle.js');
  const [databaseUrl, temporal, sandbox] = await Promise.all([
    openPostgres(given, { dataDir, group, progress, fail, uses: SANDBOX_USES }),
    openTemporal(given, { dataDir, group, progress, fail }),
    startSandboxProcess({ group, options, progress, fail }),
    writeWorkflowBundle(bundlePath),
  ]);
  const environment: Environment = {
    ...environmentIn(dataDir, given),
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporal.address,
  };
  const db = await openDatabase(environment, sandbox);
  environment.INSTANCE_ID = await claimDatabase(db, given);
  await refuseRealTemporal({ ...servers, environment: given }, environment.INSTANCE_ID);
  const client = await openClient(environment, given, progress);
  const workerEnv = { ...workerEnvironment(environment, bundlePath), ...sandboxEnvironment(sandbox) };
  await writeWorkerEnv(dataDir, workerEnv);
  await startWorkerProcess({
    name: 'the worker',
    group,
    logFile: join(dataDir, 'logs', 'worker.log'),
    progress,
    endsOnFullDisk: options.once,
    umask: storageUmask,
    failure,
    env: { ...workerEnv, WORKER_ID: environment.WORKER_ID ?? 'worker-1' },
  });
  return {
    environment,
    db,
    client,
    sandbox,
    webUiUrl: temporal.webUiUrl,
    temporalAddress: temporal.address,
    databaseUrl,
    startedAt,
    processEnv: workerEnv,
    storageUmask,
    fail,
    failure: failure.promise,
  };
}

/** The environment with files of the data folder for what it does not name. */
export function environmentIn(dataDir: string, given: Environment): Environment {
  return {
    ...given,
    STORAGE_ROOT: process.env.STORAGE_ROOT ? given.STORAGE_ROOT : join(dataDir, 'storage'),
    PROXY_PASSWORD_KEY_FILE: process.env.PROXY_PASSWORD_KEY_FILE
      ? given.PROXY_PASSWORD_KEY_FILE
      : join(dataDir, 'proxy-password.key'),
  };
}

/** Tells a worker where everything is. */
export function workerEnvironment(environment: Environment, bundlePath: string): Record<string, string> {
  const { JOB_TYPES: jobTypes } = environment;
  return {
    DATABASE_URL: environment.DATABASE_URL ?? '',
    TEMPORAL_ADDRESS: environment.TEMPORAL_ADDRESS ?? '',
    TEMPORAL_NAMESPACE: environment.TEMPORAL_NAMESPACE,
    INSTANCE_ID: environment.INSTANCE_ID ?? '',
    STORAGE_ROOT: environment.STORAGE_ROOT,
    PROXY_PASSWORD_KEY_FILE: environment.PROXY_PASSWORD_KEY_FILE,
    WORKFLOW_BUNDLE_PATH: bundlePath,
    // Whoever reads it may be in another folder.
    ...(jobTypes === undefined ? {} : { JOB_TYPES: jobTypes.map((path) => resolve(path)).join(',') }),
  };
}

/** Sends a worker to the sandbox instead of the world. */
export function sandboxEnvironment(sandbox: SandboxInfo): Record<string, string> {
  return {
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

/** Connects to the database, brings it up to date and makes the proxies of a sandbox its active ones. */
export async function openDatabase(environment: Environment, sandbox: SandboxInfo | null): Promise<Db> {
  const url = environment.DATABASE_URL ?? '';
  await prepareSchema(url, environment.AUTO_MIGRATE);
  const db = connectDatabase({
    url,
    poolSize: 4,
    applicationName: 'crawlchain-start',
    onLostConnection: () => undefined,
  });
  const seal = await openPasswordsOrRefuse(db, environment);
  if (sandbox === null) return db;
  const proxies = sandbox.proxies.map(({ protocol, host, port, username, password }) => ({
    protocol,
    host,
    port,
    username,
    password,
  }));
  await replaceProxies(db, seal, { owner: 'sandbox', proxies });
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

/** Makes the database a sandbox's where the server is our own. @returns the id of its installation */
export async function claimDatabase(db: Db, given: Pick<Environment, 'DATABASE_URL'>): Promise<string> {
  if (given.DATABASE_URL === undefined) await markAsSandbox(db);
  return instanceOf(db);
}

/** The id of a database that is up to date. */
export async function instanceOf(db: Db): Promise<string> {
  const instance = await readInstance(db);
  if (instance === null) throw new Error('The table instance is empty; it takes one row.');
  return instance.id;
}

/**
 * Connects to Temporal and makes sure that search attributes are there. A server of our own also gets the id of the database's
 * installation, and our schedules; what was changed on them is told.
 */
export async function openClient(
  environment: Environment,
  given: Pick<Environment, 'TEMPORAL_ADDRESS'>,
  progress: (line: string) => void,
): Promise<Client> {
  const client = await connectTemporal(environment);
  await applySearchAttributes(client);
  if (given.TEMPORAL_ADDRESS !== undefined) {
    progress('The schedules of the given Temporal are left as they are');
    return client;
  }
  const { INSTANCE_ID: id = '' } = environment;
  if ((await readNamespaceInstance(client)) !== id) await writeNamespaceInstance(client, id);
  for (const schedule of await applySchedules(client, schedulesOf(environment)))
    if (schedule.state === 'different' || schedule.state === 'unknown') progress(tellDiff(schedule));
  return client;
}
