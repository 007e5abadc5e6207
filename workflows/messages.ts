import { defineQuery, defineSignal } from '@temporalio/workflow';
import type { BulkReport } from '../domain/bulk-action.ts';
import type { FanOutProgress } from '../domain/crawl-due.ts';

/** Where a chain stands. */
export interface CrawlProgress {
  stage: 'fetch' | 'ingest' | 'images' | 'done';
  /** In words, for people. */
  summary: string;
}

/** Asks a running or closed `crawlDispensary` how far it is. */
export const crawlProgressQuery = defineQuery<CrawlProgress>('progress');

/** A more urgent request for a chain that is open. */
export interface Promotion {
  /** As the API counts: higher is more urgent. One that is not higher than the chain's own changes nothing. */
  priority: number;
  /** The activity that waits for a worker and has never begun, such as `fetchMenu`; null when there is none. */
  waitingActivity: string | null;
}

/** Brings an open `crawlDispensary` forward. */
export const promoteSignal = defineSignal<[Promotion]>('promote');

/** Tells a workflow that waits for another task of its store that this one has ended. */
export const storeFreeSignal = defineSignal('storeFree');

/** Asks a running or closed `crawlDue` how far it is. */
export const fanOutProgressQuery = defineQuery<FanOutProgress>('progress');

/** Asks a running or closed `bulkAction` how far it is. */
export const bulkProgressQuery = defineQuery<BulkReport>('progress');

/** Has a `job` that waits for its time begin now. */
export const startNowSignal = defineSignal('startNow');
