import { join, resolve } from 'node:path';
import type { Client } from '@temporalio/client';
import { tellDiff } from '../../cli/commands/schedules/tell-diff.ts';
import type { Environment } from '../../config/environment.ts';
import { connectDatabase, type Db } from '../../db/connect.ts';
import { PasswordKeyError } from '../../db/password-key.ts';
import { keySourceOf, preparePasswordSeal } from '../../db/prepare-password-seal.ts';
import { prepareSchema } from '../../db/prepare-schema.ts';
import { replaceProxies } from '../../db/queries/proxies.ts';
import { instanceOf, markAsSandbox } from '../../db/queries/instance.ts';
import type { PasswordSeal } from '../../db/seal-password.ts';
import type { ProcessGroup } from '../../local/process-group.ts';
import { writeWorkerEnv } from '../../local/worker-env-file.ts';
import { applySearchAttributes } from '../../temporal-client/apply-search-attributes.ts';
import { connectTemporal } from '../../temporal-client/connect.ts';
import { readNamespaceInstance, writeNamespaceInstance } from '../../temporal-client/instance.ts';
import { schedulesOf } from '../../temporal-client/schedule-definitions.ts';
import { applySchedules } from '../../temporal-client/apply-schedules.ts';
import { writeWorkflowBundle } from '../../workers/workflow-bundle.ts';
import {
  refuseRealDatabase,
  refuseRealTemporal,
  refuseSettingsOfOthers,
  type GivenServers,
} from './given-servers.ts';
import { holdDatabase } from './hold-database.ts';
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
  const givenId = await refuseRealDatabase(servers);
  if (givenId !== null) await refuseRealTemporal(servers, givenId);
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
  const db = await openSandboxDatabase(environment, { servers, sandbox });
  const client = await openClient(environment, given, progress);
  const workerEnv = { ...workerEnvironment(environment, bundlePath), ...sandboxEnvironment(sandbox) };
  await writeWorkerEnv(dataDir, workerEnv);
  await startWorkerProcess({
    name: 'the worker',
    group,
    logFile: join(dataDir, 'logs', 'worker.log'),
    progress,
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

/** Opens the database of a start, and names its installation. What is refused is refused before the first row is written. */
async function openSandboxDatabase(
  environment: Environment,
  { servers, sandbox }: { servers: GivenServers; sandbox: SandboxInfo },
): Promise<Db> {
  const db = await openDatabase(environment);
  environment.INSTANCE_ID = await claimDatabase(db, servers.environment);
  if (servers.environment.DATABASE_URL === undefined)
    await refuseRealTemporal(servers, environment.INSTANCE_ID);
  await useProxiesOf(sandbox, { db, environment });
  return db;
}

/**
 * Connects to the database and brings it up to date.
 * @throws MigrationError, DatabaseUnreachable
 */
export async function openDatabase(environment: Environment): Promise<Db> {
  const url = environment.DATABASE_URL ?? '';
  await prepareSchema(url, environment.AUTO_MIGRATE);
  return connectDatabase({
    url,
    poolSize: 4,
    applicationName: 'crawlchain-start',
    onLostConnection: () => undefined,
  });
}

/**
 * Makes the proxies of a sandbox the active ones of a database, which is held for this start from now on.
 * @throws StartRefused when another start holds it, or the password key is missing or wrong
 */
export async function useProxiesOf(
  sandbox: SandboxInfo,
  { db, environment }: { db: Db; environment: Environment },
): Promise<void> {
  const url = environment.DATABASE_URL ?? '';
  const place = new URL(url);
  if (!(await holdDatabase(url)))
    throw new StartRefused(
      `The database at ${place.host}${place.pathname} is in use by another start with a sandbox. Stop that one first, or unset DATABASE_URL and TEMPORAL_ADDRESS (\`. .data/worker.env\` sets them): servers of its own are brought up then.`,
    );
  await putInProxiesOf(sandbox, { db, environment });
}

/**
 * Makes the proxies of a sandbox the active ones of a database that nobody else uses.
 * @throws StartRefused when the password key is missing or wrong
 */
export async function putInProxiesOf(
  sandbox: SandboxInfo,
  { db, environment }: { db: Db; environment: Environment },
): Promise<void> {
  const seal = await openPasswordsOrRefuse(db, environment);
  const proxies = sandbox.proxies.map(({ protocol, host, port, username, password }) => ({
    protocol,
    host,
    port,
    username,
    password,
  }));
  await replaceProxies(db, seal, { owner: 'sandbox', proxies });
}

/** @throws StartRefused when the password key is missing or wrong */
export async function openPasswordsOrRefuse(db: Db, environment: Environment): Promise<PasswordSeal> {
  try {
    return await preparePasswordSeal(db, keySourceOf(environment));
  } catch (error) {
    if (error instanceof PasswordKeyError) throw new StartRefused(error.message, { cause: error });
    throw error;
  }
}

/** Makes the database a sandbox's where the server is our own. @returns the id of its installation */
export async function claimDatabase(
  db: Db,
  { DATABASE_URL: url, INSTANCE_ID: wanted }: Pick<Environment, 'DATABASE_URL' | 'INSTANCE_ID'>,
): Promise<string> {
  if (url === undefined) await markAsSandbox(db);
  const instanceId = await instanceOf(db);
  refuseSettingsOfOthers(wanted, instanceId);
  return instanceId;
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
