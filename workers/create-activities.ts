import type { Client } from '@temporalio/client';
import { createActOnRunsActivities } from '../activities/act-on-runs.ts';
import { createDiscoverStoresActivities } from '../activities/discover-stores.ts';
import { createDownloadImagesActivities } from '../activities/download-images.ts';
import { createFetchMenuInBrowserActivities } from '../activities/fetch-menu-in-browser.ts';
import { createFindStoreActivities } from '../activities/find-store.ts';
import { createFetchMenuActivities } from '../activities/fetch-menu.ts';
import type { FetchTools } from '../stages/fetch-stage.ts';
import { createIngestPayloadActivities } from '../activities/ingest-payload.ts';
import { createJobWaitActivities } from '../activities/job-waits.ts';
import { createLookAgainActivities } from '../activities/look-again.ts';
import { createLookForHolderActivities } from '../activities/look-for-holder.ts';
import { findJobEnd, hasRunEnded } from '../ledger/find-job-end.ts';
import type { StoreTools } from '../stages/pass-store-on.ts';
import { createProbeProxiesActivities } from '../activities/probe-proxies.ts';
import { createMenuMemory } from '../stages/menu-memory.ts';
import { createQueryMemory } from '../stages/query-memory.ts';
import { createRecordBulkEndActivities } from '../activities/record-bulk-end.ts';
import { createRecordJobEditActivities } from '../activities/record-job-edit.ts';
import { createRecordJobEndActivities } from '../activities/record-job-end.ts';
import { createRecordOutcomeActivities } from '../activities/record-outcome.ts';
import { createRefreshPayloadActivities } from '../activities/refresh-payload.ts';
import { createRetryCrawlActivities } from '../activities/retry-crawl.ts';
import { createResolveEntryPointActivities } from '../activities/resolve-entry-point.ts';
import { createStartCrawlsActivities } from '../activities/start-crawls.ts';
import { createStoreWaitActivities } from '../activities/store-waits.ts';
import { allowedPrivateHosts } from '../config/address-settings.ts';
import type { Environment } from '../config/environment.ts';
import { judgeSettings } from './judge-settings.ts';
import { missSettings } from '../config/miss-settings.ts';
import { paceSettings } from '../config/pace-settings.ts';
import { platformSettings } from '../config/platform-settings.ts';
import { storageSettings } from '../config/storage-settings.ts';
import type { Db } from '../db/connect.ts';
import { recordProxyOutcome } from '../db/queries/proxy-outcomes.ts';
import type { PasswordSeal } from '../db/seal-password.ts';
import { PLATFORM_NAMES, type PlatformName } from '../domain/dispensary.ts';
import type { ProxyOutcome } from '../domain/proxy-outcome.ts';
import { CHAIN_RETRIES_USUAL } from '../domain/retry-chain.ts';
import { createDirectSessions, createHttpSessions } from '../egress/http-session.ts';
import { createProxyLeases } from '../egress/lease-proxy.ts';
import { createPacing } from '../egress/pacing.ts';
import type { Robots } from '../egress/robots.ts';
import { createProbeTools, probeProxy } from '../egress/probe-proxy.ts';
import type { RequestPacing, SessionPorts } from '../egress/session.ts';
import type { JobTypes } from '../jobs/load-job-types.ts';
import type { Log } from '../observability/log.ts';
import { createPlatformRegistry } from '../platforms/registry.ts';
import { createImageFiles } from '../storage/image-files.ts';
import { createPageSpool } from '../storage/page-spool.ts';
import { createPayloadFiles } from '../storage/payload-files.ts';
import { countFanOut } from '../temporal-client/count-workflows.ts';
import { startCrawl, startLookAgain, startRetry } from '../temporal-client/crawl-control.ts';
import { isOpen, meetChain, wakeWaiter } from '../temporal-client/store-waits.ts';
import {
  BROWSER_QUEUE,
  fetchQueue,
  filesMediaQueue,
  filesQueue,
  filesReingestQueue,
  INGEST_QUEUE,
  JOBS_QUEUE,
  MEDIA_QUEUE,
  REINGEST_QUEUE,
  WORKFLOW_QUEUE,
  type TaskQueue,
} from '../temporal-config/task-queues.ts';
import { createActOnRun } from './act-on-run.ts';
import { createBrowserOpener, type BrowserStage } from './browser-stage.ts';
import { leaseQueries, pacingPorts, robotsOf } from '../stages/egress-ports.ts';
import { jobActivities, jobWaitTools } from './job-activities.ts';
import { upkeepActivities } from './upkeep-activities.ts';

