import { join, resolve } from 'node:path';
import type { Client } from '@temporalio/client';
import { formatDiff } from '../../cli/commands/schedules/format-diff.ts';
import { toAppliedSchedule } from '../../reports/schedule-diff-answer.ts';
import { isGiven, type Environment } from '../../config/environment.ts';
import type { Db } from '../../db/connect.ts';
import { withWait, type OnProgress } from '../../local/progress-ticks.ts';
import type { ProcessGroup } from '../../local/process-group.ts';
import { writeWorkerEnv } from '../../local/worker-env-file.ts';
import { applySearchAttributes } from '../../temporal-client/apply-search-attributes.ts';
import { connectTemporal } from '../../temporal-client/connect.ts';
import { readNamespaceInstance, writeNamespaceInstance } from '../../temporal-client/instance.ts';
import { schedulesOf } from '../../temporal-client/schedule-definitions.ts';
import { applySchedules } from '../../temporal-client/apply-schedules.ts';
import { writeWorkflowBundle } from '../../workers/workflow-bundle.ts';
import { refuseRealServers } from './given-servers.ts';
import type { StartOptions } from './options.ts';
import { activateSandboxProxies, openSandboxDatabase } from './sandbox-database.ts';
import { startSandboxProcess, type SandboxInfo } from './sandbox-process.ts';
import { openTemporal, prepareDataDir } from './servers.ts';
import { commandOf } from './command-of.ts';
import { startWorkers } from './jobs-worker.ts';

/**
 * The defaults of workers that crawl the sandbox. It is on this machine, so workers may send it far more requests than a real site.
 * Its menus change from crawl to crawl, even within minutes, so a product that is missing from three menus in a row is gone,
 * however little time has passed. A doubted menu waits as long as in production, so that a person who sets a lie has time to decide
 * about it.
 */
const SANDBOX_DEFAULTS = {
  DUTCHIE_REQUESTS_PER_SECOND: '200',
  DUTCHIE_MAX_CONCURRENT_REQUESTS: '32',
  REQUESTS_PER_SECOND_PER_HOST: '200',
  MAX_CONCURRENT_REQUESTS_PER_HOST: '32',
  MISSES_SPAN_INTERVALS: '0',
  MISSES_SPAN_MIN_MINUTES: '0',
  CONFIRM_AFTER_MINUTES: '30',
};

/** Everything that runs, and how to reach it. */
export interface Stack {
  environment: Environment;
  db: Db;
  client: Client;
  sandbox: SandboxInfo;
  webUiUrl: string | null;
  temporalAddress: string;
  databaseUrl: string;
  startedAt: Date;
  /** The environment of a process that uses all these servers. */
  processEnv: Record<string, string>;
  /** The umask of processes that write to the storage. */
  storageUmask: number;
  /** Starts the worker for jobs: see `startWorkers`. */
  startJobs: () => Promise<void>;
  /** Fails the start for good. */
  fail: (error: Error) => void;
  /** Never resolves; rejects when a required process has ended for good, or cannot do its work. */
  failure: Promise<never>;
}

export interface StackOptions {
  environment: Environment;
  options: StartOptions;
  group: ProcessGroup;
  progress: OnProgress;
}

/**
 * Starts the servers that the environment does not name, then the worker.
 * @throws StartRefused
 */
