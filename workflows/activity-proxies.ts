import { proxyActivities, type ActivityOptions } from '@temporalio/workflow';
import type { Priority } from '@temporalio/common';
import type { HeldFile } from '../domain/crawl-run.ts';
import type { PlatformName } from '../domain/dispensary.ts';
import type { createDiscoverStoresActivities } from '../activities/discover-stores.ts';
import type { createDownloadImagesActivities } from '../activities/download-images.ts';
import type { createFetchMenuInBrowserActivities } from '../activities/fetch-menu-in-browser.ts';
import type { createFindStoreActivities } from '../activities/find-store.ts';
import type { createLookForHolderActivities } from '../activities/look-for-holder.ts';
import type { createFetchMenuActivities } from '../activities/fetch-menu.ts';
import type { createIngestPayloadActivities } from '../activities/ingest-payload.ts';
import type { createProbeProxiesActivities } from '../activities/probe-proxies.ts';
import type { createRecordJobEndActivities } from '../activities/record-job-end.ts';
import type { createRecordOutcomeActivities } from '../activities/record-outcome.ts';
import type { createRunJobActivities } from '../activities/run-job.ts';
import type { createRefreshAnalyticsActivities } from '../activities/refresh-analytics.ts';
import type { createRefreshPayloadActivities } from '../activities/refresh-payload.ts';
import type { createResolveEntryPointActivities } from '../activities/resolve-entry-point.ts';
import type { createStartCrawlsActivities } from '../activities/start-crawls.ts';
import type { createSweepStorageActivities } from '../activities/sweep-storage.ts';
import { priorityKey, URGENT_PRIORITY } from '../temporal-config/priorities.ts';
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
} from '../temporal-config/task-queues.ts';

/**
 * How long each kind of work may take and how it is tried again, with the reason beside each number. This is the one
 * table to tune; no other file chooses a timeout.
 */

/** Fetches a menu, through proxies. */
const FETCH: ActivityOptions = {
  // The largest menu on record takes 18 s in 29 pages; a polite pace on a busy host may stretch that a hundredfold.
  startToCloseTimeout: '30 minutes',
  // It heartbeats at each page and every few seconds: 30 s without one is a worker that is gone.
  heartbeatTimeout: '30 seconds',
  // No bound here, and no schedule-to-close timeout, which would count the time in the queue: the activity itself gives
  // up, after so many refusals or so long after it first began.
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
};

/** Fetches a menu in a browser, through proxies. */
const BROWSER_FETCH: ActivityOptions = {
  // The pages take as long as without one; each identity adds a start, an exit address and a menu page, 2 min at most.
  startToCloseTimeout: '45 minutes',
  // It heartbeats every few seconds; a machine on which several browsers start at once may pause for longer than 30 s.
  heartbeatTimeout: '60 seconds',
  // As without a browser: the activity itself gives up.
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '5 minutes' },
};

/** Asks a platform for the stores of a state, or for one. */
const DISCOVERY: ActivityOptions = {
  // One request, and its turn at the host.
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '30 seconds',
  // The next day's run asks again; the other states wait for this one.
  retry: {
    initialInterval: '5 seconds',
    backoffCoefficient: 2,
    maximumInterval: '2 minutes',
    maximumAttempts: 6,
  },
};

/** Reads a file and writes rows. */
const INGEST: ActivityOptions = {
  // 20,000 products take seconds; the rest is for a database under load.
  startToCloseTimeout: '10 minutes',
  // A batch of a thousand products takes well under a second; waiting for another chain's lock may take longer.
  heartbeatTimeout: '60 seconds',
  // No bound here: the activity itself gives up after so many failures of its own. A database that is away is waited for,
  // for hours if need be: the payload is on disk.
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
};

/** Downloads and converts images; what fails is counted and taken up by the next chain. */
const MEDIA: ActivityOptions = {
  // A turn takes half a minute and its last downloads; older workflow code asks for all pictures at once.
  startToCloseTimeout: '1 hour',
  // Each image heartbeats; one takes 15 s at most.
  heartbeatTimeout: '30 seconds',
  // Images never fail a chain, so the activity itself gives up after few attempts. These are for waits: a platform that
  // is stopped is asked for every minute, and a full disk is tried every half minute.
  retry: {
    initialInterval: '5 seconds',
    backoffCoefficient: 2,
    maximumInterval: '1 minute',
    maximumAttempts: 60,
  },
};

