import { rm } from 'node:fs/promises';
import type { WorkflowHandle } from '@temporalio/client';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { untilBlocked } from '../integration/db/until-blocked.ts';
import { readTaskDetail } from '../../reports/task-detail.ts';
import { startRefresh, startStorageSweep } from '../../temporal-client/crawl-control.ts';
import {
  filesMediaQueue,
  filesQueue,
  filesReingestQueue,
  WORKFLOW_QUEUE,
} from '../../temporal-config/task-queues.ts';
import { prepareKeptTemporal } from '../support/kept-temporal.ts';
import { createPods, fetchOneOn, letOneWait, resume, type Pods } from '../support/separate-disks.ts';

/** Returns the activities of a chain in order, each with its queue. */
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
  // Another pod runs all the time, but does not have the file.
  await pods.startPod('pod-b');
  resume(pods);
  const { workflowId, runId } = await handle.describe();
  const waitingFor = async () => (await readTaskDetail(pods.world, { workflowId, runId }))?.waitingFor;
  await expect
    .poll(waitingFor, { timeout: 60_000 })
    .toMatch(/ the queue `files@pod-a`(, of \d+ in all|: .+ has sent no heartbeat since .+)?$/);
  // Besides the queue for its own files, the restarted pod serves only fetches.
  await pods.startPod('pod-a', 'fetch-dutchie');
  await expect(handle.result()).resolves.toMatchObject({ counts: { products: expect.any(Number) } });
  expect(await activitiesOf(handle)).toEqual([
    'fetchMenu on fetch-dutchie',
    `ingestPayload on ${filesQueue('pod-a')}`,
  ]);
  expect(await payloadsOf(pods)).toEqual(['pod-a: in']);

  // Later work on the file also finds the pod that has the file.
  const dispensary = pods.dispensaries[0]!;
  const { id } = await pods.world.db.selectFrom('raw_crawl_payloads').select('id').executeTakeFirstOrThrow();
  const { handle: refresh } = await startRefresh(pods.world.client, { payloadId: id, dispensary });
  await expect(refresh.result()).resolves.toMatchObject({ isNewest: true });
  expect(await activitiesOf(refresh)).toEqual([
    'refreshPayload on reingest',
    `refreshPayload on ${filesReingestQueue('pod-a')}`,
  ]);
  const { handle: sweep } = await startStorageSweep(pods.world.client);
  await expect(sweep.result()).resolves.toMatchObject({ payloadsChecked: 1, missing: 0, strayFiles: 0 });
  expect(await activitiesOf(sweep)).toEqual([
    'sweepStorage on media',
    `sweepStorage on ${filesMediaQueue('pod-a')}`,
    `sweepStorage on ${filesMediaQueue('pod-b')}`,
  ]);
});

test('a worker that shares its storage is refused beside pods with disks of their own', async () => {
  const pods = await createPods(120);
  const pod = await pods.startPod('pod-a');
  const mixed = { STORAGE_SHARED: 'true', WORKER_QUEUES: 'ingest' };
  await expect(pods.world.startWorker('other', mixed)).rejects.toThrow(
    'STORAGE_SHARED is true here and false for pod-a, which is live: workers that share queues must agree.',
  );
  await pod.stop();
  await (await pods.world.startWorker('other', mixed)).stop();
});

test('a menu whose pod is killed for good is fetched again by another', async () => {
  const pods = await createPods(10);
  const pod = await pods.startPod('pod-a');
  const handle = await fetchOneOn(pods);
  await pod.kill();
  await pods.startPod('pod-b');
  resume(pods);
  await expect(handle.result()).resolves.toMatchObject({ counts: { products: expect.any(Number) } });
  expect(await activitiesOf(handle)).toEqual([
    'fetchMenu on fetch-dutchie',
    `ingestPayload on ${filesQueue('pod-a')}`,
    `lookForHolder on ${WORKFLOW_QUEUE}`,
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
  const pods = await createPods(10);
  await pods.startPod('pod-a');
  const handles = await letOneWait(pods);
  for (const handle of handles) await handle.result();
  expect(await payloadsOf(pods)).toEqual(['pod-a: in', 'pod-a: in']);
});

test('what a pod brought in before it was killed stays, also when nobody but the ledger heard of it', async () => {
  const serve = await prepareKeptTemporal();
  const temporal = await serve();
  const pods = await createPods(10, temporal);
  const { db } = pods.world;
  const pod = await pods.startPod('pod-a');
  const handle = await fetchOneOn(pods);
  await db.transaction().execute(async (tx) => {
    await sql`lock table store_product_snapshots in share mode`.execute(tx);
    resume(pods);
    await untilBlocked(db);
    await temporal.kill();
  });
  const isIn = async (): Promise<string[]> => payloadsOf(pods);
  await expect.poll(isIn, { timeout: 60_000 }).toEqual(['pod-a: in']);
  await pod.kill();
  const { client } = await serve();
  const again = client.workflow.getHandle(handle.workflowId);
  await expect(again.result()).resolves.toMatchObject({ payloadId: 1 });
  expect(await activitiesOf(again)).toEqual([
    'fetchMenu on fetch-dutchie',
    `ingestPayload on ${filesQueue('pod-a')}`,
    `lookForHolder on ${WORKFLOW_QUEUE}`,
  ]);
  expect(await payloadsOf(pods)).toEqual(['pod-a: in']);
});
