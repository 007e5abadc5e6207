import type { Run } from '../../db/queries/runs.ts';
import type { Stage } from '../../domain/run-filter.ts';
import type { PendingWork } from '../../temporal-client/temporal-state.ts';
import type { DescribedRun } from '../../temporal-client/steer-tasks.ts';
import { formatMoment } from './format-moment.ts';

/** An activity that a workflow has asked for. */
export interface OpenActivity {
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
  /** Who has the activity; null: nobody, or it is not known. */
  holder: WorkHolder | null;
  /** Since when a worker is to say what the workflow does next; null: it was said, or nobody knows. */
  decisionSince: Date | null;
}

/** A worker that has an attempt. */
export interface WorkHolder {
  worker: string;
  attempt: number;
  /** Since when it has the attempt. */
  since: Date;
  /** The last heartbeat of the attempt; null: none came, or it is not known. */
  heardAt: Date | null;
  /** After so long without a heartbeat Temporal gives the attempt up; null: not known. */
  heartbeatTimeoutMs: number | null;
}

/** The work that is open of a task, as Temporal describes it. */
export function describedWork({ look, heartbeat, decisionSince }: DescribedRun): OpenWork {
  const { state, activity } = look;
  const isHeld = STATES[state] === 'held';
  return {
    state: STATES[state],
    activity,
    isBegun: true,
    told: reportedBy(heartbeat),
    holder: isHeld && activity !== null ? holderOf(activity) : null,
    decisionSince,
  };
}

function holderOf({ worker, attempt, ...work }: PendingWork): WorkHolder | null {
  const { attemptStartedAt: since, lastHeartbeatAt: heardAt, heartbeatTimeoutMs } = work;
  if (worker === null || since === null) return null;
  // A heartbeat may be of an attempt before.
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

/** The same as the ledger has it, for lists: what a worker that has it waits for is not written down. */
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
    return { state: 'held', activity: null, isBegun: true, told: null, holder, decisionSince: null };
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
    told: null,
    holder: null,
    decisionSince: null,
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

/** What a worker that has the activity says that it waits for. */
function reportedBy(heartbeat: unknown): string | null {
  const { waitingFor } = Object(heartbeat) as { waitingFor?: { what?: unknown; until?: unknown } };
  const { what, until } = Object(waitingFor) as { what?: unknown; until?: unknown };
  if (typeof what !== 'string') return null;
  return typeof until === 'string' ? `${what}, until ${formatMoment(new Date(until))}` : what;
}