/** Runs a generic job, of whatever type. */
const JOB: ActivityOptions = {
  // A whole account's scrape, at a polite pace; one that tells nothing for ten minutes gives itself up much earlier.
  startToCloseTimeout: '24 hours',
  // It heartbeats every few seconds.
  heartbeatTimeout: '60 seconds',
  // No bound here: the activity itself counts the failures that are the job's, and gives up after as many as were asked
  // for. What waits for a proxy, a disk or a limit waits.
  retry: { initialInterval: '5 seconds', backoffCoefficient: 2, maximumInterval: '10 minutes' },
  // One that was cancelled has ended once its worker says so, and has kept what it told last.
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
};

/** Starts chains, a page of dispensaries an activity. */
const FAN_OUT: ActivityOptions = {
  // A page is two hundred starts of some milliseconds each, and as many times longer when the server is busy.
  startToCloseTimeout: '10 minutes',
  // Each start heartbeats.
  heartbeatTimeout: '60 seconds',
  // What was started stays started, so trying again costs little; a server that is away comes back.
  retry: {
    initialInterval: '1 second',
    backoffCoefficient: 2,
    maximumInterval: '1 minute',
    maximumAttempts: 20,
  },
};

/** Computes materialized views. */
const ANALYTICS: ActivityOptions = {
  // The views read the whole catalog.
  startToCloseTimeout: '1 hour',
  heartbeatTimeout: '60 seconds',
  // The next schedule tries again anyway, and a workflow that holds its id for days would keep it from doing so.
  retry: { initialInterval: '10 seconds', backoffCoefficient: 2, maximumAttempts: 5 },
};

/** Tries proxies that cool down. */
const PROBE: ActivityOptions = {
  // A hundred dead proxies, ten at once, each a quarter of a minute.
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '30 seconds',
  // The schedule comes again in two minutes.
  retry: { initialInterval: '5 seconds', maximumAttempts: 2 },
};

/** Goes through all files and rows of payloads. */
const SWEEP: ActivityOptions = {
  // Millions of files on a network disk take hours; it heartbeats at each.
  startToCloseTimeout: '6 hours',
  heartbeatTimeout: '2 minutes',
  // The next day's sweep does what this one did not.
  retry: { initialInterval: '1 minute', backoffCoefficient: 2, maximumAttempts: 3 },
};

/** One small statement that must be made: the ledger would else say that a closed chain is running. No bound. */
const BOOKKEEPING: ActivityOptions = {
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
};

/** Work with a file that one pod alone has is done on the queue of that pod, not on the one that all serve. */
function heldBy(held?: HeldFile, queueOf: (holder: string) => string = filesQueue): ActivityOptions {
  if (held === undefined) return {};
  return {
    taskQueue: queueOf(held.holder),
    // Whoever waits longer than a restart takes waits for a pod that is gone.
    scheduleToStartTimeout: `${held.returnSeconds} seconds`,
  };
}

/** How one activity of a chain is scheduled. */
interface Scheduling {
  /** Without one it has that of the workflow. */
  priority?: Priority | undefined;
  /** Absent where all workers share the storage. */
  held?: HeldFile | undefined;
}

const URGENT: Priority = { priorityKey: priorityKey(URGENT_PRIORITY) };

/** The activities of a factory under a policy. @param places what of each call is its own; of two the last one counts */
function proxies<Factory extends (tools: never) => unknown>(
  policy: ActivityOptions,
  ...places: ActivityOptions[]
) {
  return proxyActivities<ReturnType<Factory>>(Object.assign({}, policy, ...places) as ActivityOptions);
}

/** Where work is done, what it is called, and how urgent it is. */
function placed(taskQueue: string, summary: string, priority?: Priority): ActivityOptions {
  return { taskQueue, summary, ...(priority === undefined ? {} : { priority }) };
}

/** Fetches run on their platform's queue, so that each platform has its own limits. */
export function fetchActivities(platform: PlatformName, summary: string, priority?: Priority) {
  return proxies<typeof createFetchMenuActivities>(FETCH, placed(fetchQueue(platform), summary, priority));
}

/** Fetches in a browser share one queue, whatever the platform: what limits them is the memory of the workers. */
export function browserActivities(summary: string, priority?: Priority) {
  return proxies<typeof createFetchMenuInBrowserActivities>(
    BROWSER_FETCH,
    placed(BROWSER_QUEUE, summary, priority),
  );
}

