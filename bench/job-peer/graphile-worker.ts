import { Logger, makeWorkerUtils, run, type Task } from 'graphile-worker';
import { BATCH, echoPayload, type JobPeer, type JobPeerStart } from './peer.ts';
import { openWatch } from './watch-queue.ts';

const TASK = 'echo';
/** Jobs that the process fetches ahead at once. */
const FETCHED = 500;

/** Runs echo jobs on graphile-worker: woken by NOTIFY, fetched and completed in batches. */
export async function createGraphileWorker({ databaseUrl, concurrency }: JobPeerStart): Promise<JobPeer> {
  let ended = 0;
  let onEnded: () => void = () => undefined;
  const echo: Task = async () => {
    ended += 1;
    onEnded();
  };
  const adder = await makeWorkerUtils({ connectionString: databaseUrl });
  await run({
    connectionString: databaseUrl,
    taskList: { [TASK]: echo },
    crontab: '',
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
    preset: {
      worker: {
        concurrentJobs: concurrency,
        // As its documentation advises: a connection per job plus two.
        maxPoolSize: Math.max(10, concurrency + 2),
        localQueue: { size: FETCHED },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  });
  const watch = await openWatch(databaseUrl, 'select count(*) as open from graphile_worker.jobs');
  return {
    // It has deleted the jobs that are done.
    clean: () => watch.vacuum(),
    async run(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      ended = 0;
      onEnded = () => {
        if (ended === count) resolve();
      };
      for (let from = 0; from < count; from += BATCH)
        await adder.addJobs(
          Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => ({
            identifier: TASK,
            payload: echoPayload(from + at),
          })),
        );
      await promise;
      await watch.untilEmpty();
    },
  };
}
