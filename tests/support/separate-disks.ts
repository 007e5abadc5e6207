import { join } from 'node:path';
import type { WorkflowHandle } from '@temporalio/client';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { ManagedProcess } from '../../local/managed-process.ts';
import { startCrawl, type NamedDispensary } from '../../temporal-client/crawl-control.ts';
import { WORKFLOW_QUEUE } from '../../temporal-config/task-queues.ts';
import { addNamedDispensaries } from './add-dispensary.ts';
import { untilWaiting } from './crawl-backlog.ts';
import { createCrawlWorld, type CrawlWorld } from './crawl-world.ts';
import type { TestNamespace } from './test-namespace.ts';
import { temporaryFolder } from './temporary-folder.ts';

// Workers (pods) that share no storage. A separate process, the director, runs the workflows. It is frozen while a fetch ends, so that
// the worker that has the file can be killed before an ingest begins.

export interface Pods {
  world: CrawlWorld;
  dispensaries: NamedDispensary[];
  /** The process that runs only workflows. */
  director: ManagedProcess;
  rootOf(name: string): string;
  /**
   * Starts a worker. @param queues the queues that it serves besides the queue for its own files; default: all but that of the workflows
   */
  startPod(name: string, queues?: string): Promise<ManagedProcess>;
}

/**
 * Creates a world for pods, which are not started yet.
 * @param returnSeconds how long a chain waits for the pod that has its file
 * @param temporal a Temporal server of the test's own
 */
export async function createPods(returnSeconds: number, temporal?: TestNamespace): Promise<Pods> {
  const env = {
    STORAGE_SHARED: 'false',
    STORAGE_RETURN_SECONDS: String(returnSeconds),
    HEARTBEAT_INTERVAL_MS: '500',
    MAX_CONCURRENT_TASKS: '1',
  };
  const world = await createCrawlWorld({
    dispensaries: 2,
    products: 10,
    env,
    ...(temporal === undefined ? {} : { temporal }),
  });
  const dispensaries = await addNamedDispensaries(world);
  const disks = await temporaryFolder('own-disks-');
  const rootOf = (name: string): string => join(disks, name);
  return {
    world,
    dispensaries,
    director: await world.startWorker('director', { WORKER_QUEUES: WORKFLOW_QUEUE }),
    rootOf,
    startPod: (name, queues = 'fetch-dutchie,ingest,reingest,media') =>
      world.startWorker(name, { STORAGE_ROOT: rootOf(name), WORKER_QUEUES: queues }),
  };
}

/** Lets one pod fetch the menus and do nothing more: the workflows are frozen, so they have not noticed the fetches. */
async function fetchOn({ world, director }: Pods, dispensaries: NamedDispensary[]) {
  await world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts' }, times: 1, action: { type: 'hold' } }],
  });
  const [first, ...others] = dispensaries;
  const handles = [await startCrawl(world.client, first!, { images: false })];
  await world.control('GET', '/control/wait?operation=FilteredProducts&held=1&timeoutMs=60000');
  for (const other of others) {
    handles.push(await startCrawl(world.client, other, { images: false }));
    await untilWaiting(world.client, other.id);
  }
  process.kill(director.pid ?? 0, 'SIGSTOP');
  await world.control('POST', '/control/release');
  for (const { handle } of handles) await untilFetched(handle);
  return handles.map(({ handle }) => handle);
}

/** Lets one pod fetch one menu and do nothing more, as `fetchOn` does. */
export async function fetchOneOn(pods: Pods): Promise<WorkflowHandle> {
  const [handle] = await fetchOn(pods, pods.dispensaries.slice(0, 1));
  return handle!;
}

/** Lets the frozen workflows continue. */
export function resume({ director }: Pods): void {
  process.kill(director.pid ?? 0, 'SIGCONT');
}

async function untilFetched(handle: WorkflowHandle): Promise<void> {
  const hasCompleted = async (): Promise<boolean> =>
    (await handle.fetchHistory()).events?.some((event) => event.activityTaskCompletedEventAttributes) ??
    false;
  await expect.poll(hasCompleted, { timeout: 120_000 }).toBe(true);
}

/**
 * Lets the one pod fetch both menus and begin one ingest. This occupies the pod's only slot until the activity of the other chain has
 * waited for it in vain and timed out.
 * @returns both chains; the one that timed out comes first
 */
export async function letOneWait(pods: Pods): Promise<WorkflowHandle[]> {
  const handles = await fetchOn(pods, pods.dispensaries);
  return pods.world.db.transaction().execute(async (tx) => {
    await sql`lock table store_product_snapshots in share mode`.execute(tx);
    resume(pods);
    const haveWaited = async (): Promise<boolean[]> => Promise.all(handles.map(hasTimedOut));
    await expect.poll(haveWaited, { timeout: 120_000 }).toContain(true);
    return (await haveWaited())[0] ? handles : handles.toReversed();
  });
}

async function hasTimedOut(handle: WorkflowHandle): Promise<boolean> {
  const { events } = await handle.fetchHistory();
  return events?.some((event) => event.activityTaskTimedOutEventAttributes) ?? false;
}
