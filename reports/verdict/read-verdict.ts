import type { Db } from '../../db/connect.ts';
import { countFailingStores, countLastHour } from '../../db/queries/failures.ts';
import {
  countOverdue,
  listOpenBreakers,
  readProxyStanding,
  readQuarantineStanding,
  type ProxyStanding,
} from '../../db/queries/overview-figures.ts';
import type { QualityRule } from '../../db/queries/judged-dispensaries.ts';
import { listStoppedTargets } from '../../db/queries/pace-control.ts';
import { countRetrying } from '../../db/queries/retrying-work.ts';
import { countOpenJobs, countWaitingJobTypes } from '../../db/queries/run-counts.ts';
import { readLedgerAge } from '../../db/queries/runs.ts';
import { listWorkers, type ListedWorker } from '../../db/queries/worker-registry.ts';
import { isHeard } from '../../domain/worker.ts';
import type { ScheduleReport } from '../../temporal-client/describe-schedules.ts';
import { JOBS_QUEUE } from '../../temporal-config/task-queues.ts';
import type { CapacityRow } from '../capacity-row.ts';
import { forecastDrain, type Workforce } from '../drain-forecast.ts';
import { knownJobTypes } from '../known-job-types.ts';
import { scheduleFault } from '../schedule-fault.ts';
import type { VerdictFacts } from './verdict-facts.ts';

/** What others have read already: it takes questions to Temporal. */
export interface ReadBefore {
  /** Why Temporal cannot be asked; null: it can. */
  temporalAway: string | null;
  /** Null: it is not known. */
  capacity: CapacityRow[] | null;
  schedules: ScheduleReport[] | null;
  /** What is overdue. */
  rule: QualityRule;
}

/** Facts of a database that answers. */
export type KnownFacts = Omit<VerdictFacts, 'workers'> & { workers: ListedWorker[] } & {
  [Name in 'ledger' | 'quarantine' | 'stopped' | 'breakers' | 'proxies']: NonNullable<VerdictFacts[Name]>;
};

/** Reads what the verdict is judged by. */
export async function readVerdictFacts(db: Db, read: ReadBefore): Promise<KnownFacts> {
  const [ledger, workers, lastHour, failing, quarantine, stopped, breakers, proxies, retrying, overdue] =
    await Promise.all([
      readLedgerAge(db),
      listWorkers(db),
      countLastHour(db),
      countFailingStores(db),
      readQuarantineStanding(db),
      listStoppedTargets(db),
      listOpenBreakers(db),
      readProxyStanding(db),
      countRetrying(db),
      countOverdue(db, read.rule),
    ]);
  const now = new Date();
  const living = workers.filter((worker) => isHeard(worker) && worker.status !== 'draining');
  const served = new Set(living.flatMap(({ queues }) => queues.map(({ queue }) => queue)));
  const workforce: Workforce = {
    now,
    served,
    stopped: stopped.map(({ target }) => target),
    proxyFault: proxyFaultOf(proxies),
    retrying,
  };
  return {
    now,
    databaseAway: null,
    temporalAway: read.temporalAway,
    ledger,
    workers,
    roles: (read.capacity ?? []).map((row) => ({
      role: row.role,
      pending: row.pending_tasks,
      forecast: forecastDrain(row, workforce),
    })),
    retrying,
    jobs: { isServed: served.has(JOBS_QUEUE), ...(await readWaitingJobs(db, living)) },
    lastHour,
    failing,
    overdue,
    quarantine,
    stopped,
    breakers,
    proxies,
    schedules: (read.schedules ?? []).flatMap((schedule) => {
      const fault = scheduleFault(schedule, now);
      return fault === null ? [] : [{ id: schedule.id, ...fault }];
    }),
  };
}

function proxyFaultOf({ active, unreached }: ProxyStanding): string | null {
  if (active === 0) return 'no proxy is active';
  return unreached === null ? null : 'no proxy reaches the echo';
}

async function readWaitingJobs(
  db: Db,
  workers: ListedWorker[],
): Promise<Omit<NonNullable<VerdictFacts['jobs']>, 'isServed'>> {
  const [{ pending }, types] = await Promise.all([countOpenJobs(db), countWaitingJobTypes(db)]);
  const known = knownJobTypes(workers);
  const unknownTypes = types.filter(({ jobType }) => known !== null && !known.has(jobType));
  return { pending, unknownTypes };
}

/** What is known while the database is away. */
export function factsWithoutDatabase(databaseAway: string, temporalAway: string | null): VerdictFacts {
  return {
    now: new Date(),
    databaseAway,
    temporalAway,
    ledger: null,
    workers: null,
    roles: null,
    retrying: null,
    jobs: null,
    lastHour: null,
    failing: null,
    overdue: null,
    quarantine: null,
    stopped: null,
    breakers: null,
    proxies: null,
    schedules: null,
  };
}
