import { PgBoss } from 'pg-boss';
import { BATCH, echoPayload, type JobPeer, type JobPeerStart } from './peer.ts';
import { openWatch } from './watch-queue.ts';

const QUEUE = 'echo';
/** Jobs of one fetch. Each of the workers runs those of its batch one by one. */
const FETCHED = 100;

/** Runs echo jobs on pg-boss: woken by NOTIFY, in batches, without a pause while there is more. */
export async function createPgBoss({ databaseUrl, concurrency }: JobPeerStart): Promise<JobPeer> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: concurrency + 2, useListenNotify: true });
  boss.on('error', (error) => void process.stderr.write(`pg-boss: ${error.message}\n`));
  await boss.start();
  await boss.createQueue(QUEUE, { notify: true });
  let ended = 0;
  let onEnded: () => void = () => undefined;
  await boss.work(
    QUEUE,
    {
      localConcurrency: concurrency,
      batchSize: FETCHED,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: 0.5,
    },
    async (jobs) => {
      const echoes = jobs.map(({ data }) => data);
      ended += echoes.length;
      onEnded();
    },
  );
  const watch = await openWatch(
    databaseUrl,
    `select count(*) as open from pgboss.job where name = '${QUEUE}' and state < 'completed'`,
  );
  return {
    async clean() {
      await boss.deleteStoredJobs(QUEUE);
      await watch.vacuum();
    },
    async run(count) {
      const { promise, resolve } = Promise.withResolvers<void>();
      ended = 0;
      onEnded = () => {
        if (ended === count) resolve();
      };
      for (let from = 0; from < count; from += BATCH)
        await boss.insert(
          QUEUE,
          Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => ({
            data: echoPayload(from + at),
          })),
        );
      await promise;
      await watch.untilEmpty();
    },
  };
}
