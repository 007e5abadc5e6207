import { PLATFORM_NAMES, type PlatformName } from '../domain/dispensary.ts';

/**
 * For workflows, and the single statement that closes a chain in the ledger. Fetches never share it: activities started eagerly
 * on the same queue would skip every queue limit.
 */
export const WORKFLOW_QUEUE = 'crawlchain';

/** Ingests the payloads of crawls; also starts crawls. */
export const INGEST_QUEUE = 'ingest';

/** Ingests stored payloads again, in the background. */
export const REINGEST_QUEUE = 'reingest';

/** Downloads and converts images. */
export const MEDIA_QUEUE = 'media';

/** Generic jobs: scrapes, downloads, syncs. */
export const JOBS_QUEUE = 'jobs';

/** Requests to one platform's menu API. */
export function fetchQueue(platform: PlatformName): `fetch-${PlatformName}` {
  return `fetch-${platform}`;
}

/** Fetches that need a browser, for all platforms. A worker runs as many as its memory allows. */
export const BROWSER_QUEUE = 'browser';

/** Ingests from a pod's own disk, if workers share no storage. The queue keeps its name when the pod restarts. */
export function filesQueue(holder: string): `files@${string}` {
  return `files@${holder}`;
}

/** Background work with the files on a pod's own disk: images, and the sweep of its disk. */
export function filesMediaQueue(holder: string): `files-media@${string}` {
  return `files-media@${holder}`;
}

/** Ingests payloads on a pod's own disk again, in the background. */
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
