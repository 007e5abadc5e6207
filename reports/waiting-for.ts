import type { Db } from '../db/connect.ts';
import { findServedQueues } from '../db/queries/file-holders.ts';
import { readGate } from '../db/queries/pace.ts';
import { countProxies } from '../db/queries/proxies.ts';
import { findTasksInTheWay, type TaskInTheWay } from '../db/queries/store-locks.ts';
import type { Run } from '../db/queries/runs.ts';
import { readBreaker } from '../db/queries/target-breakers.ts';
import { listWorkers } from '../db/queries/worker-registry.ts';
import { scrubWords } from '../domain/credentials.ts';
import type { PlatformName } from '../domain/dispensary.ts';
import type { Stage } from '../domain/run-filter.ts';
import { tellTaskInTheWay } from '../domain/store-turn.ts';
import { breakerStateOf } from '../domain/target-breaker.ts';
import { isLive, WORKER_ACTIVE_MS } from '../domain/worker.ts';
import type { DescribedRun } from '../temporal-client/steer-tasks.ts';
import {
  BROWSER_QUEUE,
  fetchQueue,
  INGEST_QUEUE,
  JOBS_QUEUE,
  MEDIA_QUEUE,
  REINGEST_QUEUE,
  WORKFLOW_QUEUE,
} from '../temporal-config/task-queues.ts';
import { taskId } from '../temporal-config/workflow-ids.ts';
import type { Job } from './job.ts';
import { knownJobTypes } from './known-job-types.ts';
import type { Task } from './task.ts';

interface OpenActivity {
  type: string;
  /** Null: the one of its type. */
  queue: string | null;
  attempt: number;
  /** Absent: nobody knows here. */
  attemptsMax?: number | null;
  nextAttemptAt: Date | null;
  lastFailure: string | null;
}

/** What is known of the work that is open of a task. */
export interface OpenWork {
  state: 'waiting' | 'later' | 'held' | 'over';
  /** The activity that is open; null: none is, so that the workflow itself is to go on. */
  activity: OpenActivity | null;
  /** False: nobody knows whether the workflow has asked for the activity yet. */
  isBegun: boolean;
  /** What the worker that has the activity says that it waits for. */
  told: string | null;
}

/**
 * All that holds open tasks back, in words.
 * @param workOf null: nobody knows what is open of the task
 * @returns by the ids of the runs; one that nothing known holds back has no words
 */
export async function tellWaits(
  db: Db,
  tasks: Task[],
  workOf: (task: Task) => OpenWork | null,
): Promise<Map<string, string>> {
  const open = tasks.filter(({ completed_at }) => completed_at === null);
  if (open.length === 0) return new Map();
  const inTheWay = await findTasksInTheWay(
    db,
    open.map(({ run_id }) => run_id),
  );
  const facts = rememberFacts(db);
  const told = new Map<string, string>();
  for (const task of open) {
    const words = await tellWait(task, { inTheWay: inTheWay.get(task.run_id), work: workOf(task), facts });
    if (words !== '') told.set(task.run_id, words);
  }
  return told;
}

/**
 * All that holds an open job back, in words; null: nothing that is known does.
 * @param work null: nobody knows what is open of it
 */
export async function tellJobWait(db: Db, job: Job, work: OpenWork | null): Promise<string | null> {
  if (job.completed_at !== null || work === null) return null;
  const { scheduled_for: at, job_type: jobType } = job;
  // What a person has begin before its time has an activity.
  if (work.activity === null && at !== null && at.getTime() > Date.now()) return `its time: ${momentOf(at)}`;
  const reasons = await reasonsOf(
    { platform: null, jobType },
    withoutKnownFailure(work, job),
    rememberFacts(db),
  );
  // A failure may quote what the job was given.
  return reasons.length === 0 ? null : scrubWords(reasons.join('; '));
}

/** The failure of its last attempt stands beside it as its error. */
function withoutKnownFailure(work: OpenWork, { error_message: error }: Job): OpenWork {
  if (work.activity === null || error === null) return work;
  return { ...work, activity: { ...work.activity, lastFailure: null } };
}

interface Known {
  inTheWay: TaskInTheWay | undefined;
  work: OpenWork | null;
  facts: Facts;
}

async function tellWait(task: Task, { inTheWay, work, facts }: Known): Promise<string> {
  if (task.scheduled_for !== null && task.scheduled_for.getTime() > Date.now())
    return `its time: ${momentOf(task.scheduled_for)}`;
  if (inTheWay !== undefined) {
    const { workflowId, workflowRunId, since } = inTheWay;
    const id = workflowRunId === null ? workflowId : taskId(workflowId, workflowRunId);
    return tellTaskInTheWay(id, since.toISOString());
  }
  const { platform } = task;
  return work === null ? '' : (await reasonsOf({ platform, jobType: null }, work, facts)).join('; ');
}

