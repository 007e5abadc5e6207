import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { inject, onTestFinished } from 'vitest';
import type { Db } from '../../db/connect.ts';
import { saveSandboxProxies } from './save-sandbox-proxies.ts';
import type { ManagedProcess } from '../../local/managed-process.ts';
import { createProcessGroup } from '../../local/process-group.ts';
import { startSandbox, type SandboxInfo } from '../../sandbox/start-sandbox.ts';
import type { WorldTruth } from '../../sandbox/world/world.ts';
import { createTestDatabase } from './test-database.ts';
import { createTestNamespace, type TestNamespace } from './test-namespace.ts';
import { temporaryFolder } from './temporary-folder.ts';

const WORKER_MAIN = fileURLToPath(new URL('../../workers/main.ts', import.meta.url));

export interface CrawlWorldOptions {
  seed?: number;
  dispensaries?: number;
  products?: number;
  /** Stores of the second platform; none unless asked for. */
  restDispensaries?: number;
  captures?: string;
  /** A server of the test's own; default: a new namespace of the one that all share. */
  temporal?: TestNamespace;
  /** More of the worker's environment. */
  env?: Record<string, string>;
}

/** A database, a Temporal namespace, a sandbox and real worker processes, all of the calling test's own. */
export interface CrawlWorld {
  db: Db;
  databaseUrl: string;
  temporalAddress: string;
  namespace: string;
  client: Client;
  sandbox: SandboxInfo;
  storageRoot: string;
  /** Holds the key that seals the proxies' passwords. */
  passwordKeyFile: string;
  /** @param env more of this worker's environment */
  startWorker(name?: string, env?: Record<string, string>): Promise<ManagedProcess>;
  /** What a worker is given that is started in another way. */
  workerEnv: Record<string, string>;
  /** Everything a worker wrote. */
  readLog(name?: string): Promise<string>;
  truth(): Promise<WorldTruth>;
  evolve(): Promise<void>;
  /** Calls the sandbox's control server. */
  control<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
}

export async function createCrawlWorld(options: CrawlWorldOptions = {}): Promise<CrawlWorld> {
  const folder = await temporaryFolder('crawl-world-');
  await chmod(folder, 0o711);
  const [{ db, url: databaseUrl }, { client, namespace, address }] = [
    await createTestDatabase(),
    options.temporal ?? (await createTestNamespace()),
  ];
  const { seed = 7, dispensaries = 3, products = 40, restDispensaries, captures } = options;
  const sandbox = await startSandbox({
    seed,
    dispensaries,
    products,
    restDispensaries,
    captures,
    stateDir: join(folder, 'sandbox'),
  });
  onTestFinished(() => sandbox.close());
  const keyFile = join(folder, 'proxy-password.key');
  await saveSandboxProxies(db, keyFile, sandbox.info);
  const group = createProcessGroup();
  onTestFinished(() => group.stopAll());
  const storageRoot = join(folder, 'storage');

  async function control<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${sandbox.info.controlUrl}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status} ${JSON.stringify(answer)}`);
    return answer as Answer;
  }

  const workerEnv: Record<string, string> = {
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    STORAGE_ROOT: storageRoot,
    PROXY_PASSWORD_KEY_FILE: keyFile,
    WORKFLOW_BUNDLE_PATH: inject('workflowBundlePath'),
    DUTCHIE_GRAPHQL_URL: sandbox.info.graphqlUrl,
    DUTCHIE_HASH_FILTERED_PRODUCTS: sandbox.info.hashes.FilteredProducts,
    DUTCHIE_HASH_CONSUMER_DISPENSARIES: sandbox.info.hashes.ConsumerDispensaries,
    BLAZE_API_URL: sandbox.info.restUrl,
    EXIT_ADDRESS_URL: sandbox.info.echoUrl,
    ALLOWED_PRIVATE_HOSTS: '*.sandbox.test',
    DUTCHIE_REQUESTS_PER_SECOND: '500',
    DUTCHIE_MAX_CONCURRENT_REQUESTS: '100',
    BLAZE_REQUESTS_PER_SECOND: '500',
    BLAZE_MAX_CONCURRENT_REQUESTS: '100',
    REQUESTS_PER_SECOND_PER_HOST: '500',
    MAX_CONCURRENT_REQUESTS_PER_HOST: '100',
    SHUTDOWN_GRACE_MS: '2000',
    // What else this machine does must not hold a test back.
    CPU_BACKOFF_THRESHOLD: '1',
    MEMORY_BACKOFF_THRESHOLD: '1',
    SSL_CERT_FILE: sandbox.info.caFile,
    BROWSER_TRUSTED_SPKI: sandbox.info.caSpkiSha256,
    ...options.env,
  };

  return {
    db,
    databaseUrl,
    temporalAddress: address,
    namespace,
    client,
    sandbox: sandbox.info,
    storageRoot,
    passwordKeyFile: keyFile,
    control,
    readLog: (name = 'worker-1') => readFile(join(folder, `${name}.log`), 'utf8'),
    truth: () => control<WorldTruth>('GET', '/control/truth'),
    evolve: async () => void (await control('POST', '/control/evolve')),
    workerEnv,
    startWorker: (name = 'worker-1', env = {}) =>
      startWorkerProcess(group, {
        name,
        logFile: join(folder, `${name}.log`),
        env: { ...workerEnv, WORKER_ID: name, ...env },
      }),
  };
}

interface WorkerStart {
  name: string;
  logFile: string;
  env: Record<string, string>;
}

async function startWorkerProcess(
  group: ReturnType<typeof createProcessGroup>,
  { name, logFile, env }: WorkerStart,
): Promise<ManagedProcess> {
  const serving = Promise.withResolvers<void>();
  const managed = group.start({
    name,
    command: process.execPath,
    args: [WORKER_MAIN],
    env: { ...process.env, ...env },
    logFile,
    graceMs: 15_000,
    onStdoutLine: (line) => {
      if (line.includes('"msg":"serving"')) serving.resolve();
    },
    onExit: () => serving.reject(new Error(`${name} ended before it served:\n${managed.logTail()}`)),
  });
  await serving.promise;
  return managed;
}
