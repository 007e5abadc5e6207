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
  /** How often the chain has run again, with the run that is asked for. */
  retryCount: number;
  maxRetries: number;
}

/** Has a dispensary crawled later, unless that waits already; given by the worker, which holds the client. */
type StartRetry = (
  dispensary: Pick<Dispensary, 'id' | 'name' | 'platform' | 'stateCode'>,
  retry: Omit<RetryCrawlInput, 'dispensaryId'> & { startId: string },
) => Promise<Date>;

interface Tools {
  db: Db;
  startRetry: StartRetry;
}

/** Activities that have a chain which has failed run again. */
export function createRetryCrawlActivities({ db, startRetry }: Tools) {
  return {
    /**
     * Starts the retry, once for each run of a chain.
     * @returns ISO 8601: when it is due; null: the dispensary is gone
     */
    async retryCrawl({ dispensaryId, ...retry }: RetryCrawlInput): Promise<string | null> {
      const [store] = await loadDispensaries(db, [dispensaryId]);
      if (store === undefined) return null;
      const { runId } = activityInfo().workflowExecution ?? {};
      const startId = `retry/${runId ?? activityInfo().activityId}`;
      return (await startRetry(store, { ...retry, startId })).toISOString();
    },

    /**
     * Whether a retry is still to be made: a person may have had the dispensary crawled, or its schedule, while it waited.
     * @param since ISO 8601: when it began to wait
     */
    async isRetryWanted({ dispensaryId, since }: { dispensaryId: number; since: string }): Promise<boolean> {
      return !(await hasCrawledSince(db, dispensaryId, new Date(since)));
    },
  };
}
