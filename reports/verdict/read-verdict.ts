import type { Db } from '../../db/connect.ts';
import { countFailingStores, countLastHour } from '../../db/queries/failures.ts';
import {
  countOverdue,
  findRejected,
  listOpenBreakers,
  readProxyStanding,
  readQuarantineStanding,
  type RejectedMenus,
  type ProxyStanding,
} from '../../db/queries/overview-figures.ts';
import type { QualityRule } from '../../db/queries/judged-dispensaries.ts';
import { readLastCrawlStart } from '../../db/queries/recent-crawls.ts';
import { listSlowedTargets, listStoppedTargets } from '../../db/queries/pace-control.ts';
import { countRetrying } from '../../db/queries/retrying-work.ts';
import { countWaitingJobTypes } from '../../db/queries/run-counts.ts';
import { readLedgerAge } from '../../db/queries/runs.ts';
import type { ListedWorker } from '../../db/queries/worker-registry.ts';
import type { ChainRole } from '../../domain/role.ts';
import type { Disk } from '../../domain/disk.ts';
import { isHeard } from '../../domain/worker.ts';
import type { ScheduleReport } from '../../temporal-client/describe-schedules.ts';
import { JOBS_QUEUE } from '../../temporal-config/task-queues.ts';
import type { CapacityRow } from '../capacity-row.ts';
import { readDoubtEnds } from '../doubt-ends.ts';
import { forecastDrain, type Workforce } from '../drain-forecast.ts';
import { listLiveWorkers } from '../live-workers.ts';
import { knownJobTypes } from '../known-job-types.ts';
import { scheduleFault } from '../schedule-fault.ts';
import { ALIKE_MIN } from './judge-outcomes.ts';
import { readOpenWork } from './read-open-work.ts';
import type { RegularStarts, SeenDisk, VerdictFacts } from './verdict-facts.ts';

/** Facts that the caller has read already, since they take requests to Temporal. */
export interface ReadBefore {
  /** Why Temporal is unavailable; null: it is available. */
  temporalAway: string | null;
  /** Null: it is not known. */
  capacity: CapacityRow[] | null;
  schedules: ScheduleReport[] | null;
  /** When a dispensary counts as overdue. */
  rule: QualityRule;
  /** The disk of STORAGE_ROOT as this process reads it; null: it could not. */
  disk: Disk | null;
  /** Finds the fields that a platform has renamed in a doubted menu; absent: the caller cannot read payloads. */
  renamedIn?: ((payloadId: number) => Promise<VerdictFacts['renamed']>) | undefined;
}

/** The facts as they are known when the database answers. */
export type KnownFacts = Omit<VerdictFacts, 'workers'> & { workers: ListedWorker[] } & {
  [Name in 'ledger' | 'open' | 'quarantine' | 'stopped' | 'breakers' | 'proxies']: NonNullable<
    VerdictFacts[Name]
  >;
};

/** Reads the facts that the verdict is judged by. */
export async function readVerdictFacts(db: Db, read: ReadBefore): Promise<KnownFacts> {
  const [
    ledger,
    open,
    workers,
    lastHour,
    failing,
    quarantine,
    rejected,
    doubts,
    targets,
    proxies,
    retrying,
    overdue,
    crawls,
  ] = await Promise.all([
    readLedgerAge(db),
    readOpenWork(db),
    listLiveWorkers(db),
    countLastHour(db),
    countFailingStores(db),
    readQuarantineStanding(db),
    findRejected(db),
    readDoubtEnds(db),
    readTargets(db),
    readProxyStanding(db),
    countRetrying(db),
    countOverdue(db, read.rule),
    readCrawls(db, read.schedules ?? []),
  ]);
  const now = new Date();
  const living = workers.filter((worker) => isHeard(worker) && worker.status !== 'draining');
  const workforce = workforceOf(now, living, { ...targets, proxies, retrying });
  return {
    now,
    temporalAway: read.temporalAway,
    ledger,
    open,
    workers,
    disks: seenDisks(living, read.disk),
    roles: (read.capacity ?? []).map((row) => forecastRole(row, workforce)),
    retrying,
    jobs: { ...(await readJobs(db, living)), pending: open.jobs.pending },
    lastHour,
    failing,
    overdue,
    crawls,
    quarantine,
    rejected: rejected && { ...rejected, renamed: await findRenamed(rejected, read) },
    renamed: await findRenamed(quarantine.commonest, read),
    doubts,
    ...targets,
    proxies,
    schedules: faultsOf(read.schedules ?? [], now),
  };
}

