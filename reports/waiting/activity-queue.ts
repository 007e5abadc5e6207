import type { PlatformName } from '../../domain/dispensary.ts';
import {
  BROWSER_QUEUE,
  fetchQueue,
  INGEST_QUEUE,
  JOBS_QUEUE,
  MEDIA_QUEUE,
  REINGEST_QUEUE,
} from '../../temporal-config/task-queues.ts';

/**
 * Returns the task queue of a type of activity; null: not known. Where each pod has its own disk, the activity may be in that pod's queue
 * instead, which the ledger does not record.
 */
export function queueOf(activity: string, platform: PlatformName | null): string | null {
  switch (activity) {
    case 'fetchMenu':
    case 'resolveEntryPoint':
    case 'discoverStoresOfState':
      return platform === null ? null : fetchQueue(platform);
    case 'fetchMenuInBrowser':
      return BROWSER_QUEUE;
    case 'ingestPayload':
      return INGEST_QUEUE;
    case 'refreshPayload':
      return REINGEST_QUEUE;
    case 'downloadImages':
      return MEDIA_QUEUE;
    case 'runJob':
      return JOBS_QUEUE;
    default:
      return null;
  }
}
