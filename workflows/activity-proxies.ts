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
import type { createProbeProxiesActivities } from '../activities/probe-proxies.ts';
import type { createRecordBulkEndActivities } from '../activities/record-bulk-end.ts';
import type { createRecordJobEndActivities } from '../activities/record-job-end.ts';
import type { createRecordOutcomeActivities } from '../activities/record-outcome.ts';
import type { createRunJobActivities } from '../activities/run-job.ts';
import type { createRefreshAnalyticsActivities } from '../activities/refresh-analytics.ts';
import type { createRetryCrawlActivities } from '../activities/retry-crawl.ts';
import type { createRefreshPayloadActivities } from '../activities/refresh-payload.ts';
import type { createResolveEntryPointActivities } from '../activities/resolve-entry-point.ts';
import type { createStartCrawlsActivities } from '../activities/start-crawls.ts';
import type { createStoreTurnActivities } from '../activities/store-turns.ts';
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

/** Pictures have a queue of their own, so that no menu waits for them. @param leftMs of `IMAGES_WITHIN_MS` */
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

/** Starts of chains run beside the ingests: they ask only the database and Temporal. */
export function fanOutActivities(summary: string) {
  return proxies<typeof createStartCrawlsActivities>(FAN_OUT, placed(INGEST_QUEUE, summary));
}

/** Bulk actions ask the same two. */
export function bulkActivities(summary: string) {
  return proxies<typeof createActOnRunsActivities>(BULK, placed(INGEST_QUEUE, summary));
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
    ...(queue === undefined ? SWEEP : POD_SWEEP),
    ...placed(queue ?? MEDIA_QUEUE, summary),
  });
}

type BookkeepingActivities = ReturnType<typeof createRecordOutcomeActivities> &
  ReturnType<typeof createRecordJobEndActivities> &
  ReturnType<typeof createRecordBulkEndActivities> &
  ReturnType<typeof createFindStoreActivities> &
  ReturnType<typeof createLookAgainActivities> &
  ReturnType<typeof createRetryCrawlActivities> &
  ReturnType<typeof createStoreTurnActivities> &
  ReturnType<typeof createLookForHolderActivities>;

/**
 * What a chain asks of the ledger and the registry, or tells them as its last word; it is tried until it is done. It runs
 * where the workflows do, beside the places for activities: a chain that ends must not wait until another chain's hour of
 * pictures is over.
 */
export function bookkeepingActivities(summary: string) {
  return proxies<() => BookkeepingActivities>(BOOKKEEPING, placed(WORKFLOW_QUEUE, summary));
}
