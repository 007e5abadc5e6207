import { activityInfo } from '@temporalio/activity';
import type { Db } from '../db/connect.ts';
import { loadDispensaries } from '../db/queries/dispensaries.ts';
import { hasCrawledSince } from '../db/queries/recent-crawls.ts';
import type { Dispensary } from '../domain/dispensary.ts';
import type { ChainRole } from '../domain/role.ts';

export interface RetryCrawlInput {
  dispensaryId: number;
  role: ChainRole;
  priority: number;
  images: boolean;
  afterMs: number;
  /** The number of the requested retry, from 1. */
  retryCount: number;
  maxRetries: number;
}

/**
 * Schedules a crawl of a dispensary for later, unless one is already waiting. The worker passes this function in, because it
 * holds the Temporal client.
 */
type StartRetry = (
  dispensary: Pick<Dispensary, 'id' | 'name' | 'platform' | 'stateCode'>,
  retry: Omit<RetryCrawlInput, 'dispensaryId'> & { startId: string },
) => Promise<Date>;

interface Tools {
  db: Db;
  startRetry: StartRetry;
}

/** Creates the activities that schedule the retry of a failed chain. */
export function createRetryCrawlActivities({ db, startRetry }: Tools) {
  return {
    /**
     * Schedules the retry, once per run of a chain.
     * @returns ISO 8601: when it is due; null when the dispensary no longer exists
     */
    async retryCrawl({ dispensaryId, ...retry }: RetryCrawlInput): Promise<string | null> {
      const [store] = await loadDispensaries(db, [dispensaryId]);
      if (store === undefined) return null;
      const { runId } = activityInfo().workflowExecution ?? {};
      const startId = `retry/${runId ?? activityInfo().activityId}`;
      return (await startRetry(store, { ...retry, startId })).toISOString();
    },

    /**
     * Whether a retry is still needed. A person or the schedule may have had the dispensary crawled while the retry waited.
     * @param since ISO 8601: when the wait started
     */
    async isRetryWanted({ dispensaryId, since }: { dispensaryId: number; since: string }): Promise<boolean> {
      return !(await hasCrawledSince(db, dispensaryId, new Date(since)));
    },
  };
}
