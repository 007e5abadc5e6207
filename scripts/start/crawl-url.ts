import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { answerOf } from '../../api-client/answer-of.ts';
import { newIdempotencyKey } from '../../api-client/change-headers.ts';
import { createApiClient, type ApiClient } from '../../api-client/create-api-client.ts';
import { isGiven, type Environment } from '../../config/environment.ts';
import { platformSettings } from '../../config/platform-settings.ts';
import type { Db } from '../../db/connect.ts';
import { requireInstance } from '../../db/queries/instance.ts';
import { readApiKey } from '../../local/api-key-file.ts';
import type { ProcessGroup } from '../../local/process-group.ts';
import { withWait } from '../../local/progress-ticks.ts';
import { writeWorkerEnv } from '../../local/worker-env-file.ts';
import { menuForms, readMenuAddress } from '../../platforms/menu-address.ts';
import { createPlatformRegistry } from '../../platforms/registry.ts';
import { applySearchAttributes } from '../../temporal-client/apply-search-attributes.ts';
import { connectTemporal } from '../../temporal-client/connect.ts';
import { waitForCrawl } from '../../temporal-client/crawl-control.ts';
import { readNamespaceInstance, writeNamespaceInstance } from '../../temporal-client/instance.ts';
import { reasonOf } from '../../temporal-client/reason-of.ts';
import { crawlDispensaryId } from '../../temporal-config/workflow-ids.ts';
import { startApiProcess } from './api-process.ts';
import type { StartOptions } from './options.ts';
import { StartRefused } from './refusal.ts';
import { addProxies, readProxyFile } from './real-proxies.ts';
import { openDatabase } from './sandbox-database.ts';
import { openPostgres, openTemporal, prepareDataDir, type Place } from './servers.ts';
import { buildBundle, environmentIn, workerEnvironment } from './stack.ts';
import { readStoreFound, type StoreFound } from './store-found.ts';
import { startWorkers } from './jobs-worker.ts';

interface UrlStart {
  environment: Environment;
  options: StartOptions;
  group: ProcessGroup;
  progress: (line: string) => void;
}

/** The result of a crawl, and the URLs that show it. */
export interface CrawledUrl {
  found: StoreFound;
  isSuccess: boolean;
  /** Starts the worker for jobs: see `startWorkers`. */
  startJobs: () => Promise<void>;
  apiUrl: string;
  webUiUrl: string | null;
  /** Never resolves; rejects when a required process has ended for good. */
  failure: Promise<never>;
}

/**
 * Starts servers and a worker, but no sandbox, adds the store of a menu's URL and crawls it. Creates no schedules, so that nothing
 * else is crawled.
 * @throws StartRefused
 */
export async function crawlUrl(start: UrlStart): Promise<CrawledUrl> {
  const { environment: given, options, progress } = start;
  refuseGivenServers();
  const menuUrl = requireMenu(given, options.url ?? '');
  const wished = await readProxyFile(options.proxies);
  const failure = Promise.withResolvers<never>();
  // A failing step may end the start before anything awaits this promise.
  failure.promise.catch(() => undefined);
  const servers = await openServers(start, failure);
  await addProxies(servers.db, servers.environment, wished);
  const { apiUrl, startJobs } = await Promise.race([
    startWorkerAndApi(start, servers, failure),
    failure.promise,
  ]);
  progress(`The dashboard is at ${apiUrl}/`);
  const { found, isSuccess } = await Promise.race([
    crawlStore(servers, { apiUrl, dataDir: options.dataDir, menuUrl, progress }),
    failure.promise,
  ]);
  return { startJobs, found, isSuccess, apiUrl, webUiUrl: servers.webUiUrl, failure: failure.promise };
}

function refuseGivenServers(): void {
  const names = (['DATABASE_URL', 'TEMPORAL_ADDRESS'] as const).filter((name) => isGiven(name));
  if (names.length > 0)
    throw new StartRefused(
      `${names.join(' and ')} is set, and --url brings up servers of its own. Unset it, or add the store to those servers with \`npx crawlchain dispensaries add\`.`,
    );
}

/** Converts a menu's URL to the form that discovery uses. @throws StartRefused if no platform knows the URL */
function requireMenu(environment: Environment, url: string): string {
  const platforms = createPlatformRegistry(platformSettings(environment));
  const menu = readMenuAddress(platforms, url);
  if (menu !== null) return menu.menuUrl;
  throw new StartRefused(
    `--url is ${JSON.stringify(url.slice(0, 200))}; it takes the address of a menu, in one of these forms: ${menuForms(platforms)}`,
  );
}