/** Reads which targets requests wait for, and why. */
async function readTargets(db: Db) {
  const [stopped, slowed, breakers] = await Promise.all([
    listStoppedTargets(db),
    listSlowedTargets(db),
    listOpenBreakers(db),
  ]);
  return { stopped, slowed, breakers };
}

/** Returns each disk once: workers with a common storage see the same one. */
function seenDisks(living: ListedWorker[], own: Disk | null): SeenDisk[] {
  const all = [
    ...(own === null ? [] : [{ ...own, seenBy: 'the API' }]),
    ...living.flatMap(({ friendly_name: name, resources: { disk } }) =>
      disk === undefined ? [] : [{ ...disk, seenBy: `worker ${name}` }],
    ),
  ];
  const byDisk = Map.groupBy(all, ({ folder, total_bytes: total }) => `${total} ${folder}`);
  return [...byDisk.values()].map((same) =>
    same.reduce((one, other) => (other.free_bytes < one.free_bytes ? other : one)),
  );
}

async function findRenamed(
  group: Pick<RejectedMenus, 'dispensaries' | 'payloadId'> | null,
  { renamedIn }: ReadBefore,
): Promise<VerdictFacts['renamed']> {
  if (renamedIn === undefined || group === null || group.dispensaries < ALIKE_MIN) return null;
  return renamedIn(group.payloadId);
}

function workforceOf(
  now: Date,
  living: ListedWorker[],
  {
    stopped,
    proxies,
    retrying,
    breakers,
  }: Pick<KnownFacts, 'stopped' | 'proxies' | 'breakers'> & Pick<Workforce, 'retrying'>,
): Workforce {
  return {
    now,
    served: queuesOf(living),
    stopped: stopped.map(({ target }) => target),
    proxyFault: proxyFaultOf(proxies),
    retrying,
    breakers,
  };
}

function queuesOf(workers: ListedWorker[]): ReadonlySet<string> {
  return new Set(workers.flatMap(({ queues }) => queues.map(({ queue }) => queue)));
}

async function readCrawls(db: Db, schedules: ScheduleReport[]): Promise<RegularStarts> {
  const [most] = schedules
    .flatMap(({ id, role, paused, intervalSeconds, nextRunAt }) =>
      role === CRAWLS && !paused && intervalSeconds !== 'calendar'
        ? [{ id, intervalHours: intervalSeconds / 3600, nextRunAt }]
        : [],
    )
    .toSorted((one, other) => one.intervalHours - other.intervalHours);
  return { lastStartAt: await readLastCrawlStart(db), schedule: most ?? null };
}

const CRAWLS: ChainRole = 'payload_fetch';

function forecastRole(row: CapacityRow, workforce: Workforce): NonNullable<VerdictFacts['roles']>[number] {
  return { role: row.role, pending: row.pending_tasks, forecast: forecastDrain(row, workforce) };
}

function faultsOf(schedules: ScheduleReport[], now: Date): NonNullable<VerdictFacts['schedules']> {
  return schedules.flatMap((schedule) => {
    const fault = scheduleFault(schedule, now);
    return fault === null ? [] : [{ id: schedule.id, ...fault }];
  });
}

function proxyFaultOf({ active, unreached }: ProxyStanding): string | null {
  if (active === 0) return 'no proxy is active';
  return unreached === null ? null : 'no proxy reaches the echo';
}

async function readJobs(
  db: Db,
  workers: ListedWorker[],
): Promise<Omit<NonNullable<VerdictFacts['jobs']>, 'pending'>> {
  const known = knownJobTypes(workers);
  const types = await countWaitingJobTypes(db);
  return {
    isServed: queuesOf(workers).has(JOBS_QUEUE),
    unknownTypes: types.filter(({ jobType }) => known !== null && !known.has(jobType)),
  };
}