export async function startStack({
  environment: given,
  options,
  group,
  progress,
}: StackOptions): Promise<Stack> {
  const { dataDir } = options;
  const servers = { environment: given, mark: options.markAsSandbox, command: 'npm start' };
  await refuseRealServers(servers);
  const { storageUmask } = await prepareDataDir({ dataDir, progress });
  const startedAt = new Date();
  const failure = Promise.withResolvers<never>();
  // A failing step may end the start before anything awaits this promise.
  failure.promise.catch(() => undefined);
  const fail = failure.reject;
  const bundlePath = join(dataDir, 'workflow-bundle.js');
  const place = { dataDir, bundlePath, group, progress, fail };
  const uses = 'the sandbox’s proxies and stores go into that database';
  const [{ db, url: databaseUrl, instanceId }, temporal, sandbox] = await Promise.all([
    openSandboxDatabase(servers, { ...place, uses }),
    openTemporal(given, place),
    startSandboxProcess({ group, options, progress, fail }),
    buildBundle(bundlePath, progress),
  ]);
  const environment: Environment = {
    ...environmentIn(dataDir, given),
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporal.address,
    INSTANCE_ID: instanceId,
  };
  await activateSandboxProxies(sandbox, { db, environment });
  const client = await withWait('Preparing the namespace and the schedules of Temporal', progress, () =>
    openClient(environment, given, progress),
  );
  const workerEnv = { ...workerEnvironment(environment, place), ...sandboxEnvironment(sandbox) };
  await writeWorkerEnv(dataDir, workerEnv);
  const logFile = join(dataDir, 'logs', 'worker.log');
  const startJobs = await startWorkers(
    { group, logFile, progress, umask: storageUmask, failure, env: workerEnv },
    { worker: environment.WORKER_ID, isOnce: options.once },
  );
  return {
    startJobs,
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

/** Builds the workflow code into a file. */
export async function buildBundle(path: string, progress: OnProgress): Promise<void> {
  await withWait('Building the workflow code', progress, () => writeWorkflowBundle(path));
}

/** Returns the environment with paths in the data folder for those path variables that are not set. */
export function environmentIn(dataDir: string, given: Environment): Environment {
  return {
    ...given,
    STORAGE_ROOT: isGiven('STORAGE_ROOT') ? given.STORAGE_ROOT : join(dataDir, 'storage'),
    PROXY_PASSWORD_KEY_FILE: isGiven('PROXY_PASSWORD_KEY_FILE')
      ? given.PROXY_PASSWORD_KEY_FILE
      : join(dataDir, 'proxy-password.key'),
  };
}

/** Returns the variables that give a worker the addresses, paths and ids of all servers. */
export function workerEnvironment(
  environment: Environment,
  { dataDir, bundlePath }: { dataDir: string; bundlePath: string },
): Record<string, string> {
  const { JOB_TYPES: jobTypes } = environment;
  return {
    // The checkout's `.env` may name other servers.
    CRAWLCHAIN_ENV_FILE: 'none',
    CRAWLCHAIN_COMMAND: commandOf(dataDir),
    DATABASE_URL: environment.DATABASE_URL ?? '',
    TEMPORAL_ADDRESS: environment.TEMPORAL_ADDRESS ?? '',
    TEMPORAL_NAMESPACE: environment.TEMPORAL_NAMESPACE,
    INSTANCE_ID: environment.INSTANCE_ID ?? '',
    STORAGE_ROOT: environment.STORAGE_ROOT,
    PROXY_PASSWORD_KEY_FILE: environment.PROXY_PASSWORD_KEY_FILE,
    WORKFLOW_BUNDLE_PATH: bundlePath,
    // It has passwords of servers.
    TOOL_HIDDEN_PATHS: dataDir,
    // worker.env may be sourced in another folder.
    ...(jobTypes === undefined ? {} : { JOB_TYPES: jobTypes.map((path) => resolve(path)).join(',') }),
  };
}

/** Returns the variables that point a worker to the sandbox instead of real sites. */
export function sandboxEnvironment(sandbox: SandboxInfo): Record<string, string> {
  return {
    DUTCHIE_GRAPHQL_URL: sandbox.graphqlUrl,
    DUTCHIE_HASH_FILTERED_PRODUCTS: sandbox.hashes.FilteredProducts,
    DUTCHIE_HASH_CONSUMER_DISPENSARIES: sandbox.hashes.ConsumerDispensaries,
    EXIT_ADDRESS_URL: sandbox.echoUrl,
    // Captured menus may name pictures of other reserved hosts; the sandbox serves those too.
    ALLOWED_PRIVATE_HOSTS: ['*.test', process.env['ALLOWED_PRIVATE_HOSTS'] ?? ''].filter(Boolean).join(','),
    ...Object.fromEntries(
      Object.entries(SANDBOX_DEFAULTS).map(([name, usual]) => [name, process.env[name] || usual]),
    ),
    // The storefront's and the HTTPS proxy's certificates come from the sandbox's own authority.
    SSL_CERT_FILE: sandbox.caFile,
    // A browser ignores SSL_CERT_FILE, so it gets the key of that authority.
    BROWSER_TRUSTED_SPKI: sandbox.caSpkiSha256,
  };
}

/**
 * Connects to Temporal and adds missing search attributes. A server that we started also gets the id of the database's instance and
 * our schedules; progress lines report schedules that differ from their definitions.
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
    if (schedule.state === 'different' || schedule.state === 'unknown')
      progress(formatDiff(toAppliedSchedule(schedule)));
  return client;
}
