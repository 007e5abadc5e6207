import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { groupFailures, type FailureGroup } from '../db/queries/failures.ts';
import { countEnded, type EndedCount } from '../db/queries/overview-figures.ts';
import type { WorkKind } from '../db/queries/run-conditions.ts';
import type { QualityRule } from '../db/queries/judged-dispensaries.ts';
import { listRuns, type LedgerAge, type Run } from '../db/queries/runs.ts';
import { listQuarantined, type QuarantinedPayload } from '../db/queries/quarantine.ts';
import type { ClosedStatus, TaskStatus } from '../domain/task.ts';
import { TemporalUnavailable } from '../temporal-client/call-temporal.ts';
import type { ScheduleReport } from '../temporal-client/describe-schedules.ts';
import { RETRY_ID_PREFIX } from '../temporal-config/workflow-ids.ts';
import type { CapacityRow } from './capacity-row.ts';
import { showFailures, type ShownFailures } from './failure-group.ts';
import {
  readPastWork,
  reckonCapacity,
  UNKNOWN_WORK,
  type CapacityTools,
  type ComingWork,
  type PastWork,
} from './read-capacity.ts';
import { readVerdictFacts, type KnownFacts, type ReadBefore } from './verdict/read-verdict.ts';
import { keepByCost, shareReading } from './share-reading.ts';
import type { SharedSnapshot } from './shared-snapshot.ts';
import { judge } from './verdict/judge.ts';
import type { Verdict } from './verdict/verdict-facts.ts';

/** The state of the whole system, for one page. */
export interface Overview {
  ledger: LedgerAge;
  /** Why Temporal is unavailable; null: it is available. */
  temporalAway: string | null;
  verdict: Verdict;
  facts: KnownFacts;
  /** When the last day's figures begin, at a full hour (UTC). */
  since: Date;
  counts: Record<WorkKind, WorkCounts>;
  hours: HourCounts[];
  capacity: { rows: CapacityRow[] } & LedgerAge;
  running: Run[];
  hasMoreRunning: boolean;
  quarantined: QuarantinedPayload[];
  schedules: ({ reports: ScheduleReport[] } & LedgerAge) | null;
  failures: { total: number; groups: ShownFailures[]; hasMore: boolean };
}

/** How many tasks or jobs are open now, and how many ended within the last day. */
export interface WorkCounts {
  pending: number;
  running: number;
  /** Includes the unconfirmed ones. */
  completed: number;
  unconfirmed: number;
  failed: number;
}

/** How many tasks and jobs ended within a full hour. */
type HourCounts = { hour: Date } & Record<ClosedStatus, number>;

/** The dependencies of the overview. */
export interface OverviewTools {
  db: Db;
  client: Client;
  usual: CapacityTools['usual'];
  rule: QualityRule;
  renamedIn: ReadBefore['renamedIn'];
  /** Returns the last reading of STORAGE_ROOT's disk; null: it could not be read. */
  latestDisk: () => ReadBefore['disk'];
  comingWork: SharedSnapshot<ComingWork>;
  schedules: SharedSnapshot<ScheduleReport[]>;
}

const HOURS = 24;
const HOUR_MS = 3_600_000;
const RUNNING_MAX = 50;
const QUARANTINED_MAX = 5;
const GROUPS_MAX = 20;

/**
 * Creates a reader of the overview whose concurrent callers share one read. Figures of past hours, failures and work rates are cached, the
 * longer the more they cost; everything else, including the facts of the verdict, is read each time.
 */
export function createOverview(tools: OverviewTools): () => Promise<Overview> {
  const { db } = tools;
  const readings: Readings = {
    past: keepByCost((until: number) => countEnded(db, { since: sinceOf(until), until: new Date(until) })),
    work: keepByCost(() => readPastWork(db)),
    failures: keepByCost((hour: number) =>
      groupFailures(db, { since: sinceOf(hour), limit: GROUPS_MAX, retryPrefix: RETRY_ID_PREFIX }),
    ),
  };
  return shareReading(() => readOverview(tools, readings));
}

/** Reads that are cached by their cost. */
interface Readings {
  past: (until: number) => Promise<EndedCount[]>;
  work: (key: null) => Promise<PastWork>;
  failures: (hour: number) => Promise<FailureGroup[]>;
}

