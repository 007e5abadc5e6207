import type { Run } from '../../db/queries/runs.ts';
import type { Stage } from '../../domain/run-filter.ts';
import type { PendingWork } from '../../temporal-client/temporal-state.ts';
import type { DescribedRun } from '../../temporal-client/steer-tasks.ts';
import { formatMoment } from '../../domain/format-moment.ts';

/** An activity that a workflow has scheduled. */
export interface OpenActivity {
  type: string;
  /** Null: the usual queue of its type. */
  queue: string | null;
  attempt: number;
  /** Absent: not known here. Null: there is no limit. */
  attemptsMax?: number | null;
  nextAttemptAt: Date | null;
  lastFailure: string | null;
}

/** What is known about the open work of a task. */
export interface OpenWork {
  state: 'waiting' | 'later' | 'held' | 'over';
  /** The open activity; null: none is open, so the workflow itself has to go on. */
  activity: OpenActivity | null;
  /** False: it is not known whether the workflow has scheduled the activity yet. */
  isBegun: boolean;
  /** What the activity waits for, as the heartbeats of its worker report. */
  progress: string | null;
  /** The worker that holds the activity; null: none, or not known. */
  holder: WorkHolder | null;
  /**
   * When the pending workflow task was scheduled, in which a worker decides what comes next; null: none is pending, or not
   * known.
   */
  decisionSince: Date | null;
}

/** A worker that holds an attempt of an activity. */
export interface WorkHolder {
  worker: string;
  attempt: number;
  /** When the attempt began. */
  since: Date;
  /** The last heartbeat of the attempt; null: none came, or not known. */
  heardAt: Date | null;
  /** How long without a heartbeat until Temporal ends the attempt; null: not known. */
  heartbeatTimeoutMs: number | null;
}

/** Returns the open work of a task, as Temporal describes it. */
export function describedWork({ look, heartbeat, decisionSince }: DescribedRun): OpenWork {
  const { state, activity } = look;
  const isHeld = STATES[state] === 'held';
  return {
    state: STATES[state],
    activity,
    isBegun: true,
    progress: reportedBy(heartbeat),
    holder: isHeld && activity !== null ? holderOf(activity) : null,
    decisionSince,
  };
}

function holderOf({ worker, attempt, ...work }: PendingWork): WorkHolder | null {
  const { attemptStartedAt: since, lastHeartbeatAt: heardAt, heartbeatTimeoutMs } = work;
  if (worker === null || since === null) return null;
  // The heartbeat may be from an earlier attempt.
  const isOwn = heardAt !== null && heardAt >= since;
  return { worker, attempt, since, heardAt: isOwn ? heardAt : null, heartbeatTimeoutMs };
}

const STATES = {
  ready: 'waiting',
  later: 'later',
  claimed: 'held',
  running: 'held',
  closed: 'over',
} as const satisfies Record<DescribedRun['look']['state'], OpenWork['state']>;

/** Returns the open work of a task as the ledger has it, for lists. The ledger does not record what an activity waits for. */
export function ledgerWork(run: Run): OpenWork {
  const { type, worker, activity, attempt, claimedAt, nextAttemptAt, errorMessage } = run;
  if (worker !== null) {
    const holder = claimedAt && {
      worker,
      attempt: attempt ?? 1,
      since: claimedAt,
      heardAt: null,
      heartbeatTimeoutMs: null,
    };
    return { state: 'held', activity: null, isBegun: true, progress: null, holder, decisionSince: null };
  }
  const isLater = nextAttemptAt !== null && nextAttemptAt.getTime() > Date.now();
  const next = activity ?? activityOfStage(run) ?? FIRST_ACTIVITIES[type];
  return {
    state: isLater ? 'later' : 'waiting',
    activity:
      next === undefined
        ? null
        : { type: next, queue: null, attempt: (attempt ?? 0) + 1, nextAttemptAt, lastFailure: errorMessage },
    isBegun: activity !== null,
    progress: null,
    holder: null,
    decisionSince: null,
  };
}

/** Returns the next activity of a stage that has begun. A fetch that ended without a menu continues in a browser. */
function activityOfStage({ stage, fetchMode }: Run): string | undefined {
  if (stage === 'fetch' && fetchMode !== null && fetchMode !== 'http') return 'fetchMenuInBrowser';
  return stage === null ? undefined : STAGE_ACTIVITIES[stage];
}

const STAGE_ACTIVITIES: Record<Stage, string> = {
  fetch: 'fetchMenu',
  ingest: 'ingestPayload',
  images: 'downloadImages',
};

/** The first activity of each type of workflow. */
const FIRST_ACTIVITIES: Record<string, string> = {
  crawlDispensary: 'fetchMenu',
  refreshFromPayload: 'refreshPayload',
  resolveEntryPoint: 'resolveEntryPoint',
  discoverStores: 'discoverStoresOfState',
};

/** Reads from a heartbeat what the activity waits for; null: nothing is reported. */
function reportedBy(heartbeat: unknown): string | null {
  const { waitingFor } = Object(heartbeat) as { waitingFor?: { what?: unknown; until?: unknown } };
  const { what, until } = Object(waitingFor) as { what?: unknown; until?: unknown };
  if (typeof what !== 'string') return null;
  return typeof until === 'string' ? `${what}, until ${formatMoment(new Date(until))}` : what;
}
