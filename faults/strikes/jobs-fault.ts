import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from '../../sandbox/world/random.ts';
import { sql } from 'kysely';
import { checkEnds, checkOrder, checkExclusive, checkWaits } from '../check/check-recorded-jobs.ts';
import type { AcknowledgedJob } from '../check/checked-world.ts';
import type { Finding } from '../check/finding.ts';
import { haveEnded } from '../load/are-closed.ts';
import { readJobRuns, createJobLoad, type JobLoad } from '../load/job-load.ts';
import { LIMITED_PLATFORM, planJobs, planWaiting, type PlannedJob } from '../load/plan-jobs.ts';
import {
  startAttemptRecorder,
  type AttemptRecorder,
  type RecordedAttempt,
} from '../world/attempt-recorder.ts';
import { until } from '../world/until.ts';
import type { Fault, Figure, Strike } from './fault.ts';
import type { Scene } from './scene.ts';

/** The names of the figures. */
export const JOB_FIGURES = {
  ends: 'jobs that did not end once in the right state',
  turns: 'attempts at once of a job, an account or a limited platform',
  waits: 'jobs begun before their time or the jobs they depend on',
  order: 'jobs not begun by priority, then age, in one slot',
};

const JOBS = 300;

/** How many jobs wait for the only slot of a platform, and then for that of a worker. */
const WAITING = 30;

type Part = 'worker' | 'API' | 'PostgreSQL';

const PARTS: readonly Part[] = [
  ...Array<Part>(4).fill('worker'),
  'API',
  'worker',
  'PostgreSQL',
  ...Array<Part>(3).fill('worker'),
  'API',
  'worker',
  'PostgreSQL',
  'worker',
];

const BETWEEN_MS = { min: 1_000, max: 8_000 };
const POSTGRES_AWAY_MS = { min: 500, max: 4_000 };

/** All of them wait for heartbeat timeouts of a minute, one after the other in each account. */
const ENDED_WITHIN_MS = 900_000;

/** The processes of jobs need the network, to reach the recorder. The pictures of all stores must leave slots to the jobs. */
const JOB_ENV = {
  JOB_ISOLATION: 'process',
  JOBS_PER_PLATFORM: `${LIMITED_PLATFORM}=1`,
  MAX_CONCURRENT_TASKS: '40',
};

/** The jobs of a round, which all of its strikes hit. */
interface RecordedJobs {
  recorder: AttemptRecorder;
  planned: PlannedJob[];
  load: JobLoad;
  /** The answers of the API to the jobs requested so far. */
  acknowledged: Promise<AcknowledgedJob[]>[];
  struck: number;
  random: Random;
}

const ofRound = new WeakMap<Scene, Promise<RecordedJobs>>();

/** Kills the worker, the API and PostgreSQL at random moments while 300 jobs wait for each other, for their times and for turns. */
export const JOBS_FAULT: Fault<Part> = {
  name: 'jobs-kill',
  about: `kill -9 of the worker, ten times, and of the API and PostgreSQL, twice each, at random moments of ${JOBS} jobs with dependencies, priorities, times and accounts; then jobs that wait for one slot.`,
  roundSeconds: 600,
  strikes: PARTS.length,
  moments: PARTS,
  leavesHeld: true,
  momentsOf: () => Promise.resolve(PARTS),
  async strike(scene, { store, moment, random }) {
    await scene.requests.send(store.dispensaryId).acknowledged;
    if (!ofRound.has(scene)) ofRound.set(scene, beginJobs(scene, random));
    const jobs = await ofRound.get(scene)!;
    await sleep(random.whole(BETWEEN_MS.min, BETWEEN_MS.max));
    requestPart(jobs);
    const missed = await KILL[moment](scene, jobs, random);
    jobs.struck += 1;
    if (jobs.struck < PARTS.length) return { missed };
    return { missed, ...(await endJobs(scene, jobs)) };
  },
};

type Missed = Strike['missed'];

const KILL: Record<Part, (scene: Scene, jobs: RecordedJobs, random: Random) => Promise<Missed>> = {
  async worker({ worker }, { recorder }) {
    const struck = await untilAtWork(recorder);
    await worker.kill();
    await worker.start(JOB_ENV);
    return async () =>
      struck.some(({ as }) => as === 'lost') ? null : 'no attempt was lost with the killed worker';
  },
  async API({ api }, { load }) {
    const before = load.repeats();
    await until('a request is under way', () => load.underWay() > 0);
    await api.kill();
    await api.start(JOB_ENV);
    return async () => (load.repeats() > before ? null : 'no request had to be repeated');
  },
  async PostgreSQL({ postgres }, { recorder }, random) {
    const struck = await untilAtWork(recorder);
    await postgres.kill();
    await sleep(random.whole(POSTGRES_AWAY_MS.min, POSTGRES_AWAY_MS.max));
    await postgres.start();
    return async () => (struck.length > 0 ? null : 'no attempt was at work without PostgreSQL');
  },
};

async function beginJobs({ requests, worker, api }: Scene, random: Random): Promise<RecordedJobs> {
  await Promise.all([worker.stop(), api.stop()]);
  await Promise.all([worker.start(JOB_ENV), api.start(JOB_ENV)]);
  const own = createRandom('jobs', random.whole(0, 2 ** 31 - 1));
  const recorder = await startAttemptRecorder();
  const planned = planJobs(own, { prefix: `${requests.name}-recorded`, count: JOBS });
  const load = createJobLoad(requests, recorder);
  return { recorder, planned, load, acknowledged: [], struck: 0, random: own };
}