type DiscoveryActivities = ReturnType<typeof createDiscoverStoresActivities> &
  ReturnType<typeof createResolveEntryPointActivities>;

/** Discovery runs on the queue of its platform, ahead of its fetches. */
export function discoveryActivities(platform: PlatformName, summary: string) {
  return proxyActivities<DiscoveryActivities>({
    ...DISCOVERY,
    // A few requests, which must not wait behind the crawls of a thousand stores.
    ...placed(fetchQueue(platform), summary, URGENT),
  });
}

/** Ingests run on the queue of the workers that work with the database. */
export function ingestActivities(summary: string, { priority, held }: Scheduling) {
  return proxies<typeof createIngestPayloadActivities>(
    INGEST,
    placed(INGEST_QUEUE, summary, priority),
    heldBy(held),
  );
}

/** Ingesting stored payloads again has a queue of its own, so that no crawl waits for it; one may take as long. */
export function refreshActivities(summary: string, held?: HeldFile) {
  return proxies<typeof createRefreshPayloadActivities>(
    INGEST,
    placed(REINGEST_QUEUE, summary),
    heldBy(held, filesReingestQueue),
  );
}

/** With all waits and turns: a chain that waits for pictures holds its dispensary, whose menu matters more. */
export const IMAGES_WITHIN_MS = 2 * 3_600_000;

/** Pictures have a queue of their own, so that no menu waits for them. @param leftMs of `IMAGES_WITHIN_MS` */
export function mediaActivities(
  summary: string,
  { priority, held, leftMs }: Scheduling & { leftMs: number },
) {
  return proxies<typeof createDownloadImagesActivities>(
    MEDIA,
    placed(MEDIA_QUEUE, summary, priority),
    // Zero would mean no limit.
    { scheduleToCloseTimeout: Math.max(1, leftMs) },
    heldBy(held, filesMediaQueue),
  );
}

/** Starts of chains run beside the ingests: they ask only the database and Temporal. */
export function fanOutActivities(summary: string) {
  return proxies<typeof createStartCrawlsActivities>(FAN_OUT, placed(INGEST_QUEUE, summary));
}

/** Views take up to an hour to compute, and no menu may wait for that. */
export function analyticsActivities(summary: string) {
  return proxies<typeof createRefreshAnalyticsActivities>(ANALYTICS, placed(MEDIA_QUEUE, summary));
}

/** Probes of proxies run beside the pictures, and ahead of them. */
export function probeActivities(summary: string) {
  return proxyActivities<ReturnType<typeof createProbeProxiesActivities>>({
    ...PROBE,
    // A queue of workers that reach out, whatever the platform. Crawls may be waiting for a proxy; downloads of pictures
    // wait for nothing.
    ...placed(MEDIA_QUEUE, summary, URGENT),
  });
}

/** Jobs have a queue of their own, so that no menu waits for them. */
export function jobActivities(summary: string, priority: Priority) {
  return proxies<typeof createRunJobActivities>(JOB, placed(JOBS_QUEUE, summary, priority));
}

/**
 * The sweep of stored files takes up to hours, and no menu may wait for that.
 * @param queue of a pod with a disk of its own
 */
export function sweepActivities(summary: string, queue?: string) {
  return proxyActivities<ReturnType<typeof createSweepStorageActivities>>({
    ...SWEEP,
    ...placed(queue ?? MEDIA_QUEUE, summary),
    // A pod that has gone since, or is busy for longer, is swept the next day.
    ...(queue === undefined ? {} : { scheduleToStartTimeout: '30 minutes' }),
  });
}

type BookkeepingActivities = ReturnType<typeof createRecordOutcomeActivities> &
  ReturnType<typeof createRecordJobEndActivities> &
  ReturnType<typeof createFindStoreActivities> &
  ReturnType<typeof createLookForHolderActivities>;

/**
 * What a chain asks of the ledger and the registry, or tells them as its last word; it is tried until it is done. It runs
 * where the workflows do, beside the places for activities: a chain that ends must not wait until another chain's hour of
 * pictures is over.
 */
export function bookkeepingActivities(summary: string) {
  return proxies<() => BookkeepingActivities>(BOOKKEEPING, placed(WORKFLOW_QUEUE, summary));
}
