import { randomUUID } from 'node:crypto';
import { Logger, run, type Job, type Task } from 'graphile-worker';
import type { Ends, Peer } from './messages.ts';
import type { Attempt, Chain, Stages } from './stages.ts';

interface Queue {
  databaseUrl: string;
  /** Concurrent jobs. */
  concurrency: number;
}

/**
 * Runs chains as graphile-worker jobs, one for each stage: each adds the next, so that a stage is retried without the ones before
 * it. The job key prevents a job that is added twice from running twice.
 */
export async function createGraphileWorker(
  stages: Stages,
  queue: Queue,
  { ended, failed }: Ends,
): Promise<Peer> {
  const fetchMenu: Task = async (payload, { job, addJob }) => {
    const chain = payload as Chain;
    const { payloadId } = await stages.fetchMenu(chain, attemptOf(job));
    await addJob('ingestPayload', { ...chain, payloadId }, { jobKey: `${chain.runId}/ingest` });
  };
  const ingestPayload: Task = async (payload, { job, addJob }) => {
    const chain = payload as Chain & { payloadId: number };
    await stages.ingestPayload(chain, attemptOf(job));
    if (chain.images) await addJob('downloadImages', chain, { jobKey: `${chain.runId}/images` });
  };
  const downloadImages: Task = async (payload, { job }) => {
    await stages.downloadImages(payload as Chain, attemptOf(job));
  };
  const runner = await run({
    connectionString: queue.databaseUrl,
    concurrency: queue.concurrency,
    // As its documentation advises: a connection per job plus two.
    maxPoolSize: Math.max(10, queue.concurrency + 2),
    taskList: { fetchMenu, ingestPayload, downloadImages },
    crontab: '',
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
  });
  runner.events.on('job:complete', ({ job, error }) => {
    if (error) failed(error);
    else if (isLastOf(job)) ended();
  });
  return {
    async crawl({ dispensaryIds, images }) {
      await Promise.all(
        dispensaryIds.map((dispensaryId) => {
          const chain: Chain = { dispensaryId, runId: randomUUID(), images };
          return runner.addJob('fetchMenu', chain, { jobKey: `${chain.runId}/fetch` });
        }),
      );
    },
  };
}

function isLastOf({ task_identifier: task, payload }: Job): boolean {
  return task === ((payload as Chain).images ? 'downloadImages' : 'ingestPayload');
}

function attemptOf({ attempts, run_at }: Job): Attempt {
  return { number: attempts, scheduledAt: new Date(run_at) };
}