/** Begins to request the next part of the jobs. */
function requestPart({ planned, load, struck, acknowledged }: RecordedJobs): void {
  const part = planned.slice((JOBS * struck) / PARTS.length, (JOBS * (struck + 1)) / PARTS.length);
  const answers = load.request(part);
  // The end of the round waits for them, and learns of a refusal then.
  answers.catch(() => undefined);
  acknowledged.push(answers);
}

/** Waits until an attempt is at work. @returns those that are */
async function untilAtWork({ attempts }: AttemptRecorder): Promise<RecordedAttempt[]> {
  const atWork = (): RecordedAttempt[] => attempts.filter(({ as }) => as === null);
  await until('an attempt is at work', () => atWork().length > 0, { timeoutMs: ENDED_WITHIN_MS });
  return atWork();
}

/** Waits for the ends of all jobs, lets others wait for one slot, and checks all of them. */
async function endJobs(scene: Scene, jobs: RecordedJobs): Promise<Pick<Strike, 'figures' | 'findings'>> {
  const { recorder, planned } = jobs;
  const { attempts } = recorder;
  const acknowledged = (await Promise.all(jobs.acknowledged)).flat();
  // The check reports jobs that have not ended by then.
  await until('all recorded jobs have ended', () => haveEnded(scene.world, acknowledged), {
    timeoutMs: ENDED_WITHIN_MS,
    lookEveryMs: 2_000,
  }).catch(() => undefined);
  const [ofPlatform, ofWorker] = planBothWaiting(scene, jobs);
  const obstacles = [
    ...(await obstacleOf(waitForPlatform(scene, jobs, ofPlatform))),
    ...(await obstacleOf(waitForWorker(scene, jobs, ofWorker))),
  ];
  const waiting = [ofPlatform, ofWorker];
  const all = [...planned, ...waiting.flat()];
  const runs = await readJobRuns(
    scene.world,
    all.map(({ id }) => id),
  );
  recorder.close();
  const record = { planned: all, attempts, runs };
  const found: Record<keyof typeof JOB_FIGURES, Finding[]> = {
    ends: checkEnds(record),
    turns: checkExclusive(record),
    waits: checkWaits(record),
    order: [...obstacles, ...waiting.flatMap((each) => checkOrder(each, attempts))],
  };
  const n = { ends: all.length, turns: attempts.length, waits: all.length, order: waiting.flat().length };
  const figures = (Object.keys(JOB_FIGURES) as (keyof typeof JOB_FIGURES)[]).map((key): Figure => ({
    name: JOB_FIGURES[key],
    value: found[key].length,
    n: n[key],
  }));
  return { figures: () => Promise.resolve(figures), findings: Object.values(found).flat() };
}

function planBothWaiting({ requests }: Scene, { random }: RecordedJobs): [PlannedJob[], PlannedJob[]] {
  const plan = (word: string, platform?: string): PlannedJob[] =>
    planWaiting(random, { prefix: `${requests.name}-${word}`, count: WAITING, platform });
  return [plan('turn', LIMITED_PLATFORM), plan('slot')];
}

/** Returns why jobs did not get through their wait, as a finding, so that the other checks still run. */
async function obstacleOf(wait: Promise<void>): Promise<Finding[]> {
  try {
    await wait;
    return [];
  } catch (error) {
    const message = 'the jobs that wait for one slot';
    return [{ check: 'jobs', message, expected: 'their ends', seen: (error as Error).message }];
  }
}

/** Lets jobs wait for the limited platform, which one job holds until all wait. */
async function waitForPlatform(
  { requests, world }: Scene,
  { recorder, load }: RecordedJobs,
  waiting: readonly PlannedJob[],
): Promise<void> {
  const platform = LIMITED_PLATFORM;
  const holder = { ...waiting[0]!, id: `${requests.name}-holder` };
  const release = recorder.hold(holder.id);
  await load.request([holder]);
  await until('the holder has its turn', () => recorder.attempts.some(({ job }) => job === holder.id));
  let known = 1;
  const acknowledged = await load.requestInTurn(waiting, () => {
    known += 1;
    return until('the next job waits for its turn', async () => {
      const { rows } = await sql`select from job_turns where platform = ${platform}`.execute(world.db);
      return rows.length === known;
    });
  });
  release();
  await until('all had their turn', () => haveEnded(world, acknowledged), { timeoutMs: ENDED_WITHIN_MS });
}

/** Lets jobs wait for a worker of one slot, which starts when all wait. */
async function waitForWorker(
  { requests, world, worker }: Scene,
  { load }: RecordedJobs,
  waiting: readonly PlannedJob[],
): Promise<void> {
  await worker.stop();
  const workflows = await world.startWorker(`${requests.name}-workflows`, {
    ...JOB_ENV,
    WORKER_QUEUES: 'crawlchain',
  });
  try {
    const acknowledged = await load.requestInTurn(waiting, ({ workflowId }) =>
      until('the next job waits for a slot', async () => {
        const { raw } = await world.client.workflow.getHandle(workflowId).describe();
        return (raw.pendingActivities?.length ?? 0) > 0;
      }),
    );
    await worker.start({ ...JOB_ENV, WORKER_QUEUES: 'jobs', MAX_CONCURRENT_TASKS: '1' });
    await until('all had the slot', () => haveEnded(world, acknowledged), { timeoutMs: ENDED_WITHIN_MS });
  } finally {
    await Promise.all([workflows.stop(), worker.stop()]);
    await worker.start(JOB_ENV);
  }
}
