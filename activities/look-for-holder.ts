import { activityInfo } from '@temporalio/activity';
import type { HeldFile } from '../domain/crawl-run.ts';
import type { Db } from '../db/connect.ts';
import { findStageResult } from '../db/queries/crawl-runs.ts';
import { findServedQueues } from '../db/queries/file-holders.ts';
import { filesQueue } from '../temporal-config/task-queues.ts';
import type { IngestedPayload } from './ingest-payload.ts';

/** What is known about a pod that has not taken its work. */
export interface HolderNews {
  /**
   * True when a worker that can read the file has sent a heartbeat recently: the worker is then only busy, since a killed worker
   * would have been silent for the whole wait.
   */
  isThere: boolean;
  /** What the calling chain has already ingested, if the pod finished but its answer was lost. */
  ingested: IngestedPayload | null;
}

/** Creates the activities that look up, in the registry and the ledger, the only pod that has a file. */
export function createLookForHolderActivities({ db }: { db: Db }) {
  return {
    /** Looks up whether the pod is alive, and what the calling chain has already ingested. Changes nothing. */
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
