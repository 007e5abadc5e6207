import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { listWorkers } from '../../db/queries/worker-registry.ts';
import { readDatabaseTime } from '../../db/database-clock.ts';
import type { AcknowledgedCrawl } from '../check/checked-world.ts';
import { areClosed, untilClosed } from '../load/are-closed.ts';
import type { CrawlWorld } from '../world/crawl-world.ts';
import { setClock, type SetClock } from '../world/set-clock.ts';
import { until } from '../world/until.ts';
import type { Aim, Fault, Store, Strike } from './fault.ts';
import { holdableStages, holdStage, readStage, STAGES, type Stage } from './hold-stage.ts';
import type { Scene } from './scene.ts';
import { endOf } from './stage-history.ts';

/** The name of the fault's figure. */
export const BEGUN_WITH_WRONG_CLOCK = 'stages begun by a worker that had reported a wrong clock';

const HOURS_2 = 7_200_000;

/** By how much the offset in the registry may differ from the set one. */
const REPORTED_WITHIN_MS = 10_000;

/** Settings that make the worker report its clock, and look at it again, every half second. */
const QUICK = { HEARTBEAT_INTERVAL_MS: '500', BACKOFF_DURATION_MS: '500' };

/** A jump of a clock. */
interface Jump {
  aheadMs: number;
  /** How soon the registry must know the offset; default: a minute. */
  reportedWithinMs?: number;
}

export const CLOCK_FAULTS = [
  jumpingClock({ name: 'clock-ahead', by: '2 h ahead', aheadMs: HOURS_2 }),
  jumpingClock({ name: 'clock-behind', by: '2 h behind', aheadMs: -HOURS_2 }),
];

/** Creates a fault in which a worker's clock jumps in the middle of a stage. */
export function jumpingClock({ name, by, ...jump }: Jump & { name: string; by: string }): Fault<Stage> {
  return {
    name,
    about: `The clock of a worker jumps ${by} in the middle of a stage, and is corrected after one more crawl of the store; the menus change between the crawls.`,
    moments: STAGES,
    roundSeconds: 75,
    strikes: 3,
    async momentsOf({ world }, store) {
      return holdableStages(world, await readMenu(world, store));
    },
    strike: (scene, aim) => jumpInStage(scene, aim, jump),
  };
}

/** A worker whose clock can be set. */
interface FalseWorker {
  id: string;
  clock: SetClock;
  stop(): Promise<unknown>;
}

/**
 * Crawls the store three times, and changes the menus in between. The first crawl has a worker whose clock jumps in the middle of a
 * stage. For the second, another worker with a right clock is added. The third has only the first worker again, whose clock has been
 * corrected.
 */
async function jumpInStage(scene: Scene, aim: Aim<Stage>, jump: Jump): Promise<Strike> {
  const { world } = scene;
  const { moment: stage, store } = aim;
  const { dispensaryId } = store;
  const menu = await readMenu(world, store);
  const [worker] = await Promise.all([startFalseWorker(world), scene.worker.stop()]);
  const held = await holdStage(world, { ...aim, store: menu });
  const crawl = await scene.requests.send(dispensaryId).acknowledged;
  await held.underWay(crawl.runId);
  await worker.clock.setAhead(jump.aheadMs);
  const reportedAt = await readReport(world, worker, jump);
  await held.release();
  await until(`the ${stage} of ${crawl.workflowId} has ended`, async () => {
    return (await endOf(world, crawl, stage)) !== null;
  });
  await scene.worker.start();
  if (reportedAt === null) {
    await worker.stop();
    return {
      missed: async () => `${worker.id} never reported that its clock is ${jump.aheadMs} ms ahead`,
    };
  }
  await evolveAtRest(scene);
  await crawlOnce(scene, dispensaryId);
  await evolveAtRest(scene);
  await scene.worker.stop();
  const rightAt = await readDatabaseTime(world.db);
  await worker.clock.setAhead(0);
  const last = await crawlOnce(scene, dispensaryId);
  await Promise.all([scene.worker.start(), worker.stop()]);
  return {
    missed: async () =>
      (await findOtherWorker(world, { crawl, stages: [stage], worker })) ??
      (await findOtherWorker(world, { crawl: last, stages: ['fetch', 'ingest'], worker })),
    figures: async () => [
      { name: BEGUN_WITH_WRONG_CLOCK, value: await countTooMuchWork(world, worker, { reportedAt, rightAt }) },
    ],
  };
}

