import { proxyActivities, type ActivityOptions } from '@temporalio/workflow';
import type { Priority } from '@temporalio/common';
import type { HeldFile } from '../domain/crawl-run.ts';
import type { PlatformName } from '../domain/dispensary.ts';
import type { createActOnRunsActivities } from '../activities/act-on-runs.ts';
import type { createDiscoverStoresActivities } from '../activities/discover-stores.ts';
import type { createDownloadImagesActivities } from '../activities/download-images.ts';
import type { createFetchMenuInBrowserActivities } from '../activities/fetch-menu-in-browser.ts';
import type { createFindStoreActivities } from '../activities/find-store.ts';
import type { createLookAgainActivities } from '../activities/look-again.ts';
import type { createLookForHolderActivities } from '../activities/look-for-holder.ts';
import type { createFetchMenuActivities } from '../activities/fetch-menu.ts';
import type { createIngestPayloadActivities } from '../activities/ingest-payload.ts';
import type { createJobWaitActivities } from '../activities/job-waits.ts';
import type { createProbeProxiesActivities } from '../activities/probe-proxies.ts';
import type { createRecordBulkEndActivities } from '../activities/record-bulk-end.ts';
import type { createRecordJobEditActivities } from '../activities/record-job-edit.ts';
import type { createRecordJobEndActivities } from '../activities/record-job-end.ts';
import type { createRecordOutcomeActivities } from '../activities/record-outcome.ts';
import type { createRunJobActivities } from '../activities/run-job.ts';
import type { createRefreshAnalyticsActivities } from '../activities/refresh-analytics.ts';
import type { createRetryCrawlActivities } from '../activities/retry-crawl.ts';
import type { createRefreshPayloadActivities } from '../activities/refresh-payload.ts';
import type { createResolveEntryPointActivities } from '../activities/resolve-entry-point.ts';
import type { createStartCrawlsActivities } from '../activities/start-crawls.ts';
import type { createStoreWaitActivities } from '../activities/store-waits.ts';
import type { createSweepStorageActivities } from '../activities/sweep-storage.ts';
import { priorityKey, URGENT_PRIORITY } from '../temporal-config/priorities.ts';
import {
  BROWSER_QUEUE,
  fetchQueue,
  filesMediaQueue,
  filesReingestQueue,
  INGEST_QUEUE,
  JOBS_QUEUE,
  MEDIA_QUEUE,
  REINGEST_QUEUE,
  WORKFLOW_QUEUE,
} from '../temporal-config/task-queues.ts';
import {
  ANALYTICS,
  BOOKKEEPING,
  BROWSER_FETCH,
  BULK,
  DISCOVERY,
  endingIn,
  FAN_OUT,
  FETCH,
  heldBy,
  INGEST,
  JOB,
  MEDIA,
  POD_SWEEP,
  PROBE,
  SWEEP,
} from './activity-options.ts';

/** How one activity of a chain is scheduled. */
interface Scheduling {
  /** Defaults to the priority of the workflow. */
  priority?: Priority | undefined;
  /** Absent if all workers share the storage. */
  held?: HeldFile | undefined;
}

const URGENT: Priority = { priorityKey: priorityKey(URGENT_PRIORITY) };

/**
 * Creates proxies of a factory's activities under a policy.
 * @param places options of this call; later ones override earlier ones
 */
function proxies<Factory extends (tools: never) => unknown>(
  policy: ActivityOptions,
  ...places: ActivityOptions[]
) {
  return proxyActivities<ReturnType<Factory>>(Object.assign({}, policy, ...places) as ActivityOptions);
}

/** Options with the task queue, the summary and the priority of an activity. */
function placed(taskQueue: string, summary: string, priority?: Priority): ActivityOptions {
  return { taskQueue, summary, ...(priority === undefined ? {} : { priority }) };
}

/** Returns the fetch activity. It runs on the queue of its platform, so that each platform has its own limits. */
export function fetchActivities(platform: PlatformName, summary: string, priority?: Priority) {
  return proxies<typeof createFetchMenuActivities>(FETCH, placed(fetchQueue(platform), summary, priority));
}

/** Returns the browser fetch. All platforms share one queue, because the workers' memory limits these fetches. */
export function browserActivities(summary: string, priority?: Priority) {
  return proxies<typeof createFetchMenuInBrowserActivities>(
    BROWSER_FETCH,
    placed(BROWSER_QUEUE, summary, priority),
  );
}

type DiscoveryActivities = ReturnType<typeof createDiscoverStoresActivities> &
  ReturnType<typeof createResolveEntryPointActivities>;

