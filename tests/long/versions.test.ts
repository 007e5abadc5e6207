import type { WorkflowHandle } from '@temporalio/client';
import { expect, test } from 'vitest';
import type { ManagedProcess } from '../../local/managed-process.ts';
import { startCrawl, startCrawlDue } from '../../temporal-client/crawl-control.ts';
import { DEPLOYMENT_NAME } from '../../temporal-config/deployment.ts';
import { WORKFLOW_QUEUE } from '../../temporal-config/task-queues.ts';
import { addNamedDispensaries } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { runTemporal } from '../support/run-temporal.ts';

/** Starts a workflow worker with this build id. */
function startVersion(world: CrawlWorld, build: string): Promise<ManagedProcess> {
  return world.startWorker(build, { WORKER_QUEUES: WORKFLOW_QUEUE, WORKER_BUILD_ID: build });
}

/** Makes a version current, as an operator does when its worker says that it serves. */
async function makeCurrent({ temporalAddress: address, namespace }: CrawlWorld, build: string) {
  const command = 'worker deployment set-current-version --yes';
  await runTemporal({ address, namespace }, command, [
    '--deployment-name',
    DEPLOYMENT_NAME,
    '--build-id',
    build,
  ]);
}

/** Returns the versions that completed the workflow's tasks, in order. */
async function versionsOf(handle: WorkflowHandle): Promise<string[]> {
  const { events } = await handle.fetchHistory();
  const builds = (events ?? []).flatMap(({ workflowTaskCompletedEventAttributes: task }) =>
    task ? [task.deploymentVersion?.buildId || 'none'] : [],
  );
  return [...new Set(builds)];
}

async function createVersionedWorld() {
  const world = await createCrawlWorld({ dispensaries: 3, products: 10 });
  const dispensaries = await addNamedDispensaries(world);
  // The activity workers have no version, because both versions of the workflows use them.
  await world.startWorker('hands', { WORKER_QUEUES: 'fetch-dutchie,ingest,media' });
  const first = await startVersion(world, 'one');
  await makeCurrent(world, 'one');
  return { world, dispensaries, first };
}

async function holdNextFetch(world: CrawlWorld): Promise<void> {
  await world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts' }, times: 1, action: { type: 'hold' } }],
  });
}

async function untilHeld(world: CrawlWorld): Promise<void> {
  await world.control('GET', '/control/wait?operation=FilteredProducts&held=1&timeoutMs=60000');
}

test('a chain ends on the version that it began on, new ones begin on the current one', async () => {
  const { world, dispensaries } = await createVersionedWorld();
  await holdNextFetch(world);
  const older = await startCrawl(world.client, dispensaries[0]!, { images: false });
  await untilHeld(world);
  await startVersion(world, 'two');
  await makeCurrent(world, 'two');
  const newer = await startCrawl(world.client, dispensaries[1]!, { images: false });
  await newer.handle.result();
  await world.control('POST', '/control/release');
  await older.handle.result();
  expect(await versionsOf(older.handle)).toEqual(['one']);
  expect(await versionsOf(newer.handle)).toEqual(['two']);
});

test('a fan-out goes on with the current version, and so do the chains that it starts', async () => {
  const { world, dispensaries } = await createVersionedWorld();
  await holdNextFetch(world);
  const { handle } = await startCrawlDue(world.client, { scope: 'all', intervalHours: 0, window: 1 });
  await untilHeld(world);
  await startVersion(world, 'two');
  await makeCurrent(world, 'two');
  await world.control('POST', '/control/release');
  expect(await handle.result()).toMatchObject({ started: 3 });
  expect(await versionsOf(handle)).toEqual(['one', 'two']);
  const chains = dispensaries.map(({ id }) => world.client.workflow.getHandle(`crawl/${id}`));
  for (const chain of chains) await chain.result();
  const versions = await Promise.all(chains.map(versionsOf));
  expect(versions.flat().toSorted()).toEqual(['one', 'two', 'two']);
});

test('a chain whose version is gone goes on with the current one when an operator says so', async () => {
  const { world, dispensaries, first } = await createVersionedWorld();
  await holdNextFetch(world);
  const { handle } = await startCrawl(world.client, dispensaries[0]!, { images: false });
  await untilHeld(world);
  await startVersion(world, 'two');
  await makeCurrent(world, 'two');
  await first.stop();
  await runTemporal(
    { address: world.temporalAddress, namespace: world.namespace },
    'workflow update-options --versioning-override-behavior auto_upgrade',
    ['--workflow-id', handle.workflowId],
  );
  await world.control('POST', '/control/release');
  await handle.result();
  expect(await versionsOf(handle)).toEqual(['one', 'two']);
});

test('what began without a version goes on with the first one that is made current', async () => {
  const world = await createCrawlWorld({ dispensaries: 1, products: 10 });
  const [dispensary] = await addNamedDispensaries(world);
  const unversioned = await world.startWorker('unversioned', { WORKER_QUEUES: WORKFLOW_QUEUE });
  await world.startWorker('hands', { WORKER_QUEUES: 'fetch-dutchie,ingest,media' });
  await holdNextFetch(world);
  const { handle } = await startCrawl(world.client, dispensary!, { images: false });
  await untilHeld(world);
  await startVersion(world, 'one');
  await makeCurrent(world, 'one');
  await unversioned.stop();
  await world.control('POST', '/control/release');
  await handle.result();
  expect(await versionsOf(handle)).toEqual(['none', 'one']);
  // Goes back to workers without a version.
  const { temporalAddress: address, namespace } = world;
  await world.startWorker('unversioned', { WORKER_QUEUES: WORKFLOW_QUEUE });
  await runTemporal(
    { address, namespace },
    'worker deployment set-current-version --unversioned --yes --deployment-name',
    [DEPLOYMENT_NAME],
  );
  const next = await startCrawl(world.client, dispensary!, { images: false });
  await next.handle.result();
  expect(await versionsOf(next.handle)).toEqual(['none']);
});