interface Tools {
  environment: Environment;
  db: Db;
  passwordSeal: PasswordSeal;
  client: Client;
  /** This worker's name in the ledger. */
  worker: string;
  log: Log;
  /** Whether this worker serves an ingest queue. */
  ingests: boolean;
  /** Null if this worker does not serve the queue `browser`. */
  browserStage: BrowserStage | null;
  /** The job types that this worker runs. */
  jobTypes: JobTypes;
}

/** Creates the activities of each queue, with their dependencies. */
export function createActivities(tools: Tools): Partial<Record<TaskQueue, object>> {
  const { environment, db, worker } = tools;
  const { root, held } = storageSettings(environment);
  const reaching = createProbeTools({
    allowedPrivateHosts: allowedPrivateHosts(environment),
    exitAddressUrl: environment.EXIT_ADDRESS_URL,
  });
  const paces = paceSettings(environment);
  const pacing = createPacing(pacingPorts(db), paces);
  const robots = robotsOf({ db, platforms: paces.platforms }, pacing);
  const alert = (message: string) => tools.log.error({ alert: 'NoActiveProxy' }, message);
  const sessions = {
    admit: (platform: PlatformName) => pacing.admit(platform),
    leaseProxy: createProxyLeases(leaseQueries({ ...tools, alert })),
    recordProxyOutcome: (outcome: ProxyOutcome) => recordProxyOutcome(db, outcome),
    openSession: createHttpSessions({ ...reaching, pacing, robots }),
  };
  const openDirect = createDirectSessions({ ...reaching, pacing, robots });
  const fetchTools = createFetchTools(tools, sessions);
  const fetching = {
    ...createFetchMenuActivities({
      ...fetchTools,
      rememberBrowserMs: environment.BROWSER_REMEMBER_HOURS * 3_600_000,
    }),
    ...createDiscoverStoresActivities(fetchTools),
    ...createResolveEntryPointActivities(fetchTools),
  };
  const upkeep = upkeepActivities(tools, fetchTools);
  const reingesting = reingestActivities(tools, fetchTools);
  // Older workflow code sends the background work to the ingest queue.
  const ingesting = { ...ingestActivities(tools, fetchTools), ...reingesting, ...upkeep };
  const imageFiles = createImageFiles({ root });
  const downloading = createDownloadImagesActivities({
    ...storeTools(tools),
    sessions,
    imageFiles,
    worker,
  });
  return {
    [WORKFLOW_QUEUE]: bookkeepingActivities(tools),
    ...Object.fromEntries(PLATFORM_NAMES.map((name) => [fetchQueue(name), fetching])),
    [BROWSER_QUEUE]: browserActivities(tools, fetchTools, { pacing, robots }),
    [INGEST_QUEUE]: ingesting,
    [REINGEST_QUEUE]: reingesting,
    [MEDIA_QUEUE]: {
      ...downloading,
      ...upkeep,
      ...createProbeProxiesActivities({
        db,
        passwordSeal: tools.passwordSeal,
        probe: (proxy, signal) => probeProxy(reaching, proxy, signal),
      }),
    },
    [JOBS_QUEUE]: jobActivities(tools, { ...sessions, openDirect }, pacing),
    ...(held && filesActivities(held.holder, { ingesting, reingesting, downloading, upkeep })),
  };
}

/** Creates the dependencies of fetches and of the ingests after them. */
function createFetchTools(tools: Tools, sessions: SessionPorts): FetchTools {
  const { environment, db, worker, ingests } = tools;
  const { root, held } = storageSettings(environment);
  return {
    ...storeTools(tools),
    platforms: createPlatformRegistry(platformSettings(environment)),
    sessions,
    payloadFiles: createPayloadFiles({ root, held }),
    pageSpool: createPageSpool({ root }),
    queryMemory: createQueryMemory(db),
    // Without ingests on this worker, nothing would read the kept menus.
    menuMemory: createMenuMemory(ingests ? undefined : 0),
    judge: judgeSettings(environment),
    worker,
  };
}

/** Returns the activities for files on a pod's own disk. */
function filesActivities(
  holder: string,
  kinds: Record<'ingesting' | 'reingesting' | 'downloading' | 'upkeep', object>,
): Partial<Record<TaskQueue, object>> {
  const { ingesting, reingesting, downloading, upkeep } = kinds;
  return {
    // Older workflow code sends image downloads to this queue, too.
    [filesQueue(holder)]: { ...ingesting, ...downloading },
    [filesReingestQueue(holder)]: reingesting,
    [filesMediaQueue(holder)]: { ...downloading, ...upkeep },
  };
}

