import { checkWorld } from './check/check-world.ts';
import { formatFinding, formatFindings, type Counted, type Finding, type Looked } from './check/finding.ts';
import { sweepStorage } from './check/sweep-storage.ts';
import { planRounds, planStrikes, type PlanOptions, type RoundPlan } from './plan-rounds.ts';
import type { Aim, AnyFault, Figure, Store, Strike } from './strikes/fault.ts';
import type { RoundScene } from './strikes/scene.ts';
import { areClosed, haveEnded } from './load/are-closed.ts';
import type { LiveWorld } from './world/crawl-world.ts';
import { expireClaims } from './world/expire-claims.ts';
import type { FaultWorld } from './world/own-world.ts';
import { until } from './world/until.ts';

/** The result of one round of one fault. */
export interface RoundResult {
  fault: string;
  round: number;
  strikes: number;
  /** The number of strikes that demonstrably hit. */
  hits: number;
  /** The number of strikes at each moment. */
  moments: Record<string, number>;
  /** The findings that no earlier round has. */
  findings: Finding[];
  /** How many items the check looked at that it had not seen after the previous round. */
  looked: Looked;
  /** Measurements of the strikes. */
  figures: Figure[];
  seconds: number;
}

export interface RoundsOptions extends PlanOptions {
  progress: (line: string) => void;
  /** True: lets the claims of killed processes expire at once instead of after two minutes. */
  expiresClaims?: boolean;
}

/** How long crawls may take to end after a round. Temporal notices a killed worker after at most a minute; then its stages run again. */
const CLOSED_WITHIN_MS = 300_000;

/** What the rounds of a run share. */
interface Run {
  opened: FaultWorld;
  options: RoundsOptions;
  requests: RoundScene['requests'][];
  /** When a process was last killed. Such a process may hold leases until they expire, even in a later round. */
  lastKillAt?: Date | undefined;
  /** Formats the estimated time for this round and the remaining ones. */
  timeLeft: (plan: RoundPlan, startedAtMs: number) => string;
}

/**
 * Runs the rounds in a world, and checks the world after each. A round is a pass over all stores: some are struck in the middle of their
 * crawls, one after the other, while the other stores are crawled. If a round breaks off, the later rounds do not run.
 */
export async function runRounds(opened: FaultWorld, options: RoundsOptions): Promise<RoundResult[]> {
  const plans = planRounds(options);
  const run: Run = { opened, options, requests: [], timeLeft: estimate(plans) };
  const results: RoundResult[] = [];
  const charge = createLedger();
  let obstacle: string | null = null;
  for (const plan of plans) {
    const reason = obstacle ?? whyNot(opened, plan.fault);
    const ended =
      reason === null
        ? await runOrBreakOff(run, plan, results.length > 0).catch((error: unknown) => {
            // The broken round may have left servers down.
            obstacle = `an earlier round broke off: ${plan.fault.name}, round ${plan.round}`;
            return roundNotRun(plan, reasonOf(error));
          })
        : roundNotRun(plan, reason);
    const result = charge(ended);
    results.push(result);
    options.progress(formatRound(result, options));
  }
  return results;
}

async function runOrBreakOff(run: Run, plan: RoundPlan, hasRunBefore: boolean): Promise<RoundResult> {
  if (hasRunBefore) await run.opened.world.evolve();
  return runRound(run, plan);
}

/** Returns the messages of an error and of its cause. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

/** Returns the result of a round that did not run to its end. It counts as failed, and so does each scorecard line that needs it. */
export function roundNotRun({ fault, round }: RoundPlan, reason: string): RoundResult {
  return {
    fault: fault.name,
    round,
    strikes: fault.strikes,
    hits: 0,
    moments: {},
    findings: [
      {
        check: 'strikes',
        message: 'the round was not run to its end',
        expected: 'a check at its end',
        seen: reason,
      },
    ],
    looked: {},
    figures: [],
    seconds: 0,
  };
}

/**
 * Creates a function that keeps only the new findings of a round. Each check finds everything that ever went wrong in a world, so old
 * findings must not count again.
 */
function createLedger(): (result: RoundResult) => RoundResult {
  const known = new Set<string>();
  let before: Looked = {};
  return (result) => {
    const findings = result.findings.filter(
      (finding) => finding.check === 'strikes' || !known.has(formatFinding(finding)),
    );
    for (const finding of findings) known.add(formatFinding(finding));
    const lines = Object.entries(result.looked) as [Counted, number][];
    const looked = Object.fromEntries(
      lines.map(([line, count]) => [line, Math.max(0, count - (before[line] ?? 0))]),
    );
    before = result.looked;
    return { ...result, findings, looked };
  };
}

function formatRound(
  { fault, round, strikes, hits, findings, seconds }: RoundResult,
  { seed, rounds }: RoundsOptions,
): string {
  const summary = `${fault}, round ${round} of ${Math.max(round, rounds)}: ${hits} of ${strikes} strikes hit, ${findings.length} findings, ${seconds} s`;
  if (findings.length === 0) return summary;
  return `${[summary, ...formatFindings(findings)].join('\n  ')}\n  To repeat it: npm run faults -- --seed ${seed} --only ${fault} --round ${round}`;
}