/** Reads the store with its menu of the current pass. */
async function readMenu(world: CrawlWorld, { dispensaryId, truth }: Store): Promise<Store> {
  const { dispensaries } = await world.truth();
  const now = dispensaries.find(({ platformId }) => platformId === truth.platformId);
  return { dispensaryId, truth: now ?? truth };
}

/** Starts a worker whose clock is still right. */
async function startFalseWorker(world: CrawlWorld): Promise<FalseWorker> {
  const clock = await setClock(await mkdtemp(join(world.folder, 'clock-')), 0);
  const id = `false-clock-${world.started().length + 1}`;
  const process = await world.startWorker(id, { ...QUICK, ...clock.env });
  return { id, clock, stop: () => process.stop() };
}

/**
 * Waits until the registry has the offset and the worker backs off.
 * @returns the database's time of that; null if it did not happen in time
 */
async function readReport(
  world: CrawlWorld,
  { id }: FalseWorker,
  { aheadMs, reportedWithinMs = 60_000 }: Jump,
): Promise<Date | null> {
  const isReported = async (): Promise<boolean> => {
    const row = (await listWorkers(world.db)).find(({ worker_id }) => worker_id === id);
    const offMs = (row?.clock_ahead_ms ?? 0) - aheadMs;
    return row?.status === 'backing_off' && Math.abs(offMs) < REPORTED_WITHIN_MS;
  };
  return until(`${id} reports its clock`, isReported, { timeoutMs: reportedWithinMs }).then(
    () => readDatabaseTime(world.db),
    () => null,
  );
}

/** Changes the menus while no crawl is open, because a crawl with pages of two menus would match neither. */
async function evolveAtRest({ world, requests }: Scene): Promise<void> {
  await untilClosed(world, requests);
  await world.evolve();
}

async function crawlOnce({ world, requests }: Scene, dispensaryId: number): Promise<AcknowledgedCrawl> {
  const crawl = await requests.send(dispensaryId).acknowledged;
  await until(`${crawl.workflowId} has ended`, () => areClosed(world, [crawl]));
  return crawl;
}

/** Returns a message that names a stage which another worker did; null if there is none. */
async function findOtherWorker(
  world: CrawlWorld,
  { crawl, stages, worker }: { crawl: AcknowledgedCrawl; stages: Stage[]; worker: FalseWorker },
): Promise<string | null> {
  const rows = await Promise.all(
    stages.map(async (stage) => ({ stage, by: (await readStage(world, crawl, stage))?.worker })),
  );
  const other = rows.find(({ by }) => by !== worker.id);
  return other === undefined
    ? null
    : `the ${other.stage} of ${crawl.workflowId} should have run on ${worker.id}, and ran on ${other.by ?? 'no worker'}`;
}

/**
 * Counts the stages that a worker began while it had to back off, except for one of each kind. The worker polls no more, but on each
 * queue the poll that was already open may still deliver one task.
 */
async function countTooMuchWork(
  { db }: CrawlWorld,
  { id }: FalseWorker,
  { reportedAt, rightAt }: { reportedAt: Date; rightAt: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int - 1 as count from stage_runs
    where worker = ${id} and started_at between ${reportedAt} and ${rightAt}
    group by stage
  `.execute(db);
  return rows.reduce((sum, { count }) => sum + count, 0);
}
