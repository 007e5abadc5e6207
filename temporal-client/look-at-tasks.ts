import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import pLimit from 'p-limit';

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
export type TaskState = 'ready' | 'later' | 'claimed' | 'running' | 'closed';

/** Each look is a request that the server answers from memory, or with one read of its database. */
const LOOKS_AT_ONCE = 10;

/** Looks at workflows one by one: visibility does not know whether a worker has what they wait for. */
export async function lookAtTasks(client: Client, executions: Execution[]): Promise<TaskState[]> {
  return pLimit(LOOKS_AT_ONCE).map(executions, (execution) => lookAt(client, execution));
}

async function lookAt(client: Client, { workflowId, runId }: Execution): Promise<TaskState> {
  try {
    const { status, raw } = await client.workflow.getHandle(workflowId, runId).describe();
    if (status.name !== 'RUNNING') return 'closed';
    const states = (raw.pendingActivities ?? []).map(stateOf);
    // None: a worker of workflows is to say what comes next.
    return ORDER.find((state) => states.includes(state)) ?? 'ready';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'closed';
    throw error;
  }
}

/** Of several at once the one that is furthest counts. */
const ORDER = ['running', 'claimed', 'ready', 'later'] as const satisfies TaskState[];

type PendingActivity = NonNullable<
  Awaited<ReturnType<ReturnType<Client['workflow']['getHandle']>['describe']>>['raw']['pendingActivities']
>[number];

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

function millisecondsOf(time: PendingActivity['lastHeartbeatTime']): number {
  return Number(time?.seconds ?? 0) * 1000 + (time?.nanos ?? 0) / 1e6;
}
