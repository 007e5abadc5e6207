import type { WorkflowExecutionDescription } from '@temporalio/client';

/** One run of a workflow. */
export interface Execution {
  workflowId: string;
  runId: string;
}

/**
 * The state of a workflow's open activity, in the operators' words: `ready`: it waits for a worker. `later`: it waits for its
 * next attempt. `claimed`: a worker has it and has not reported progress. `running`: its worker heartbeats. `closed`: the
 * workflow has ended.
 */
type TaskState = 'ready' | 'later' | 'claimed' | 'running' | 'closed';

/** The open activity of a workflow, as the server describes it. */
export interface TemporalState {
  state: TaskState;
  activity: PendingWork | null;
}

/** An activity that has not ended. */
export interface PendingWork {
  id: string;
  type: string;
  /** Its task queue; null: the server does not report it. */
  queue: string | null;
  attempt: number;
  /** The maximum number of attempts; null: unlimited. */
  attemptsMax: number | null;
  /** When the retries end; null: never. */
  givesUpAt: Date | null;
  /** The worker that has or last had it; null: none yet. */
  worker: string | null;
  /** When a worker took the latest attempt. */
  attemptStartedAt: Date | null;
  lastHeartbeatAt: Date | null;
  /**
   * How long without a heartbeat until the server ends the attempt; null: there is no limit, or the server does not report it.
   */
  heartbeatTimeoutMs: number | null;
  /** When the next attempt starts; null: now, or an attempt is in progress. */
  nextAttemptAt: Date | null;
  lastFailure: string | null;
}

/** Extracts the state of the open activity from a description. */
export function temporalStateOf({
  status,
  raw,
}: Pick<WorkflowExecutionDescription, 'status' | 'raw'>): TemporalState {
  if (status.name !== 'RUNNING') return { state: 'closed', activity: null };
  const pending = raw.pendingActivities ?? [];
  const states = pending.map(stateOf);
  const state = ORDER.find((one) => states.includes(one));
  // No activity is open: a workflow worker has to decide what comes next.
  if (state === undefined) return { state: 'ready', activity: null };
  const activity = pending[states.indexOf(state)];
  return { state, activity: activity === undefined ? null : workOf(activity) };
}

/** The states, the most advanced first. Of several open activities, the most advanced one counts. */
const ORDER = ['running', 'claimed', 'ready', 'later'] as const satisfies TaskState[];

type PendingActivity = NonNullable<WorkflowExecutionDescription['raw']['pendingActivities']>[number];

/** The number of `PENDING_ACTIVITY_STATE_SCHEDULED`; in the other states a worker has the activity. */
const SCHEDULED = 1;

function stateOf(activity: PendingActivity): TaskState {
  const { state, lastHeartbeatTime, lastStartedTime, nextAttemptScheduleTime } = activity;
  if (Number(state) === SCHEDULED)
    return millisecondsOf(nextAttemptScheduleTime) > Date.now() ? 'later' : 'ready';
  // The heartbeat may be from an earlier attempt.
  return millisecondsOf(lastHeartbeatTime) >= millisecondsOf(lastStartedTime) && lastHeartbeatTime
    ? 'running'
    : 'claimed';
}

/**
 * Returns the time at which the pending workflow task was scheduled; null: none is pending. In that task, a worker decides what the workflow
 * does next.
 */
export function decisionSinceOf({ raw }: Pick<WorkflowExecutionDescription, 'raw'>): Date | null {
  const { pendingWorkflowTask: task } = raw;
  return dateOf(task?.originalScheduledTime ?? task?.scheduledTime);
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
    heartbeatTimeoutMs: millisecondsOf(activity.activityOptions?.heartbeatTimeout) || null,
    nextAttemptAt: dateOf(activity.nextAttemptScheduleTime),
    lastFailure: failureIn(lastFailure),
  };
}

/** Replaces the SDK's words for a worker shutdown. */
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
