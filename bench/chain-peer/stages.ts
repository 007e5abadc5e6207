import { Client, Connection } from '@temporalio/client';
import { MockActivityEnvironment } from '@temporalio/testing';
import type { createDownloadImagesActivities } from '../../activities/download-images.ts';
import type { createFetchMenuActivities } from '../../activities/fetch-menu.ts';
import type { createIngestPayloadActivities } from '../../activities/ingest-payload.ts';
import type { Environment } from '../../config/environment.ts';
import { connectDatabase } from '../../db/connect.ts';
import { keySourceOf, preparePasswordSeal } from '../../db/prepare-password-seal.ts';
import type { FetchedMenu } from '../../domain/crawl-run.ts';
import { createLog } from '../../observability/log.ts';
import { fetchQueue, INGEST_QUEUE, MEDIA_QUEUE } from '../../temporal-config/task-queues.ts';
import { crawlDispensaryId } from '../../temporal-config/workflow-ids.ts';
import { createActivities } from '../../workers/create-activities.ts';
import type { PeerName } from './messages.ts';

/** One chain, as a queue's payload. */
export interface Chain {
  dispensaryId: number;
  /** The run id in the ledger: unique, and the same for all stages and attempts. */
  runId: string;
  images: boolean;
}

/** The number of a stage's attempt, and when the stage was scheduled. */
export interface Attempt {
  number: number;
  scheduledAt: Date;
}

/** The activities of a chain, callable without Temporal. */
export interface Stages {
  fetchMenu(chain: Chain, attempt: Attempt): Promise<FetchedMenu>;
  ingestPayload(chain: Chain & { payloadId: number }, attempt: Attempt): Promise<unknown>;
  downloadImages(chain: Chain, attempt: Attempt): Promise<unknown>;
}

type Activities = ReturnType<typeof createFetchMenuActivities> &
  ReturnType<typeof createIngestPayloadActivities> &
  ReturnType<typeof createDownloadImagesActivities>;

const ROLE = 'payload_fetch';

/** Creates the same activities as a worker's, with the same tools, each in the context that it expects. */
export async function createStages(environment: Environment, worker: PeerName): Promise<Stages> {
  const activities = await createChainActivities(environment, worker);
  return {
    fetchMenu: ({ dispensaryId, runId }, attempt) =>
      inContext({ activityType: 'fetchMenu', dispensaryId, runId, attempt }, async () => {
        const fetched = await activities.fetchMenu({ dispensaryId, role: ROLE });
        if ('waitsFor' in fetched) throw new Error(`${fetched.waitsFor.workflowId} has the store.`);
        if ('escalateTo' in fetched) throw new Error(`Expected a menu by requests alone. ${fetched.because}`);
        return fetched;
      }),
    ingestPayload: ({ dispensaryId, runId, images, payloadId }, attempt) =>
      inContext({ activityType: 'ingestPayload', dispensaryId, runId, attempt }, () =>
        activities.ingestPayload({ dispensaryId, role: ROLE, payloadId, isLastStage: !images }),
      ),
    downloadImages: ({ dispensaryId, runId }, attempt) =>
      inContext({ activityType: 'downloadImages', dispensaryId, runId, attempt }, () =>
        activities.downloadImages({ dispensaryId, role: ROLE }),
      ),
  };
}

async function createChainActivities(environment: Environment, worker: PeerName): Promise<Activities> {
  const db = connectDatabase({
    url: environment.DATABASE_URL ?? '',
    poolSize: environment.DATABASE_POOL_SIZE,
    applicationName: worker,
    onLostConnection: () => undefined,
  });
  const queues = createActivities({
    environment,
    db,
    passwordSeal: await preparePasswordSeal(db, keySourceOf(environment)),
    // Only activities that start workflows use the client; those of a chain do not, so it never connects.
    client: new Client({ connection: Connection.lazy() }),
    worker,
    log: createLog('error'),
    ingests: true,
    browserStage: null,
    jobTypes: new Map(),
  });
  return {
    ...queues[fetchQueue('dutchie')],
    ...queues[INGEST_QUEUE],
    ...queues[MEDIA_QUEUE],
  } as Activities;
}

interface Calling extends Pick<Chain, 'dispensaryId' | 'runId'> {
  activityType: string;
  attempt: Attempt;
}

/** Runs an activity in a mock context with its workflow, attempt, cancellation and heartbeats. */
function inContext<Result>(calling: Calling, work: () => Promise<Result>): Promise<Result> {
  const { activityType, dispensaryId, runId, attempt } = calling;
  const context = new MockActivityEnvironment({
    activityType,
    activityId: activityType,
    workflowExecution: { workflowId: crawlDispensaryId(dispensaryId), runId },
    attempt: attempt.number,
    scheduledTimestampMs: attempt.scheduledAt.getTime(),
    currentAttemptScheduledTimestampMs: attempt.scheduledAt.getTime(),
  });
  return context.run<[], Result, () => Promise<Result>>(work);
}
