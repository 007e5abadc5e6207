import type { KyselyPlugin } from 'kysely';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { expect, test } from 'vitest';
import { heartbeat } from '../../../stages/heartbeat.ts';
import type { Db } from '../../../db/connect.ts';
import { createLog } from '../../../observability/log.ts';
import { createEventBell } from '../../../db/event-bell.ts';
import { recordWork, type WorkRecorder } from '../../../workers/record-work.ts';
import { connectThroughLink } from '../../support/linked-database.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const log = createLog('silent');

const PATIENCE = { timeout: 60_000, interval: 20 };

/** Runs the activity of a discovery, as a worker does. */
const runActivity = (recorder: WorkRecorder, activityId: string, work: () => Promise<unknown>) =>
  new MockActivityEnvironment(
    {
      activityId,
      activityType: 'discoverStoresOfState',
      attempt: 1,
      taskQueue: 'fetch-dutchie',
      workflowType: 'discoverStores',
      workflowExecution: {
        workflowId: 'discover/dutchie/AZ',
        runId: `0199c6f2-0000-7000-8000-${activityId.padStart(12, '0')}`,
      },
    },
    { interceptors: [recorder.watch], logger: new DefaultLogger('ERROR') },
  ).run(work);

/** Wraps the database so that its statements are counted. */
function counting(db: Db): { counted: Db; count: () => number } {
  let statements = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return { counted: db.withPlugin(plugin), count: () => statements };
}

/** Does nothing: the recorded runs are first runs, so no earlier run has to be looked up. */
const placeRun = async (): Promise<void> => undefined;

test('an activity costs two statements, and those that begin and end together cost no more', async () => {
  const { db } = await createTestDatabase();
  const { counted, count } = counting(db);
  const recorder = recordWork({ db: counted, worker: 'Xylos', log, bell: createEventBell(db), placeRun });
  const go = Promise.withResolvers<void>();
  const ids = Array.from({ length: 20 }, (_, place) => `${place}`);
  const ends = ids.map((id) =>
    runActivity(recorder, id, async () => {
      heartbeat();
      await go.promise;
    }),
  );
  const readRows = () => db.selectFrom('run_heartbeats').selectAll().execute();
  await expect.poll(readRows, PATIENCE).toHaveLength(20);
  // The first heartbeat came before the claim was written, so both were written together.
  expect(
    (await readRows()).every(({ worker, heartbeat_at }) => worker === 'Xylos' && heartbeat_at !== null),
  ).toBe(true);
  expect(recorder.heartbeats()).toHaveLength(20);
  go.resolve();
  await Promise.all(ends);
  await expect.poll(readRows, PATIENCE).toEqual([]);
  expect(recorder.heartbeats()).toEqual([]);
  expect(count()).toBe(2);
});

test('work neither waits for a database that is silent nor fails by it, and a worker that ends waits only so long', async () => {
  const { db, url } = await createTestDatabase();
  const { db: linked, link } = await connectThroughLink(url, { poolSize: 2, answerMsMax: 120_000 });
  await linked.selectFrom('runs').select('id').execute();
  const recorder = recordWork({ db: linked, worker: 'Xylos', log, bell: createEventBell(db), placeRun });
  link.hold();
  expect(await runActivity(recorder, '1', () => Promise.resolve('done'))).toBe('done');
  await expect(runActivity(recorder, '2', () => Promise.reject(new Error('as it does')))).rejects.toThrow(
    'as it does',
  );
  await recorder.end();
  link.release();
  const readRuns = () => db.selectFrom('runs').select(['run_id', 'error_message']).orderBy('id').execute();
  await expect
    .poll(readRuns, PATIENCE)
    .toMatchObject([{ error_message: null }, { error_message: 'as it does' }]);
});
