import { activityInfo } from '@temporalio/activity';
import type { HeldFile } from '../domain/crawl-run.ts';
import type { Db } from '../db/connect.ts';
import { findStageResult } from '../db/queries/crawl-runs.ts';
import { findServedQueues } from '../db/queries/file-holders.ts';
import { filesQueue } from '../temporal-config/task-queues.ts';
import type { IngestedPayload } from './ingest-payload.ts';

/** What is known of a pod that has not taken its work. */
export interface HolderNews {
  /**
   * The registry has heard of a worker that sees the file: it is busy. One that was killed has been silent for as long as it was
   * waited for.
   */
  isThere: boolean;
  /** What the calling chain has brought in, where the pod did so and its answer was lost with it. */
  ingested: IngestedPayload | null;
}

/** Activities that ask the registry and the ledger about the pod that alone has a file. */
export function createLookForHolderActivities({ db }: { db: Db }) {
  return {
    /** Reads only; doing it twice changes nothing. */
    async lookForHolder({ holder, returnSeconds }: HeldFile): Promise<HolderNews> {
      const queue = filesQueue(holder);
      const serving = await findServedQueues(db, { prefix: queue, silentSeconds: returnSeconds });
      const workflowRunId = activityInfo().workflowExecution?.runId ?? '';
      return {
        isThere: serving.includes(queue),
        ingested: await findStageResult<IngestedPayload>(db, workflowRunId, 'ingest'),
      };
    },
  };
}
