import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import {
  countQuarantined,
  countRecentFailures,
  listRecentCrawls,
  type FailureCount,
  type RecentCrawl,
} from '../db/queries/recent-crawls.ts';
import { listWorkers, type ListedWorker } from '../db/queries/worker-registry.ts';
import { ROLES, type Role } from '../domain/role.ts';
import { isLive } from '../domain/worker.ts';
import { describeSchedules, type ScheduleReport } from '../temporal-client/describe-schedules.ts';
import { tallyTasks, type Tally } from './tally-tasks.ts';

/** What a person asks who has just come in. */
export interface OperatingStatus {
  /** Those that live. */
  workers: ListedWorker[];
  /** Open tasks of each role, of all platforms. */
  open: ({ role: Role } & Tally)[];
  lastCrawls: RecentCrawl[];
  /** Of the last hour. */
  failures: FailureCount[];
  /** Payloads that wait for a decision. */
  quarantined: number;
  schedules: ScheduleReport[];
}

/** More do not fit on one screen. */
const LAST_CRAWLS = 5;

/** Reads from the ledger and from Temporal how things stand. */
export async function readOperatingStatus(db: Db, client: Client): Promise<OperatingStatus> {
  const workers = await listWorkers(db);
  const [counts, schedules] = await Promise.all([tallyTasks({ db, client }), describeSchedules(client)]);
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
    lastCrawls: await listRecentCrawls(db, LAST_CRAWLS),
    failures: await countRecentFailures(db),
    quarantined: await countQuarantined(db),
    schedules,
  };
}
