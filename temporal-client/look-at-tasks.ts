import type { WorkflowExecutionDescription } from '@temporalio/client';

/** One run of a workflow. */
export interface Execution {
  workflowId: string;
  runId: string;
}

/**
 * What becomes of the piece of work that a workflow has open, in the words of operators:
 * `ready`: it waits for a worker. `later`: it waits for the time of its next attempt. `claimed`: a worker has it, and
 * has not told of any progress. `running`: its worker heartbeats. `closed`: the workflow is over.
 */
type TaskState = 'ready' | 'later' | 'claimed' | 'running' | 'closed';

/** The piece of work that a workflow has open, as the server describes it. */
export interface TaskLook {
  state: TaskState;
  activity: PendingWork | null;
}

/** An activity that has not ended. */
export interface PendingWork {
  id: string;
  type: string;
  /** The task queue that it is on; null: the server does not say. */
  queue: string | null;
  attempt: number;
  /** So many attempts are made; null: there is no such limit. */
  attemptsMax: number | null;
  /** When no more attempts are made; null: there is no such time. */
  givesUpAt: Date | null;
  /** Null: no worker has it, or had it. */
  worker: string | null;
  /** When a worker took its last attempt. */
  attemptStartedAt: Date | null;
  lastHeartbeatAt: Date | null;
  /** When it is tried next; null: now, or it is being done. */
  nextAttemptAt: Date | null;
  lastFailure: string | null;
}

/** What a description says of the work that is open. */
export function lookOf({ status, raw }: Pick<WorkflowExecutionDescription, 'status' | 'raw'>): TaskLook {
  if (status.name !== 'RUNNING') return { state: 'closed', activity: null };
  const pending = raw.pendingActivities ?? [];
  const states = pending.map(stateOf);
  const state = ORDER.find((one) => states.includes(one));
  // None: a worker of workflows is to say what comes next.
  if (state === undefined) return { state: 'ready', activity: null };
  const activity = pending[states.indexOf(state)];
  return { state, activity: activity === undefined ? null : workOf(activity) };
}

/** Of several at once the one that is furthest counts. */
const ORDER = ['running', 'claimed', 'ready', 'later'] as const satisfies TaskState[];

type PendingActivity = NonNullable<WorkflowExecutionDescription['raw']['pendingActivities']>[number];

/** The number of `PENDING_ACTIVITY_STATE_SCHEDULED`; in the others a worker has it. */
const SCHEDULED = 1;

function stateOf(activity: PendingActivity): TaskState {
  const { state, lastHeartbeatTime, lastStartedTime, nextAttemptScheduleTime } = activity;
  if (Number(state) === SCHEDULED)
    return millisecondsOf(nextAttemptScheduleTime) > Date.now() ? 'later' : 'ready';
  // A heartbeat may be of an attempt before.
  return millisecondsOf(lastHeartbeatTime) >= millisecondsOf(lastStartedTime) && lastHeartbeatTime
    ? 'running'
    : 'claimed';
}

function workOf(activity: PendingActivity): PendingWork {
  const { activityId, activityType, attempt, lastWorkerIdentity, lastFailure } = activity;
  return {
    id: activityId ?? '',
    type: activityType?.name ?? '',
    queue: activity.activityOptions?.taskQueue?.name || null,
    attempt: attempt ?? 1,
    attemptsMax: activity.maximumAttempts || null,
    givesUpAt: dateOf(activity.expirationTime),
    worker: lastWorkerIdentity || null,
    attemptStartedAt: dateOf(activity.lastStartedTime),
    lastHeartbeatAt: dateOf(activity.lastHeartbeatTime),
    nextAttemptAt: dateOf(activity.nextAttemptScheduleTime),
    lastFailure: failureIn(lastFailure),
  };
}

/** The server has it in words of the SDK. */
function failureIn(failure: PendingActivity['lastFailure']): string | null {
  if (failure?.applicationFailureInfo?.type === 'WorkerShutdown')
    return 'its worker stopped before it was done';
  return failure?.message || null;
}

type Moment = PendingActivity['lastHeartbeatTime'];

function dateOf(time: Moment): Date | null {
  return time ? new Date(millisecondsOf(time)) : null;
}

function millisecondsOf(time: Moment): number {
  return Number(time?.seconds ?? 0) * 1000 + (time?.nanos ?? 0) / 1e6;
}
