import type { Client } from '@temporalio/client';
import { startCrawl, type NamedDispensary } from '../../temporal-client/crawl-control.ts';
import { crawlDispensaryId } from '../../temporal-config/workflow-ids.ts';
import { addNamedDispensaries } from './add-dispensary.ts';
import type { CrawlWorld } from './crawl-world.ts';

export interface Backlog {
  /** The dispensary whose chain has the only slot. The chain's request is held until `POST /control/release`. */
  running: NamedDispensary;
  /** The dispensaries whose chains wait for the slot, in the order of their starts. */
  waiting: NamedDispensary[];
}

/**
 * Starts non-urgent chains of all dispensaries in a world that has only one slot for fetches. One chain has begun; the others wait.
 * @param stateAt returns the state of the dispensary that is started at this position; default: its own
 */
export async function makeBacklog(world: CrawlWorld, stateAt?: (place: number) => string): Promise<Backlog> {
  const rows = (await addNamedDispensaries(world)).toReversed();
  const dispensaries = rows.map((row, place) =>
    stateAt === undefined ? row : { ...row, stateCode: stateAt(place) },
  );
  const [running, ...waiting] = dispensaries;
  if (running === undefined) throw new Error('The sandbox has no dispensary');
  await world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts' }, times: 1, action: { type: 'hold' } }],
  });
  await world.startWorker('fetcher', { WORKER_QUEUES: 'fetch-dutchie', MAX_CONCURRENT_TASKS: '1' });
  await world.startWorker('others', { WORKER_QUEUES: 'crawlchain,ingest' });
  await startCrawl(world.client, running, { images: false });
  await world.control('GET', '/control/wait?operation=FilteredProducts&held=1&timeoutMs=60000');
  for (const dispensary of waiting) {
    await startCrawl(world.client, dispensary, { images: false });
    await untilWaiting(world.client, dispensary.id);
  }
  return { running, waiting };
}

/** Waits until a dispensary's fetch is queued and no worker has taken it. Asks the Temporal server, because only that knows. */
export async function untilWaiting(client: Client, dispensaryId: number): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const { raw } = await client.workflow.getHandle(crawlDispensaryId(dispensaryId)).describe();
    const [fetch] = raw.pendingActivities ?? [];
    if (fetch !== undefined && !fetch.lastStartedTime) return;
    if (Date.now() > deadline) throw new Error(`The fetch of dispensary ${dispensaryId} is in no queue`);
  }
}
