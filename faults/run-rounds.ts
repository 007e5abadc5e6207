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

/** What came of one round of one fault. */
export interface RoundResult {
  fault: string;
  round: number;
  strikes: number;
  /** Strikes that are proved to have hit. */
  hits: number;
  /** How many strikes came at each moment. */
  moments: Record<string, number>;
  /** Those that no earlier round has. */
  findings: Finding[];
  /** How much the check looked at that was not there in the round before. */
  looked: Looked;
  /** What the strikes measured. */
  figures: Figure[];
  seconds: number;
}

export interface RoundsOptions extends PlanOptions {
  progress: (line: string) => void;
  /** Ends the claims of killed processes at once instead of after two minutes. */
  expiresClaims?: boolean;
}

/** A killed worker is missed after a minute at most; then its stages are done again. */
const CLOSED_WITHIN_MS = 300_000;

/** What the rounds have in common. */
interface Run {
  opened: FaultWorld;
  options: RoundsOptions;
  requests: RoundScene['requests'][];
  /** What was killed then may hold leases until they run out, also in a later round. */
  lastKillAt?: Date | undefined;
  /** Says how long the rounds from this one on may take yet. */
  timeLeft: (plan: RoundPlan, startedAtMs: number) => string;
}

/**
 * Strikes a world, round after round, and checks it after each. A round is a pass over all stores: some are struck in the
 * middle of their crawls, one after the other, while the others are crawled beside them. None is run after one that breaks off.
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
            // Such a round may have left servers down.
            obstacle = `${plan.fault.name}, round ${plan.round}, broke off before it`;
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

/** The message of an error and of what caused it. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

/** A round that was not run to its end counts as failed, and so does each line of the scorecard that needs it. */
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

/** A world keeps what is wrong with it, and each check sees all of it: a round is charged with what it has added. */
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
  // Those that it killed or cut off renewed nothing after this.
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

/** @returns null, or why the fault cannot strike this world */
function whyNot({ storageDisk }: FaultWorld, { fillsDisk }: AnyFault): string | null {
  return fillsDisk === true && storageDisk === null
    ? 'no small disk can be mounted here: that takes root on Linux'
    : null;
}

/** The stores with their menus of this pass, by the platform's ids and in its order. */
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
    // One after the other, so that they come in the same order each time.
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

/** Waits until every crawl and every job has ended, sweeps the storage, ends our processes, and looks at what is left. */
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
  // What does not end is found by the check.
  await until('all crawls and jobs have ended', haveAllEnded, { timeoutMs: CLOSED_WITHIN_MS }).catch(
    () => undefined,
  );
  await sweepStorage(world);
  for (const strike of struck) {
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