interface Servers {
  environment: Environment;
  db: Db;
  client: Client;
  webUiUrl: string | null;
  bundlePath: string;
  storageUmask: number;
}

async function openServers(
  { environment: given, options: { dataDir }, group, progress }: UrlStart,
  { reject: fail }: PromiseWithResolvers<never>,
): Promise<Servers> {
  const { storageUmask } = await prepareDataDir({ dataDir, progress });
  const bundlePath = join(dataDir, 'workflow-bundle.js');
  const place: Place = { dataDir, group, progress, fail };
  const [{ db, url, id }, temporal] = await Promise.all([
    openOwnDatabase(given, place),
    openTemporal(given, place),
    buildBundle(bundlePath, progress),
  ]);
  const environment: Environment = {
    ...environmentIn(dataDir, given),
    DATABASE_URL: url,
    TEMPORAL_ADDRESS: temporal.address,
    INSTANCE_ID: id,
  };
  const client = await withWait('Preparing the namespace of Temporal', progress, () =>
    openNamespace(environment, id),
  );
  return { environment, db, client, webUiUrl: temporal.webUiUrl, bundlePath, storageUmask };
}

async function openNamespace(environment: Environment, id: string): Promise<Client> {
  const client = await connectTemporal(environment);
  await applySearchAttributes(client);
  if ((await readNamespaceInstance(client)) !== id) await writeNamespaceInstance(client, id);
  return client;
}

async function openOwnDatabase(environment: Environment, place: Place) {
  const url = await openPostgres(environment, { ...place, uses: 'the store goes into that database' });
  const db = await openDatabase({ ...environment, DATABASE_URL: url }, place.progress);
  const { id, kind } = await requireInstance(db);
  if (kind === 'sandbox')
    throw new StartRefused(
      `The database in ${place.dataDir} is a sandbox’s, with invented stores and proxies. Give the real store another folder with --data-dir.`,
    );
  return { db, url, id };
}

async function startWorkerAndApi(
  { options: { dataDir, once: isOnce }, group, progress }: UrlStart,
  { environment, bundlePath, storageUmask: umask, webUiUrl }: Servers,
  failure: PromiseWithResolvers<never>,
): Promise<{ apiUrl: string; startJobs: () => Promise<void> }> {
  const env = workerEnvironment(environment, { dataDir, bundlePath });
  await writeWorkerEnv(dataDir, env);
  const logFile = join(dataDir, 'logs', 'worker.log');
  const startJobs = await startWorkers(
    { group, logFile, progress, umask, failure, env },
    { worker: environment.WORKER_ID, isOnce },
  );
  const port = environment.API_PORT;
  const isPortGiven = isGiven('API_PORT');
  const fail = failure.reject;
  const api = { group, dataDir, env, port, isPortGiven, webUiUrl, umask, fail, progress };
  return { apiUrl: await startApiProcess(api), startJobs };
}

interface Crawling {
  apiUrl: string;
  dataDir: string;
  menuUrl: string;
  progress: (line: string) => void;
}

async function crawlStore(
  { db, client }: Servers,
  { apiUrl, dataDir, menuUrl, progress }: Crawling,
): Promise<Pick<CrawledUrl, 'found' | 'isSuccess'>> {
  const api = createApiClient({ url: apiUrl, key: await readApiKey(dataDir) });
  const header = { 'Idempotency-Key': newIdempotencyKey() };
  const { id, task } = await answerOf(
    api.POST('/api/dispensaries', { params: { header }, body: { menu_url: menuUrl, crawl: true } }),
  );
  progress(`Crawling ${menuUrl}`);
  try {
    // A store that was crawled before lacks no first crawl.
    if (task === null) await crawlAgain(api, id);
    // For a new store, the first task resolves its platform id and then starts its crawl.
    if (task !== null && task.workflow_id !== crawlDispensaryId(id))
      await withWait(`Looking up the store of ${menuUrl}`, progress, () =>
        client.workflow.getHandle(task.workflow_id, task.run_id).result(),
      );
    const result = await withWait(`Crawling ${menuUrl}`, progress, () => waitForCrawl(client, id));
    return {
      found: await readStoreFound(db, { id, result, error: null }),
      isSuccess: result.unconfirmed === undefined,
    };
  } catch (error) {
    return {
      found: await readStoreFound(db, { id, result: null, error: reasonOf(error) }),
      isSuccess: false,
    };
  }
}

async function crawlAgain(api: ApiClient, id: number): Promise<void> {
  const parameters = { path: { id }, header: { 'Idempotency-Key': newIdempotencyKey() } };
  await answerOf(api.POST('/api/dispensaries/{id}/crawl', { params: parameters, body: {} }));
}