/** Returns the discovery activities. They run on their platform's queue, ahead of the fetches. */
export function discoveryActivities(platform: PlatformName, summary: string) {
  return proxyActivities<DiscoveryActivities>({
    ...DISCOVERY,
    // A discovery makes only a few requests, which must not wait behind the crawls of a thousand stores.
    ...placed(fetchQueue(platform), summary, URGENT),
  });
}

/** Returns the ingest activity. It runs on the shared ingest queue, or on the queue of the pod that has the file. */
export function ingestActivities(summary: string, { priority, held }: Scheduling) {
  return proxies<typeof createIngestPayloadActivities>(
    INGEST,
    placed(INGEST_QUEUE, summary, priority),
    heldBy(held),
  );
}

/**
 * Returns the activity that ingests a stored payload again. It has the timeouts of an ingest, and its own queue, so that no crawl
 * waits for it.
 */
export function refreshActivities(summary: string, held?: HeldFile) {
  return proxies<typeof createRefreshPayloadActivities>(
    INGEST,
    placed(REINGEST_QUEUE, summary),
    heldBy(held, filesReingestQueue),
  );
}

/**
 * Returns the image activity. It has its own queue, so that no menu waits for images.
 * @param leftMs what is left of `IMAGES_WITHIN_MS`
 */
export function mediaActivities(
  summary: string,
  { priority, held, leftMs }: Scheduling & { leftMs: number },
) {
  return proxies<typeof createDownloadImagesActivities>(
    MEDIA,
    placed(MEDIA_QUEUE, summary, priority),
    endingIn(leftMs),
    heldBy(held, filesMediaQueue),
  );
}

/** Returns the activities that start chains. They share the queue of the ingests: they use only the database and Temporal. */
export function fanOutActivities(summary: string) {
  return proxies<typeof createStartCrawlsActivities>(FAN_OUT, placed(INGEST_QUEUE, summary));
}

/** Returns the activities of bulk actions. They share the queue of the ingests: they use only the database and Temporal. */
export function bulkActivities(summary: string) {
  return proxies<typeof createActOnRunsActivities>(BULK, placed(INGEST_QUEUE, summary));
}

/** Returns the analytics refresh, which takes up to an hour. It shares the queue of the images, so that no menu waits for it. */
export function analyticsActivities(summary: string) {
  return proxies<typeof createRefreshAnalyticsActivities>(ANALYTICS, placed(MEDIA_QUEUE, summary));
}

/** Returns the proxy probe. It shares the queue of the images, and runs ahead of them. */
export function probeActivities(summary: string) {
  return proxyActivities<ReturnType<typeof createProbeProxiesActivities>>({
    ...PROBE,
    // Workers of the image queue reach the internet, whatever the platform. A probe is urgent: crawls may be waiting for a proxy,
    // and nothing waits for image downloads.
    ...placed(MEDIA_QUEUE, summary, URGENT),
  });
}

/** Returns the job activity. Jobs have their own queue, so that no menu waits for them. */
export function jobActivities(summary: string, priority: Priority) {
  return proxies<typeof createRunJobActivities>(JOB, placed(JOBS_QUEUE, summary, priority));
}

/**
 * Returns the storage sweep, which may take hours. It shares the queue of the images, so that no menu waits for it.
 * @param queue the queue of a pod with its own disk; default: the queue of the images
 */
export function sweepActivities(summary: string, queue?: string) {
  return proxyActivities<ReturnType<typeof createSweepStorageActivities>>({
    ...(queue === undefined ? SWEEP : POD_SWEEP),
    ...placed(queue ?? MEDIA_QUEUE, summary),
  });
}

type BookkeepingActivities = ReturnType<typeof createRecordOutcomeActivities> &
  ReturnType<typeof createRecordJobEditActivities> &
  ReturnType<typeof createRecordJobEndActivities> &
  ReturnType<typeof createJobWaitActivities> &
  ReturnType<typeof createRecordBulkEndActivities> &
  ReturnType<typeof createFindStoreActivities> &
  ReturnType<typeof createLookAgainActivities> &
  ReturnType<typeof createRetryCrawlActivities> &
  ReturnType<typeof createStoreWaitActivities> &
  ReturnType<typeof createLookForHolderActivities>;

/**
 * Returns the small reads and writes of the ledger and the worker registry, which are retried until they succeed. They run on the
 * workflows' queue, outside the slots of other activities: a chain that ends must not wait behind an hour of another chain's
 * images.
 */
export function bookkeepingActivities(summary: string) {
  return proxies<() => BookkeepingActivities>(BOOKKEEPING, placed(WORKFLOW_QUEUE, summary));
}
