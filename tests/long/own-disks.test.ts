import { rm } from 'node:fs/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startRefresh, startStorageSweep } from '../../temporal-client/crawl-control.ts';
import { filesQueue, WORKFLOW_QUEUE } from '../../temporal-config/task-queues.ts';
import { createPods, fetchOn, fetchOneOn, resume, type Pods } from '../support/separate-disks.ts';

async function hasTimedOut(handle: WorkflowHandle): Promise<boolean> {
  const { events } = await handle.fetchHistory();
  return events?.some((event) => event.activityTaskTimedOutEventAttributes) ?? false;
}

/** The activities of a chain in their order, each with its queue. */
async function activitiesOf(handle: WorkflowHandle): Promise<string[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).flatMap(({ activityTaskScheduledEventAttributes: task }) =>
    task ? [`${task.activityType?.name} on ${task.taskQueue?.name}`] : [],
  );
}

async function payloadsOf({ world }: Pods) {
  return world.db
    .selectFrom('raw_crawl_payloads')
    .select(['held_by', 'ingested_at'])
    .orderBy('id')
    .execute()
    .then((rows) => rows.map((row) => `${row.held_by}: ${row.ingested_at === null ? 'not ' : ''}in`));
}

test('a pod that is killed and comes back goes on with the file on its disk', async () => {
  const pods = await createPods(120);
  const pod = await pods.startPod('pod-a');
  const handle = await fetchOneOn(pods);
  await pod.kill();
  // Another pod is there all the time, and cannot see the file.
  await pods.startPod('pod-b');
  resume(pods);
  // It serves none of the queues that it shares with the other, but for its fetches.
  await pods.startPod('pod-a', 'fetch-dutchie');
  await expect(handle.result()).resolves.toMatchObject({ counts: { products: expect.any(Number) } });
  expect(await activitiesOf(handle)).toEqual([
    'fetchMenu on fetch-dutchie',
    `ingestPayload on ${filesQueue('pod-a')}`,
  ]);
  expect(await payloadsOf(pods)).toEqual(['pod-a: in']);

  // What is done with a file later on finds its pod too.
  const dispensary = pods.dispensaries[0]!;
  const { id } = await pods.world.db.selectFrom('raw_crawl_payloads').select('id').executeTakeFirstOrThrow();
  const { handle: refresh } = await startRefresh(pods.world.client, { payloadId: id, dispensary });
  await expect(refresh.result()).resolves.toMatchObject({ isNewest: true });
  expect(await activitiesOf(refresh)).toEqual([
    'refreshPayload on ingest',
    `refreshPayload on ${filesQueue('pod-a')}`,
  ]);
  const { handle: sweep } = await startStorageSweep(pods.world.client);
  await expect(sweep.result()).resolves.toMatchObject({ payloadsChecked: 1, missing: 0, strayFiles: 0 });
  expect(await activitiesOf(sweep)).toEqual([
    'sweepStorage on ingest',
    `sweepStorage on ${filesQueue('pod-a')}`,
  ]);
});

test('a menu whose pod is killed for good is fetched again by another', async () => {
  const pods = await createPods(3);
  const pod = await pods.startPod('pod-a');
  const handle = await fetchOneOn(pods);
  await pod.kill();
  await pods.startPod('pod-b');
  resume(pods);
  await expect(handle.result()).resolves.toMatchObject({ counts: { products: expect.any(Number) } });
  expect(await activitiesOf(handle)).toEqual([
    'fetchMenu on fetch-dutchie',
    `ingestPayload on ${filesQueue('pod-a')}`,
    `isHolderThere on ${WORKFLOW_QUEUE}`,
    'fetchMenu on fetch-dutchie',
    `ingestPayload on ${filesQueue('pod-b')}`,
  ]);
  expect(await payloadsOf(pods)).toEqual(['pod-a: not in', 'pod-b: in']);
  const run = await pods.world.db.selectFrom('crawl_runs').select('status').execute();
  expect(run).toEqual([{ status: 'completed' }]);
});

test('a pod that comes back with an empty disk has the menu fetched again', async () => {
  const pods = await createPods(120);
  const pod = await pods.startPod('pod-a');
  const handle = await fetchOneOn(pods);
  await pod.kill();
  await rm(pods.rootOf('pod-a'), { recursive: true });
  resume(pods);
  await pods.startPod('pod-a');
  await handle.result();
  expect(await activitiesOf(handle)).toEqual([
    'fetchMenu on fetch-dutchie',
    `ingestPayload on ${filesQueue('pod-a')}`,
    'fetchMenu on fetch-dutchie',
    `ingestPayload on ${filesQueue('pod-a')}`,
  ]);
  expect(await payloadsOf(pods)).toEqual(['pod-a: not in', 'pod-a: in']);
});

test('a pod that is there and has no place free is waited for', async () => {
  const pods = await createPods(2);
  const { world } = pods;
  await pods.startPod('pod-a');
  const handles = await fetchOn(pods, pods.dispensaries);
  await world.db.transaction().execute(async (tx) => {
    await sql`lock table store_product_snapshots in share mode`.execute(tx);
    resume(pods);
    // One of the two has the only place and waits for the lock, so the other waits for the place.
    const haveTimedOut = async (): Promise<boolean[]> => Promise.all(handles.map(hasTimedOut));
    await expect.poll(haveTimedOut, { timeout: 120_000 }).toContain(true);
  });
  for (const handle of handles) await handle.result();
  expect(await payloadsOf(pods)).toEqual(['pod-a: in', 'pod-a: in']);
});
