import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { BulkReport } from '../domain/bulk-action.ts';
import type { FanOutProgress } from '../domain/crawl-due.ts';
import type { JobInput } from '../domain/job.ts';
import type { RequestedJobEdit } from '../domain/job-edit.ts';

/** The current stage of a chain. */
export interface CrawlProgress {
  stage: 'fetch' | 'ingest' | 'images' | 'done';
  /** For people to read. */
  summary: string;
}

/** Reads the progress of a running or closed `crawlDispensary`. */
export const crawlProgressQuery = defineQuery<CrawlProgress>('progress');

/** A more urgent request for a chain that is open. */
export interface Promotion {
  /** The API's priority: higher is more urgent. A priority that is not higher than the chain's own changes nothing. */
  priority: number;
  /** The activity that still waits for a worker and has never started, such as `fetchMenu`; null if none waits. */
  waitingActivity: string | null;
}

/** Raises the priority of an open `crawlDispensary`. */
export const promoteSignal = defineSignal<[Promotion]>('promote');

/** Sent when a task of a store ends, to a workflow that waits for it. */
export const storeFreeSignal = defineSignal('storeFree');

/** Reads the progress of a running or closed `crawlDue`. */
export const fanOutProgressQuery = defineQuery<FanOutProgress>('progress');

/** Reads the progress of a running or closed `bulkAction`. */
export const bulkProgressQuery = defineQuery<BulkReport>('progress');

/** Starts a `job` that waits for its scheduled time. */
export const startNowSignal = defineSignal('startNow');

/** Sent to a `job` that waits for other jobs: what it waits for has changed. */
export const wakeJobSignal = defineSignal('wake');

/** Changes a `job` that no worker has begun. Returns its input, as edited. */
export const editJobUpdate = defineUpdate<JobInput, [RequestedJobEdit]>('edit');