/** What decides who may take a piece of work. */
interface Subject {
  platform: PlatformName | null;
  jobType: string | null;
}

async function reasonsOf(
  { platform, jobType }: Subject,
  { state, activity, isBegun, told }: OpenWork,
  facts: Facts,
): Promise<string[]> {
  if (state === 'over') return [];
  if (state === 'held') return told === null ? [] : [told];
  if (activity === null) return facts.unserved(WORKFLOW_QUEUE);
  const queue = activity.queue ?? queueOf(activity.type, platform);
  const lacking = [
    ...(queue === null ? [] : await facts.unserved(queue)),
    ...(jobType === null ? [] : await facts.unknown(jobType)),
  ];
  const upstream = await facts.upstream(activity.type, platform);
  // What holds it back now is said once: most often the last attempt has failed by it.
  if (state === 'later' && lacking.length + upstream.length > 0)
    return [tellNextAttempt({ ...activity, lastFailure: null }), ...lacking, ...upstream];
  if (state === 'later') return [tellNextAttempt(activity), ...(told === null ? [] : [told])];
  const place = lacking.length > 0 ? lacking : [tellPlace(queue)];
  return [...(isBegun ? [] : await facts.unserved(WORKFLOW_QUEUE)), ...place, ...upstream];
}

/** The work that is open of a task, as Temporal describes it. */
export function describedWork({ look, heartbeat }: DescribedRun): OpenWork {
  const { state, activity } = look;
  return { state: STATES[state], activity, isBegun: true, told: toldBy(heartbeat) };
}

const STATES = {
  ready: 'waiting',
  later: 'later',
  claimed: 'held',
  running: 'held',
  closed: 'over',
} as const satisfies Record<DescribedRun['look']['state'], OpenWork['state']>;

/** The same as the ledger has it, for lists: what a worker that has it waits for is not written down. */
export function ledgerWork(run: Run): OpenWork {
  const { type, worker, activity, attempt, nextAttemptAt, errorMessage } = run;
  if (worker !== null) return { state: 'held', activity: null, isBegun: true, told: null };
  const isLater = nextAttemptAt !== null && nextAttemptAt.getTime() > Date.now();
  const next = activity ?? activityOfStage(run) ?? FIRST_ACTIVITIES[type];
  return {
    state: isLater ? 'later' : 'waiting',
    activity:
      next === undefined
        ? null
        : { type: next, queue: null, attempt: (attempt ?? 0) + 1, nextAttemptAt, lastFailure: errorMessage },
    isBegun: activity !== null,
    told: null,
  };
}

/** What comes next in a stage that was begun. A fetch that has ended without its menu goes on in a browser. */
function activityOfStage({ stage, fetchMode }: Run): string | undefined {
  if (stage === 'fetch' && fetchMode !== null && fetchMode !== 'http') return 'fetchMenuInBrowser';
  return stage === null ? undefined : STAGE_ACTIVITIES[stage];
}

const STAGE_ACTIVITIES: Record<Stage, string> = {
  fetch: 'fetchMenu',
  ingest: 'ingestPayload',
  images: 'downloadImages',
};

/** What the workflow of a task does first. */
const FIRST_ACTIVITIES: Record<string, string> = {
  crawlDispensary: 'fetchMenu',
  refreshFromPayload: 'refreshPayload',
  resolveEntryPoint: 'resolveEntryPoint',
  discoverStores: 'discoverStoresOfState',
};

function tellPlace(queue: string | null): string {
  return queue === null ? 'a worker' : `a free place of the workers that serve the queue \`${queue}\``;
}

/** Where workers have disks of their own, the queue of a pod may have it in place of this one; a list does not know. */
function queueOf(activity: string, platform: PlatformName | null): string | null {
  switch (activity) {
    case 'fetchMenu':
    case 'resolveEntryPoint':
    case 'discoverStoresOfState':
      return platform === null ? null : fetchQueue(platform);
    case 'fetchMenuInBrowser':
      return BROWSER_QUEUE;
    case 'ingestPayload':
      return INGEST_QUEUE;
    case 'refreshPayload':
      return REINGEST_QUEUE;
    case 'downloadImages':
      return MEDIA_QUEUE;
    case 'runJob':
      return JOBS_QUEUE;
    default:
      return null;
  }
}

