import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import {
  countRecentFailures,
  listRecentCrawls,
  type FailureCount,
  type RecentCrawl,
} from '../db/queries/recent-crawls.ts';
import type { QualityRule } from '../db/queries/judged-dispensaries.ts';
import { countFailedJobs } from '../db/queries/jobs.ts';
import { listStoppedTargets, type StoppedTarget } from '../db/queries/pace-control.ts';
import { listPods, listWorkers, type ListedWorker } from '../db/queries/worker-registry.ts';
import type { JobStatus } from '../domain/job.ts';
import type { Pod } from '../domain/pods.ts';
import { ROLES, type Role } from '../domain/role.ts';
import { isLive } from '../domain/worker.ts';
import { describeSchedules, type ScheduleReport } from '../temporal-client/describe-schedules.ts';
import { listOpenFanOuts, type FanOutReport } from '../temporal-client/describe-fan-outs.ts';
import { listTaskRuns, TASK_QUERIES, TASKS_PER_PAGE } from '../temporal-client/list-task-runs.ts';
import { taskId } from '../temporal-config/workflow-ids.ts';
import { createJobBook } from './job-book.ts';
import { summarizeQuality, type QualitySummary } from './quality-report.ts';
import { readRecentFailures } from './recent-failures.ts';
import { tallyTasks, type Tally } from './tally-tasks.ts';

/** What a person asks who has just come in; null: who could tell it is away. */
export interface OperatingStatus {
  /** Those that live. */
  workers: ListedWorker[] | null;
  /** Their pods. */
  pods: Pod[] | null;
  /** Open tasks of each role, of all platforms; it takes both servers to tell them. */
  open: OpenTasks[] | null;
  /** Open ones; they start tasks and are none. */
  fanOuts: FanOutReport[] | null;
  /** Tasks that wait for the moment for which they were asked, the soonest first. */
  waiting: WaitingTask[] | null;
  /** Generic jobs; it takes both servers to tell them. */
  jobs: OpenJobs | null;
  lastCrawls: RecentCrawl[] | null;
  /** Of the last hour; the ledger's alone where Temporal is away. */
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

/** Reads from the ledger and from Temporal how things stand, as far as they are there. */
export async function readOperatingStatus(
  db: Db | null,
  client: Client | null,
  rule: QualityRule,
): Promise<OperatingStatus> {
  const [open, jobs, fanOuts, waiting, schedules] = await Promise.all([
    db && client && readOpenTasks(db, client),
    db && client && readOpenJobs(db, client),
    client && listOpenFanOuts(client),
    client && listWaiting(client),
    client && describeSchedules(client),
  ]);
  return {
    workers: db && (await listWorkers(db)).filter(({ status }) => isLive(status)),
    pods: db && (await listPods(db)),
    open,
    fanOuts,
    waiting,
    jobs,
    lastCrawls: db && (await listRecentCrawls(db, LAST_CRAWLS)),
    failures: db && (await (client ? readRecentFailures(db, client) : countRecentFailures(db))),
    stopped: db && (await listStoppedTargets(db)),
    quality: db && (await summarizeQuality(db, rule)),
    schedules,
  };
}

async function readOpenTasks(db: Db, client: Client): Promise<OpenTasks[]> {
  const counts = await tallyTasks({ db, client });
  return ROLES.map((role) => {
    const tallies = counts.filter((one) => one.role === role).map(({ tally }) => tally);
    const sum = (state: keyof Tally) => tallies.reduce((total, tally) => total + tally[state], 0);
    return {
      role,
      ready: sum('ready'),
      later: sum('later'),
      claimed: sum('claimed'),
      running: sum('running'),
    };
  });
}

async function readOpenJobs(db: Db, client: Client): Promise<OpenJobs> {
  const { items } = await createJobBook({ db, client }).open({});
  const count = (status: JobStatus) => items.filter((job) => job.status === status).length;
  return { running: count('running'), pending: count('pending'), failed: await countFailedJobs(db) };
}

async function listWaiting(client: Client): Promise<WaitingTask[]> {
  const runs = await listTaskRuns(client, TASK_QUERIES.waiting, TASKS_PER_PAGE);
  return runs
    .map(({ workflowId, runId, role, scheduledFor }) => ({
      id: taskId(workflowId, runId),
      role,
      scheduledFor,
    }))
    .sort((one, other) => Number(one.scheduledFor) - Number(other.scheduledFor));
}
