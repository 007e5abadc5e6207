import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test } from 'vitest';
import { createStoreWaitActivities } from '../../../activities/store-waits.ts';
import type { Db } from '../../../db/connect.ts';
import { enterStore } from '../../../db/queries/store-locks.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { day, makeClaim, makeDispensary } from '../db/make-crawl.ts';

/** Creates the activities for a workflow `refresh/1` in a world where every workflow is open and no chain exists. */
function activitiesOf(db: Db) {
  const activities = createStoreWaitActivities({
    db,
    wakeWaiter: async () => true,
    isOpen: async () => true,
    meetChain: async () => ({ is: 'over' }),
  });
  const workflowExecution = { workflowId: 'refresh/1', runId: 'the run after the reset' };
  const run = <Result>(work: () => Promise<Result>): Promise<Result> =>
    new MockActivityEnvironment({ workflowExecution }).run(work);
  return { activities, run };
}

test.each([
  ['refresh/1', false],
  ['refresh/2', true],
])('a workflow has to wait where %s has the store: %s', async (workflowId, hasToWait) => {
  const { db } = await createTestDatabase();
  const dispensaryId = await makeDispensary(db);
  await enterStore(db, makeClaim(dispensaryId, { workflowId, workflowRunId: 'an earlier run' }));
  const { activities, run } = activitiesOf(db);
  expect(await run(() => activities.lookAtHolder({ dispensaryId }))).toEqual({ hasToWait });
});

test('a workflow does not wait where nobody has the store', async () => {
  const { db } = await createTestDatabase();
  const dispensaryId = await makeDispensary(db);
  const { activities, run } = activitiesOf(db);
  expect(await run(() => activities.lookAtHolder({ dispensaryId }))).toEqual({ hasToWait: false });
});

test('a start for later of a dispensary that is deleted meets no chain', async () => {
  const { db } = await createTestDatabase();
  const { activities, run } = activitiesOf(db);
  const request = { dispensaryId: 4711, images: true, priority: 50, since: day(1).toISOString() };
  expect(await run(() => activities.meetChain(request))).toEqual({ is: 'over' });
});