function tellNextAttempt({ attempt, attemptsMax = null, nextAttemptAt, lastFailure }: OpenActivity): string {
  const of = attemptsMax === null ? '' : ` of ${attemptsMax}`;
  const at = nextAttemptAt === null ? '' : ` at ${momentOf(nextAttemptAt)}`;
  return `attempt ${attempt}${of}${at}${lastFailure === null ? '' : `, after: ${lastFailure}`}`;
}

/** What a worker that has the activity says that it waits for. */
function toldBy(heartbeat: unknown): string | null {
  const { waitingFor } = Object(heartbeat) as { waitingFor?: { what?: unknown; until?: unknown } };
  const { what, until } = Object(waitingFor) as { what?: unknown; until?: unknown };
  if (typeof what !== 'string') return null;
  return typeof until === 'string' ? `${what}, until ${momentOf(new Date(until))}` : what;
}

/** Activities that go through a proxy to a platform, and under which name their health is kept. */
const TARGETS: Record<string, string> = {
  fetchMenu: '',
  fetchMenuInBrowser: '/browser',
  downloadImages: '/images',
  resolveEntryPoint: '',
  discoverStoresOfState: '',
};

/** What holds every task of a kind back, each asked once. */
interface Facts {
  /** That no worker serves a queue. */
  unserved(queue: string): Promise<string[]>;
  /** That no worker knows a type of jobs. */
  unknown(jobType: string): Promise<string[]>;
  /** What keeps the requests of an activity to a platform back. */
  upstream(activity: string, platform: string | null): Promise<string[]>;
}

function rememberFacts(db: Db): Facts {
  const once = remember();
  return {
    unserved: async (queue) => {
      const served = await once('served', () => findServedQueues(db, SERVED));
      return served.includes(queue) ? [] : [`a worker: none serves the queue \`${queue}\``];
    },
    async unknown(jobType) {
      const workers = await once('workers', () => listWorkers(db));
      const known = knownJobTypes(workers.filter(({ status }) => isLive(status) && status !== 'draining'));
      // Without any that runs jobs it is said that their queue is not served.
      if (known === null || known.size === 0 || known.has(jobType)) return [];
      return [
        `a worker that knows the type \`${jobType}\`: none that serves the queue \`${JOBS_QUEUE}\` does`,
      ];
    },
    async upstream(activity, platform) {
      const suffix = TARGETS[activity];
      if (suffix === undefined) return [];
      const proxies = tellProxies(await once('proxies', () => countProxies(db)));
      if (platform === null) return proxies;
      const target = `${platform}${suffix}`;
      const gate = await once(`gate ${platform}`, () => tellGate(db, platform));
      const breaker = await once(`breaker ${target}`, () => tellBreaker(db, target));
      return [...proxies, ...gate, ...breaker];
    },
  };
}

/** A worker's heartbeats come every half minute; one that was killed is missed somewhat later. */
const SERVED = { prefix: '', silentSeconds: WORKER_ACTIVE_MS / 1_000 };

function remember(): <Answer>(name: string, ask: () => Promise<Answer>) => Promise<Answer> {
  const known = new Map<string, Promise<unknown>>();
  return <Answer>(name: string, ask: () => Promise<Answer>) => {
    const answer = (known.get(name) as Promise<Answer> | undefined) ?? ask();
    known.set(name, answer);
    return answer;
  };
}

function tellProxies({ ready, cooling, firstReadyAt }: Awaited<ReturnType<typeof countProxies>>): string[] {
  if (ready > 0) return [];
  if (firstReadyAt === null) return ['an active proxy: there is none'];
  return [`an active proxy: 0 in use, ${cooling} cooling down, the first until ${momentOf(firstReadyAt)}`];
}

async function tellGate(db: Db, platform: string): Promise<string[]> {
  const gate = await readGate(db, platform);
  if (gate === null) return [];
  if (gate.verdict === 'stopped')
    return [
      `an operator to start ${platform}: stopped since ${momentOf(gate.since)}: ${gate.because.replace(/\.$/, '')}`,
    ];
  return [`the pause that ${platform} asked for, until ${momentOf(new Date(Date.now() + gate.waitMs))}`];
}

async function tellBreaker(db: Db, target: string): Promise<string[]> {
  const { breaker, nowMs } = await readBreaker(db, target);
  const state = breakerStateOf(breaker, nowMs);
  if (breaker === null || state === 'half-open' || state === 'closed') return [];
  const until =
    state === 'open' ? `until ${momentOf(new Date(breaker.openUntilMs))}` : 'and one session tries it';
  return [`${target} to recover: it refuses everybody, and its breaker is open ${until}`];
}

function momentOf(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
