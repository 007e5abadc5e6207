import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { listLiveWorkers } from '../../../reports/live-workers.ts';
import { writeWork } from '../../../db/queries/run-heartbeats.ts';
import { recordHeartbeat, registerWorker, type WorkerFacts } from '../../../db/queries/worker-registry.ts';
import { startApiServer } from '../../support/api-server.ts';
import { ownWorker, TOLD } from '../../support/own-worker.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { discovery, runIdAt, workOn } from '../db/make-noted-run.ts';

/** Returns the facts of an external worker, which reports its tasks only by heartbeats. */
function runElsewhere(facts: WorkerFacts): WorkerFacts {
  const tuner = { ...facts.tuner };
  delete tuner.shares_storage;
  return { ...facts, tuner };
}

test('a worker has what it has in hand now, whatever its last heartbeat said', async () => {
  const { db } = await createTestDatabase();
  for (const facts of [ownWorker('ours'), runElsewhere(ownWorker('elsewhere'))])
    await registerWorker(db, { facts, state: TOLD }, () => `Name of ${facts.workerId}`);
  const shown = async () =>
    (await listLiveWorkers(db)).map((one) => [one.worker_id, one.active_task_count, one.current_task_ids]);
  const elsewhere = ['elsewhere', 1, ['told']];
  expect(await shown()).toEqual([elsewhere, ['ours', 0, []]]);

  const [first, second, old] = [0, 1, 2].map((digit) => discovery(runIdAt(new Date(), digit)));
  const begun = workOn(first!, { activityId: '1', claimedAgeMs: 30 });
  const beside = workOn(first!, { activityId: '2', claimedAgeMs: 20, isNewToRun: false });
  await writeWork(db, 'ours', [begun, beside, workOn(second!, { claimedAgeMs: 10 })]);
  // Adds work from before the time at which the worker was killed and restarted.
  await writeWork(db, 'ours', [workOn(old!, { claimedAgeMs: 120_000 })]);
  const idOf = ({ runId }: { runId: string }) => `discover~dutchie~${runId}~${runId}`;
  expect(await shown()).toEqual([elsewhere, ['ours', 3, [idOf(first!), idOf(second!)]]]);

  await writeWork(db, 'ours', [{ ...begun, isNew: false, isNewToRun: false, state: 'ended' }]);
  expect(await shown()).toEqual([elsewhere, ['ours', 2, [idOf(first!), idOf(second!)]]]);

  // A lost worker has what no other worker has begun again, also if that is nothing.
  const lose = (ids: string[]) =>
    sql`update workers set last_heartbeat_at = now() - interval '10 minutes' where worker_id = any(${ids})`.execute(
      db,
    );
  await lose(['ours']);
  expect((await shown()).find(([id]) => id === 'ours')).toEqual(['ours', 2, [idOf(first!), idOf(second!)]]);
  for (const [run, activityId] of [
    [first!, '2'],
    [second!, '1'],
  ] as const)
    await writeWork(db, 'other', [workOn(run, { activityId, attempt: 2, isNewToRun: false })]);
  expect((await shown()).find(([id]) => id === 'ours')).toEqual(['ours', 0, []]);

  // For a worker that has ended, its last heartbeat is shown.
  await recordHeartbeat(db, ownWorker('ours'), { ...TOLD, status: 'stopped' });
  expect(await shown()).toEqual([elsewhere, ['ours', 1, ['told']]]);
});

const ASKED = 40;

test('many who ask for workers at once share readings of the fleet', async () => {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  await registerWorker(db, { facts: ownWorker('ours'), state: TOLD }, () => 'Xylos');
  let [readings, arrived] = [0, 0];
  let isHeld = false;
  const allArrived = Promise.withResolvers<void>();
  const onRequest = () => {
    arrived += 1;
    if (arrived === ASKED) allArrived.resolve();
  };
  const counting = db.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('run_heartbeats')) readings += 1;
      return node;
    },
    // The first read ends only after all requests have arrived, even on a slow machine.
    transformResult: async ({ result }) => {
      if (isHeld && readings === 1) await allArrived.promise;
      return result;
    },
  });
  const { call } = await startApiServer({ db: counting, client, isFollowed: false });
  await call('GET', '/api/worker-registry/ours');
  subscribe('http.server.request.start', onRequest);
  onTestFinished(() => void unsubscribe('http.server.request.start', onRequest));
  [readings, isHeld] = [0, true];
  const paths = ['/api/worker-registry', '/api/worker-registry/ours'];
  const requested = Array.from({ length: ASKED }, (_, at) => call('GET', paths[at % 2]!));
  for (const { status } of await Promise.all(requested)) expect(status).toBe(200);
  expect(readings).toBeGreaterThan(0);
  expect(readings).toBeLessThan(20);
});
