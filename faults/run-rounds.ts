import { checkWorld } from './check/check-world.ts';
import type { Finding } from './check/finding.ts';
import { sweepStorage } from './check/sweep-storage.ts';
import { createRandom, type Random } from '../sandbox/world/random.ts';
import type { Aim, Fault, Figure, Store, Strike } from './strikes/fault.ts';
import { openScene, type Scene } from './strikes/scene.ts';
import { addStore } from './world/add-store.ts';
import type { CrawlWorld } from './world/crawl-world.ts';
import type { OwnWorld } from './world/own-world.ts';
import { until } from './world/until.ts';

/** What came of one round of one fault. */
export interface RoundResult {
  fault: string;
  round: number;
  strikes: number;
  /** Strikes that are proved to have hit. */
  hits: number;
  /** How many strikes came at each moment. */
  moments: Record<string, number>;
  findings: Finding[];
  /** What the strikes measured. */
  figures: Figure[];
  seconds: number;
}

export interface RoundsOptions {
  seed: number;
  /** Of each fault. */
  rounds: number;
  faults: readonly Fault[];
  progress: (line: string) => void;
}

/** A killed worker is missed after a minute at most; then its stages are done again. */
const CLOSED_WITHIN_MS = 300_000;

/**
 * Strikes a world, round after round, and checks it after each. A round is a pass over all stores: some are struck in the
 * middle of their crawls, one after the other, while the others are crawled beside them.
 */
export async function runRounds(own: OwnWorld, options: RoundsOptions): Promise<RoundResult[]> {
  const { faults, rounds, progress } = options;
  const ids = await addStores(own.world);
  const results: RoundResult[] = [];
  const acknowledged: Scene['requests']['acknowledged'][] = [];
  for (let round = 1; round <= rounds; round += 1) {
    for (const fault of faults) {
      if (results.length > 0) await own.world.evolve();
      const stores = await readStores(own.world, ids);
      const startedAtMs = performance.now();
      const scene = await openScene(own, `round-${results.length + 1}`);
      acknowledged.push(scene.requests.acknowledged);
      const random = createRandom('faults', options.seed, fault.name, round);
      const struck = await strikeAll(scene, fault, { stores, random, progress });
      const { findings, figures } = await endRound(scene, struck, () => acknowledged.flat());
      const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
      const missed = findings.filter(({ check }) => check === 'strikes').length;
      results.push({
        fault: fault.name,
        round,
        strikes: struck.length,
        hits: struck.length - missed,
        moments: countMoments(struck),
        findings,
        figures,
        seconds,
      });
      progress(
        `${fault.name}, round ${round} of ${rounds}: ${struck.length - missed} of ${struck.length} strikes hit, ${findings.length} findings, ${seconds} s`,
      );
    }
  }
  return results;
}

/** @returns ids of dispensaries by those of the platform */
async function addStores(world: CrawlWorld): Promise<Map<string, number>> {
  const { dispensaries } = await world.truth();
  const ids = new Map<string, number>();
  for (const truth of dispensaries)
    if (!truth.isTestShop) ids.set(truth.platformId, await addStore(world, truth));
  return ids;
}

/** The stores with their menus of this pass. */
async function readStores(world: CrawlWorld, ids: Map<string, number>): Promise<Store[]> {
  const { dispensaries } = await world.truth();
  return dispensaries.flatMap((truth) => {
    const dispensaryId = ids.get(truth.platformId);
    return dispensaryId === undefined ? [] : [{ dispensaryId, truth }];
  });
}

interface StruckStore extends Strike {
  moment: string;
}

async function strikeAll(
  scene: Scene,
  fault: Fault,
  { stores, random, progress }: Pick<RoundsOptions, 'progress'> & { stores: Store[]; random: Random },
): Promise<StruckStore[]> {
  const order = stores
    .map((store) => ({ store, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ store }) => store);
  const beside = order.slice(fault.strikes).map((store) => scene.requests.send(store.dispensaryId));
  const struck: StruckStore[] = [];
  // The moments take turns, so that a round has some of each.
  const first = random.whole(0, fault.moments.length - 1);
  for (const [number, store] of order.slice(0, fault.strikes).entries()) {
    const moments = await fault.momentsOf(scene, store);
    const moment = moments[(first + number) % moments.length]!;
    const aim: Aim = { store, moment, random };
    struck.push({ ...(await fault.strike(scene, aim)), moment });
    progress(`  ${fault.name}: dispensary ${store.dispensaryId} was struck, ${moment}`);
  }
  await Promise.all(beside.map(({ acknowledged }) => acknowledged));
  return struck;
}

function countMoments(struck: StruckStore[]): Record<string, number> {
  const byMoment = Map.groupBy(struck, ({ moment }) => moment);
  return Object.fromEntries([...byMoment].map(([moment, { length }]) => [moment, length]));
}

/** Waits until every crawl has ended, sweeps the storage, ends our processes, and looks at what is left. */
async function endRound(
  scene: Scene,
  struck: StruckStore[],
  acknowledged: () => Scene['requests']['acknowledged'],
): Promise<Pick<RoundResult, 'findings' | 'figures'>> {
  const { world, worker, api } = scene;
  const missed: Finding[] = [];
  const figures: Figure[] = [];
  for (const strike of struck) await strike.acknowledged;
  // A crawl that does not end is found by the check.
  await until('all crawls have ended', () => areClosed(world, acknowledged()), {
    timeoutMs: CLOSED_WITHIN_MS,
  }).catch(() => undefined);
  await sweepStorage(world);
  for (const strike of struck) {
    const reason = await strike.missed();
    if (reason !== null)
      missed.push({ check: 'strikes', message: 'a strike hit nothing', expected: 'a hit', seen: reason });
    else figures.push(...((await strike.figures?.()) ?? []));
  }
  await Promise.all([worker.stop(), api.stop()]);
  scene.link.cut();
  const lastKillAt = struck.at(-1)?.at;
  const found = await checkWorld(world, { acknowledged: acknowledged(), lastKillAt });
  return { findings: [...missed, ...found], figures };
}

async function areClosed(
  { db }: CrawlWorld,
  acknowledged: Scene['requests']['acknowledged'],
): Promise<boolean> {
  const closed = await db
    .selectFrom('crawl_runs')
    .where('status', '<>', 'running')
    .select('workflow_run_id')
    .execute();
  const runIds = new Set(closed.map((run) => run.workflow_run_id));
  return acknowledged.every(({ runId }) => runIds.has(runId));
}