function estimate(plans: readonly RoundPlan[]): Run['timeLeft'] {
  return (plan, startedAtMs) => {
    const [first, ...rest] = plans.slice(plans.indexOf(plan)).map(({ fault }) => fault.roundSeconds);
    const gone = (performance.now() - startedAtMs) / 1_000;
    const seconds = Math.max(0, first! - gone) + rest.reduce((sum, each) => sum + each, 0);
    return seconds < 60 ? 'less than a minute left' : `about ${Math.round(seconds / 60)} min left`;
  };
}

async function runRound(run: Run, plan: RoundPlan): Promise<RoundResult> {
  const { opened, requests } = run;
  const startedAtMs = performance.now();
  const scene = await opened.openScene();
  requests.push(scene.requests);
  const struck = await strikeAll(scene, plan, { ...run, startedAtMs });
  // Processes that were killed or cut off have renewed nothing since now.
  if (plan.fault.leavesHeld === true) run.lastKillAt = new Date();
  const ended = await endRound(scene, struck, run);
  const missed = ended.findings.filter(({ check }) => check === 'strikes').length;
  return {
    fault: plan.fault.name,
    round: plan.round,
    strikes: struck.length,
    hits: struck.length - missed,
    moments: countMoments(struck),
    ...ended,
    seconds: Math.round((performance.now() - startedAtMs) / 1_000),
  };
}

/** Returns why the fault cannot strike this world; null if it can. */
function whyNot({ storageDisk }: FaultWorld, { fillsDisk }: AnyFault): string | null {
  return fillsDisk === true && storageDisk === null
    ? 'no small disk can be mounted here: that takes root on Linux'
    : null;
}

/** Reads the stores with their menus of the current pass, by platform id and in the platform's order. */
async function readStores(world: LiveWorld): Promise<Map<string, Store>> {
  const { dispensaries } = await world.truth();
  const known = await world.db
    .selectFrom('dispensaries')
    .select(['id', 'platform_dispensary_id as name'])
    .execute();
  const ids = new Map(known.map(({ id, name }) => [name, id]));
  return new Map(
    dispensaries.flatMap((store) => {
      const dispensaryId = store.isTestShop ? undefined : ids.get(store.platformId);
      return dispensaryId === undefined ? [] : [[store.platformId, { dispensaryId, truth: store }] as const];
    }),
  );
}

interface StruckStore extends Strike {
  moment: string;
}

async function strikeAll(
  scene: RoundScene,
  plan: RoundPlan,
  { options, timeLeft, startedAtMs }: Run & { startedAtMs: number },
): Promise<StruckStore[]> {
  const { fault } = plan;
  const stores = await readStores(scene.world);
  const strikes = planStrikes(plan, { seed: options.seed, stores: [...stores.keys()] });
  const struck: StruckStore[] = [];
  for (const { store: name, moments, random, beside } of strikes) {
    // One after the other, so that the crawls always start in the same order.
    for (const other of beside) await scene.requests.send(stores.get(other)!.dispensaryId).acknowledged;
    const store = stores.get(name)!;
    const possible = await fault.momentsOf(scene, store);
    const moment = moments.find((each) => possible.includes(each));
    if (moment === undefined) throw new Error(`${fault.name} cannot strike ${store.truth.name}`);
    const aim: Aim = { store, moment, random };
    struck.push({ ...(await fault.strike(scene, aim)), moment });
    if (options.expiresClaims === true) await expireClaims(scene.world);
    options.progress(
      `  ${fault.name} ${struck.length}/${strikes.length}: struck dispensary ${store.dispensaryId}, ${moment}; ${timeLeft(plan, startedAtMs)}`,
    );
  }
  return struck;
}

function countMoments(struck: StruckStore[]): Record<string, number> {
  const byMoment = Map.groupBy(struck, ({ moment }) => moment);
  return Object.fromEntries([...byMoment].map(([moment, { length }]) => [moment, length]));
}

/** Waits until every crawl and job has ended, sweeps the storage, stops the worker and the API, and checks the world. */
async function endRound(
  scene: RoundScene,
  struck: StruckStore[],
  run: Run,
): Promise<Pick<RoundResult, 'findings' | 'looked' | 'figures'>> {
  const { world, requests } = scene;
  const missed: Finding[] = [];
  const figures: Figure[] = [];
  for (const strike of struck) await strike.acknowledged;
  const jobs = await requests.jobs();
  const haveAllEnded = async () =>
    (await areClosed(world, requests.acknowledged)) && (await haveEnded(world, jobs));
  // The check reports crawls that have not ended by then.
  await until('all crawls and jobs have ended', haveAllEnded, { timeoutMs: CLOSED_WITHIN_MS }).catch(
    () => undefined,
  );
  await sweepStorage(world);
  for (const strike of struck) {
    missed.push(...(strike.findings ?? []));
    const reason = await strike.missed();
    if (reason !== null)
      missed.push({ check: 'strikes', message: 'a strike had no effect', expected: 'a hit', seen: reason });
    else figures.push(...((await strike.figures?.()) ?? []));
  }
  await scene.end();
  const { findings, looked } = await checkWorld(world, {
    acknowledged: run.requests.flatMap(({ acknowledged }) => acknowledged),
    jobs: (await Promise.all(run.requests.map((each) => each.jobs()))).flat(),
    lastKillAt: run.lastKillAt,
  });
  return { findings: [...missed, ...findings], looked, figures };
}
