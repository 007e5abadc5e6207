import { PLATFORM_NAMES, type PlatformName } from '../domain/dispensary.ts';

/**
 * Carries workflow tasks, and small reads and writes of the ledger. Fetches never share this queue: activities started eagerly on
 * the queue of their workflow would skip every queue limit.
 */
export const WORKFLOW_QUEUE = 'crawlchain';

/** Carries the ingests of crawls; also starts of crawls and bulk actions. */
export const INGEST_QUEUE = 'ingest';

/** Carries new ingests of stored payloads, in the background. */
export const REINGEST_QUEUE = 'reingest';

/** Carries image downloads and conversions; also analytics, proxy probes and storage sweeps. */
export const MEDIA_QUEUE = 'media';

/** Carries generic jobs: scrapes, downloads, syncs. */
export const JOBS_QUEUE = 'jobs';

/** Returns the queue for requests to one platform's menu API. */
export function fetchQueue(platform: PlatformName): `fetch-${PlatformName}` {
  return `fetch-${platform}`;
}

/** Carries fetches that need a browser, for all platforms. A worker runs as many as its memory allows. */
export const BROWSER_QUEUE = 'browser';

/**
 * Returns the queue for ingests from a pod's own disk, if workers share no storage. The queue keeps its name when the pod
 * restarts.
 */
export function filesQueue(holder: string): `files@${string}` {
  return `files@${holder}`;
}

/** Returns the queue for background work with the files on a pod's own disk: images, and the sweep of that disk. */
export function filesMediaQueue(holder: string): `files-media@${string}` {
  return `files-media@${holder}`;
}

/** Returns the queue on which payloads on a pod's own disk are ingested again, in the background. */
export function filesReingestQueue(holder: string): `files-reingest@${string}` {
  return `files-reingest@${holder}`;
}

/** Queues that run activities, in the order a worker starts them. */
export const ACTIVITY_QUEUES = [
  ...PLATFORM_NAMES.map((name) => fetchQueue(name)),
  BROWSER_QUEUE,
  INGEST_QUEUE,
  REINGEST_QUEUE,
  MEDIA_QUEUE,
  JOBS_QUEUE,
] as const;

/** Every task queue that does not belong to one pod. */
export const TASK_QUEUES = [WORKFLOW_QUEUE, ...ACTIVITY_QUEUES] as const;

export type ActivityQueue = (typeof ACTIVITY_QUEUES)[number];

export type TaskQueue =
  | (typeof TASK_QUEUES)[number]
  | ReturnType<typeof filesQueue>
  | ReturnType<typeof filesMediaQueue>
  | ReturnType<typeof filesReingestQueue>;