async function readOverview(tools: OverviewTools, readings: Readings): Promise<Overview> {
  const { db, usual } = tools;
  const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const since = sinceOf(hour);
  const { temporalAway, comingWork, schedules } = await callTemporal(tools);
  const rows = await reckonCapacity({ db, usual, coming: comingWork.work, past: await readings.work(null) });
  const [facts, past, current, running, quarantined, groups] = await Promise.all([
    readVerdictFacts(db, {
      temporalAway,
      capacity: rows,
      schedules: schedules?.reports ?? null,
      rule: tools.rule,
      renamedIn: tools.renamedIn,
      disk: tools.latestDisk(),
    }),
    readings.past(hour),
    countEnded(db, { since: new Date(hour), until: new Date(hour + 2 * HOUR_MS) }),
    listRunning(db),
    listQuarantined(db, QUARANTINED_MAX),
    readings.failures(hour),
  ]);
  const ended = [...past, ...current];
  return {
    ledger: facts.ledger,
    temporalAway,
    verdict: judge(facts),
    facts,
    since,
    counts: {
      tasks: { ...facts.open.tasks, ...endedOf(ended, 'tasks') },
      jobs: { ...facts.open.jobs, ...endedOf(ended, 'jobs') },
    },
    hours: hoursOf(ended, since),
    capacity: { rows, asOf: comingWork.asOf, isStale: comingWork.isStale },
    running: running.slice(0, RUNNING_MAX),
    hasMoreRunning: running.length > RUNNING_MAX,
    quarantined,
    schedules,
    failures: {
      total: groups[0]?.total ?? 0,
      groups: groups.map((group) => showFailures(group, since, HOURS)),
      hasMore: (groups[0]?.groups ?? 0) > groups.length,
    },
  };
}

/** Returns the beginning of the 24 hours whose last one starts at `hour`. */
function sinceOf(hour: number): Date {
  return new Date(hour - (HOURS - 1) * HOUR_MS);
}

interface Asked {
  temporalAway: string | null;
  comingWork: { work: ComingWork } & LedgerAge;
  schedules: Overview['schedules'];
}

/** Gets what only Temporal knows, from the shared snapshots. */
async function callTemporal({ comingWork, schedules }: OverviewTools): Promise<Asked> {
  const [work, reports] = await Promise.all([
    unlessUnavailable(comingWork.ask()),
    unlessUnavailable(schedules.ask()),
  ]);
  const away = [work, reports].find((one) => 'away' in one || one.isStale);
  return {
    temporalAway: away === undefined ? null : 'away' in away ? away.away : 'Temporal does not answer.',
    comingWork:
      'away' in work
        ? { work: UNKNOWN_WORK, asOf: null, isStale: true }
        : { work: work.value, asOf: work.takenAt, isStale: work.isStale },
    schedules:
      'away' in reports ? null : { reports: reports.value, asOf: reports.takenAt, isStale: reports.isStale },
  };
}

async function unlessUnavailable<Value>(requested: Promise<Value>): Promise<Value | { away: string }> {
  try {
    return await requested;
  } catch (error) {
    if (error instanceof TemporalUnavailable) return { away: error.message };
    throw error;
  }
}

const HELD = ['claimed', 'running', 'stale'] as const satisfies TaskStatus[];

/** Lists the runs that workers hold, the newest first; one more than is shown. */
async function listRunning(db: Db): Promise<Run[]> {
  const page = { after: null, limit: RUNNING_MAX + 1 };
  const lists = await Promise.all([
    listRuns(db, { kind: 'task', statuses: HELD }, page),
    listRuns(db, { kind: 'job', statuses: HELD }, page),
  ]);
  return lists
    .flat()
    .map(({ run }) => run)
    .toSorted((one, other) => Number(other.createdAt) - Number(one.createdAt))
    .slice(0, RUNNING_MAX + 1);
}

function endedOf(ended: EndedCount[], kind: WorkKind): Omit<WorkCounts, 'pending' | 'running'> {
  const count = (wanted: ClosedStatus) =>
    sumOf(ended, ({ of, outcome }) => of === kind && outcome === wanted);
  const unconfirmed = count('unconfirmed');
  return { completed: count('completed') + unconfirmed, unconfirmed, failed: count('failed') };
}

function hoursOf(ended: EndedCount[], since: Date): HourCounts[] {
  return Array.from({ length: HOURS }, (_, at) => {
    const hour = new Date(since.getTime() + at * HOUR_MS);
    const own = ended.filter((one) => one.hour.getTime() === hour.getTime());
    const count = (outcome: ClosedStatus) => sumOf(own, (one) => one.outcome === outcome);
    return {
      hour,
      completed: count('completed'),
      unconfirmed: count('unconfirmed'),
      failed: count('failed'),
      cancelled: count('cancelled'),
    };
  });
}

function sumOf(ended: EndedCount[], isMeant: (one: EndedCount) => boolean): number {
  return ended.filter(isMeant).reduce((sum, { count }) => sum + count, 0);
}