/** Returns the dependencies for telling the next task of a store that a task has ended. */
function storeTools({ db, client, log }: Tools): StoreTools {
  return {
    db,
    wakeWaiter: (workflowId) =>
      wakeWaiter(client, workflowId, (err) =>
        log.warn(
          { err, workflowId },
          'could not signal a task that waits for a store; that task checks by itself',
        ),
      ),
  };
}

/** Creates the activities that consist of a single statement or start, which any workflow worker can run. */
function bookkeepingActivities(tools: Tools): object {
  const { db, client } = tools;
  return {
    ...createLookAgainActivities({
      db,
      startLookAgain: (dispensary, look) => startLookAgain(client, dispensary, look),
    }),
    ...createRetryCrawlActivities({
      db,
      startRetry: (dispensary, retry) => startRetry(client, dispensary, retry),
    }),
    ...createRecordOutcomeActivities(storeTools(tools)),
    ...createStoreWaitActivities({
      ...storeTools(tools),
      isOpen: (workflowId) => isOpen(client, workflowId),
      meetChain: (request) => meetChain(client, request),
    }),
    ...createFindStoreActivities({ db }),
    ...createLookForHolderActivities({ db }),
    ...createRecordJobEditActivities({ db }),
    ...createRecordJobEndActivities(jobWaitTools(tools)),
    ...createJobWaitActivities({
      ...jobWaitTools(tools),
      findJobEnd: (id) => findJobEnd({ db, client }, id),
      hasRunEnded: (run) => hasRunEnded({ db, client }, run),
    }),
    ...createRecordBulkEndActivities({ db }),
  };
}

function reingestActivities(tools: Tools, { platforms, payloadFiles }: FetchTools): object {
  const { environment, log } = tools;
  return createRefreshPayloadActivities({
    ...storeTools(tools),
    platforms,
    payloadFiles,
    returnSeconds: environment.STORAGE_RETURN_SECONDS,
    missRule: missSettings(environment),
    onUnreadable: warnOfUnreadable(log),
  });
}

function warnOfUnreadable(log: Log): (payload: object) => void {
  return (payload) =>
    log.warn(
      { alert: 'UnreadableMenu', ...payload },
      'too much of a menu cannot be read, so products that it lacks do not count as missed',
    );
}

function ingestActivities(tools: Tools, { platforms, payloadFiles, menuMemory }: FetchTools): object {
  const { db, client, environment, worker, log } = tools;
  return {
    ...createIngestPayloadActivities({
      ...storeTools(tools),
      platforms,
      payloadFiles,
      menuMemory,
      worker,
      adaptsFromHours: environment.CRAWL_INTERVAL_ADAPTS ? environment.CRAWL_INTERVAL_HOURS : undefined,
      missRule: missSettings(environment),
      onUnreadable: warnOfUnreadable(log),
    }),
    // Older workflow code sends `recordOutcome` to the ingest queue.
    ...createRecordOutcomeActivities(storeTools(tools)),
    ...createStartCrawlsActivities({
      db,
      startCrawl: async (dispensary, options) =>
        (await startCrawl(client, dispensary, { ...options, maxRetries: CHAIN_RETRIES_USUAL })).runId,
      countFanOut: (fanOut) => countFanOut(client, fanOut),
    }),
    ...createActOnRunsActivities({ db, actOnRun: createActOnRun({ db, client }), worker }),
  };
}

/** Creates the fetch activity of the queue `browser`, with browser sessions; none if this worker does not serve the queue. */
function browserActivities(
  { environment, browserStage, log }: Tools,
  fetchTools: FetchTools,
  manners: { pacing: RequestPacing; robots: Robots },
): object {
  if (browserStage === null) return {};
  const { platforms, queryMemory, sessions } = fetchTools;
  const openSession = createBrowserOpener(environment, browserStage, {
    ...manners,
    platforms,
    onPageRequest: ({ platform }, request) => {
      queryMemory
        .learn(platforms[platform], request)
        .catch((error: unknown) => log.warn({ err: error }, 'could not save the queries of a page'));
    },
  });
  return createFetchMenuInBrowserActivities({ ...fetchTools, sessions: { ...sessions, openSession } });
}
