import { expect, test } from 'vitest';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { addDispensaries } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';

const KILLS = 5;
const CHAINS = 6;

/** The heartbeat timeout of a fetch, and what may pass until another worker has it. */
const RECOVERY_SECONDS_MAX = 30 + 15;

/** The state of an activity that a worker has, at the server. */
const RUNNING = 2;

type Handle = Awaited<ReturnType<typeof startCrawl>>['handle'];

/** When an activity runs on a worker: what the server says of its start, in milliseconds. */
async function untilStartedOn(handle: Handle, worker: string): Promise<number> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const { raw } = await handle.describe();
    const [activity] = raw.pendingActivities ?? [];
    const { seconds, nanos } = activity?.lastStartedTime ?? {};
    if (activity?.lastWorkerIdentity === worker && Number(activity.state) === RUNNING)
      return Number(seconds) * 1_000 + (nanos ?? 0) / 1e6;
    if (Date.now() > deadline) throw new Error(`${handle.workflowId} was not started on ${worker}`);
  }
}

const hold = (world: CrawlWorld) =>
  world.control('POST', '/control/faults', {
    rules: [{ match: { operation: 'FilteredProducts', page: 0 }, action: { type: 'hold' } }],
  });

/** Kills a worker in the middle of its fetches. @returns after how many seconds each runs elsewhere */
async function killOnce(world: CrawlWorld, round: number): Promise<number[]> {
  const [victimName, rescuerName] = [`victim-${round}`, `rescuer-${round}`];
  await hold(world);
  const victim = await world.startWorker(victimName);
  const dispensaries = await world.db.selectFrom('dispensaries').selectAll().orderBy('id').execute();
  const handles: Handle[] = [];
  for (const { id, name, platform, state } of dispensaries) {
    const store = { id, name, platform, stateCode: state ?? 'AZ' };
    handles.push((await startCrawl(world.client, store, { images: false })).handle);
  }
  await Promise.all(handles.map((handle) => untilStartedOn(handle, victimName)));
  const rescuer = await world.startWorker(rescuerName);
  const killedAtMs = Date.now();
  await victim.kill();
  const startedAtMs = await Promise.all(handles.map((handle) => untilStartedOn(handle, rescuerName)));
  await world.control('DELETE', '/control/faults');
  await Promise.all(handles.map((handle) => handle.result()));
  await rescuer.stop();
  return startedAtMs.map((startedMs) => (startedMs - killedAtMs) / 1_000);
}

test('the fetches of a worker that is killed run elsewhere within their heartbeat timeout and 15 seconds', async () => {
  const world = await createCrawlWorld({
    dispensaries: CHAINS,
    products: 30,
    env: { MAX_CONCURRENT_TASKS: String(CHAINS) },
  });
  expect(await addDispensaries(world)).toHaveLength(CHAINS);
  const seconds: number[] = [];
  for (let round = 0; round < KILLS; round += 1) seconds.push(...(await killOnce(world, round)));
  const sorted = seconds.toSorted((one, other) => one - other);
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1]!;
  process.stdout.write(
    `running elsewhere after a kill, of ${sorted.length}: p50 ${sorted[Math.floor(sorted.length / 2)]!.toFixed(1)} s, p95 ${p95.toFixed(1)} s, max ${sorted.at(-1)!.toFixed(1)} s\n`,
  );
  expect(p95).toBeLessThan(RECOVERY_SECONDS_MAX);
});
