import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import {
  countQuarantined,
  listRecentCrawls,
  type FailureCount,
  type RecentCrawl,
} from '../db/queries/recent-crawls.ts';
import { listStoppedTargets, type StoppedTarget } from '../db/queries/pace-control.ts';
import { listWorkers, type ListedWorker } from '../db/queries/worker-registry.ts';
import { ROLES, type Role } from '../domain/role.ts';
import { isLive } from '../domain/worker.ts';
import { describeSchedules, type ScheduleReport } from '../temporal-client/describe-schedules.ts';
import { listOpenFanOuts, type FanOutReport } from '../temporal-client/describe-fan-outs.ts';
import { listTaskRuns, TASK_QUERIES, TASKS_PER_PAGE } from '../temporal-client/list-task-runs.ts';
import { taskId } from '../temporal-config/workflow-ids.ts';
import { readRecentFailures } from './recent-failures.ts';
import { tallyTasks, type Tally } from './tally-tasks.ts';

/** What a person asks who has just come in. */
export interface OperatingStatus {
  /** Those that live. */
  workers: ListedWorker[];
  /** Open tasks of each role, of all platforms. */
  open: ({ role: Role } & Tally)[];
  /** Open ones; they start tasks and are none. */
  fanOuts: FanOutReport[];
  /** Tasks that wait for the moment for which they were asked, the soonest first. */
  waiting: WaitingTask[];
  lastCrawls: RecentCrawl[];
  /** Of the last hour. */
  failures: FailureCount[];
  /** Platforms and other hosts that an operator has stopped. */
  stopped: StoppedTarget[];
  /** Payloads that wait for a decision. */
  quarantined: number;
  schedules: ScheduleReport[];
}

/** A task of which nothing has begun. */
interface WaitingTask {
  id: string;
  role: Role;
  scheduledFor: Date | null;
}

/** More do not fit on one screen. */
const LAST_CRAWLS = 5;

/** Reads from the ledger and from Temporal how things stand. */
export async function readOperatingStatus(db: Db, client: Client): Promise<OperatingStatus> {
  const workers = await listWorkers(db);
  const [counts, schedules, fanOuts, waiting] = await Promise.all([
    tallyTasks({ db, client }),
    describeSchedules(client),
    listOpenFanOuts(client),
    listWaiting(client),
  ]);
  return {
    workers: workers.filter(({ status }) => isLive(status)),
    open: ROLES.map((role) => {
      const tallies = counts.filter((one) => one.role === role).map(({ tally }) => tally);
      const sum = (state: keyof Tally) => tallies.reduce((total, tally) => total + tally[state], 0);
      return {
        role,
        ready: sum('ready'),
        later: sum('later'),
        claimed: sum('claimed'),
        running: sum('running'),
      };
    }),
    fanOuts,
    waiting,
    lastCrawls: await listRecentCrawls(db, LAST_CRAWLS),
    failures: await readRecentFailures(db, client),
    stopped: await listStoppedTargets(db),
    quarantined: await countQuarantined(db),
    schedules,
  };
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
