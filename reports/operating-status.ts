import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { listRecentCrawls, type RecentCrawl } from '../db/queries/recent-crawls.ts';
import {
  countFailedJobs,
  countOpenJobs,
  countOpenWork,
  countRecentFailures,
  type FailureCount,
} from '../db/queries/run-counts.ts';
import { listRuns, readLedgerAge, type LedgerAge } from '../db/queries/runs.ts';
import type { QualityRule } from '../db/queries/judged-dispensaries.ts';
import { listStoppedTargets, type StoppedTarget } from '../db/queries/pace-control.ts';
import { listPods, listWorkers, type ListedWorker } from '../db/queries/worker-registry.ts';
import type { Pod } from '../domain/pods.ts';
import { ROLES, type Role } from '../domain/role.ts';
import { isLive } from '../domain/worker.ts';
import { describeSchedules, type ScheduleReport } from '../temporal-client/describe-schedules.ts';
import { listOpenFanOuts, type FanOutReport } from '../temporal-client/describe-fan-outs.ts';
import { tallyOf, type Tally } from './capacity-row.ts';
import { summarizeQuality, type QualitySummary } from './quality-report.ts';
import { readComingWork, reckonCapacity, UNKNOWN_WORK, type CapacityTools } from './read-capacity.ts';
import { factsWithoutDatabase, readVerdictFacts } from './verdict/read-verdict.ts';
import { taskOf } from './task.ts';
import { judge } from './verdict/judge.ts';
import type { Verdict, VerdictFacts } from './verdict/verdict-facts.ts';

/** What a person asks who has just come in; null: who could tell it is away. */
export interface OperatingStatus {
  /** As the overview of the dashboard has it. */
  verdict: Verdict;
  /** How far the ledger has followed Temporal: open work, jobs and failures are from it. */
  ledger: LedgerAge | null;
  /** Those that live. */
  workers: ListedWorker[] | null;
  /** Their pods. */
  pods: Pod[] | null;
  /** Open tasks of each role, of all platforms. */
  open: OpenTasks[] | null;
  /** Open ones; they start tasks and are none. */
  fanOuts: FanOutReport[] | null;
  /** Tasks that wait for the moment for which they were asked, the soonest first. */
  waiting: WaitingTask[] | null;
  /** Generic jobs. */
  jobs: OpenJobs | null;
  lastCrawls: RecentCrawl[] | null;
  /** Tasks of the last hour. */
  failures: FailureCount[] | null;
  /** Platforms and other hosts that an operator has stopped. */
  stopped: StoppedTarget[] | null;
  /** What is wrong with the catalog. */
  quality: QualitySummary | null;
  schedules: ScheduleReport[] | null;
}

/** How many jobs there are of each status; those that failed, within the last hour. */
export type OpenJobs = Record<'running' | 'pending' | 'failed', number>;

/** The open tasks of a role. */
export type OpenTasks = { role: Role } & Tally;

/** A task of which nothing has begun. */
export interface WaitingTask {
  id: string;
  role: Role;
  scheduledFor: Date | null;
}

/** More do not fit on one screen. */
const LAST_CRAWLS = 5;

/** What is asked, and by which settings it is judged. */
export interface StatusSettings {
  rule: QualityRule;
  usual: CapacityTools['usual'];
}

/** Reads from the ledger and from Temporal how things stand, as far as they are there. */
export async function readOperatingStatus(
  db: Db | null,
  client: Client | null,
  { rule, usual }: StatusSettings,
): Promise<OperatingStatus> {
  const [open, jobs, waiting, fanOuts, schedules] = await Promise.all([
    db && readOpenTasks(db),
    db && readOpenJobs(db),
    db && listWaiting(db),
    client && listOpenFanOuts(client),
    client && describeSchedules(client),
  ]);
  return {
    verdict: judge(await readFacts({ db, client, schedules, usual, rule })),
    ledger: db && (await readLedgerAge(db)),
    workers: db && (await listWorkers(db)).filter(({ status }) => isLive(status)),
    pods: db && (await listPods(db)),
    open,
    fanOuts,
    waiting,
    jobs,
    lastCrawls: db && (await listRecentCrawls(db, LAST_CRAWLS)),
    failures: db && (await countRecentFailures(db)),
    stopped: db && (await listStoppedTargets(db)),
    quality: db && (await summarizeQuality(db, rule)),
    schedules,
  };
}

async function readFacts({
  db,
  client,
  schedules,
  usual,
  rule,
}: StatusSettings & {
  db: Db | null;
  client: Client | null;
  schedules: ScheduleReport[] | null;
}): Promise<VerdictFacts> {
  const temporalAway = client === null ? 'Temporal does not answer.' : null;
  if (db === null) return factsWithoutDatabase('The database does not answer.', temporalAway);
  const coming = client === null ? UNKNOWN_WORK : await readComingWork(db, client);
  const capacity = await reckonCapacity({ db, usual, coming });
  return readVerdictFacts(db, { temporalAway, capacity, schedules, rule });
}

async function readOpenTasks(db: Db): Promise<OpenTasks[]> {
  const open = await countOpenWork(db);
  return ROLES.map((role) => ({ role, ...tallyOf(open.filter((one) => one.role === role)) }));
}

async function readOpenJobs(db: Db): Promise<OpenJobs> {
  const open = await countOpenJobs(db);
  return { ...open, failed: await countFailedJobs(db) };
}

/** More of them nobody reads. */
const WAITING_MAX = 1_000;

async function listWaiting(db: Db): Promise<WaitingTask[]> {
  const runs = await listRuns(db, { kind: 'waiting' }, { after: null, limit: WAITING_MAX });
  return runs
    .map(({ run }) => taskOf(run))
    .map(({ id, role, scheduled_for: scheduledFor }) => ({ id, role, scheduledFor }))
    .sort((one, other) => Number(one.scheduledFor) - Number(other.scheduledFor));
}
