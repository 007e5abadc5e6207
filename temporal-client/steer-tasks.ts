import {
  ServiceError,
  WorkflowContinuedAsNewError,
  WorkflowNotFoundError,
  type Client,
} from '@temporalio/client';
import { arrayFromPayloads, TypedSearchAttributes } from '@temporalio/common';
import type { ScheduledStart, StartOnceInput } from '../temporal-config/schedules.ts';
import { DISPENSARY_ID, PLATFORM, ROLE, STATE_CODE } from '../temporal-config/search-attributes.ts';
import { readMemo } from '../temporal-config/task-memo.ts';
import { isLater } from '../temporal-config/workflow-ids.ts';
import { lastEvent } from './last-event.ts';
import { grpcCodeOf, isUnknown } from './grpc-errors.ts';
import { placedRunOf, type PlacedRun } from './list-runs.ts';
import {
  decisionSinceOf,
  temporalStateOf,
  type Execution,
  type PendingWork,
  type TemporalState,
} from './temporal-state.ts';
import { readHeartbeat } from './read-heartbeat.ts';
import { kindOf, reasonOf } from './reason-of.ts';
import type { TaskPlan } from './task-plans.ts';

/** A run of a workflow, as the server describes it. */
export interface DescribedRun {
  run: PlacedRun;
  look: TemporalState;
  /**
   * When the pending workflow task was scheduled; null: none is pending. In that task, a worker decides what the workflow does
   * next.
   */
  decisionSince: Date | null;
  /** The last heartbeat details of its open activity; undefined: none. */
  heartbeat: unknown;
  /** Somebody has requested its cancellation. */
  cancelRequested: boolean;
}

/** Describes a run; null if the server has no such run, or has deleted it. */
export async function describeRun(
  client: Client,
  { workflowId, runId }: Execution,
): Promise<DescribedRun | null> {
  try {
    const description = await client.workflow.getHandle(workflowId, runId).describe();
    return {
      run: placedRunOf(description),
      look: temporalStateOf(description),
      decisionSince: decisionSinceOf(description),
      heartbeat: readHeartbeat(client.options.loadedDataConverter, description),
      cancelRequested: description.raw.workflowExtendedInfo?.cancelRequested === true,
    };
  } catch (error) {
    if (isUnknown(error)) return null;
    throw error;
  }
}

const NOT_FOUND = 5;
const UNIMPLEMENTED = 12;

/** Describes the newest run of a workflow; null: it has none. */
export async function describeLatest(client: Client, workflowId: string): Promise<DescribedRun | null> {
  try {
    const { runId } = await client.workflow.getHandle(workflowId).describe();
    return await describeRun(client, { workflowId, runId });
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

/**
 * Reads the result of a closed run, or the reason and the kind of its failure. All are null if the server no longer has the run.
 */
export async function readOutcome(
  client: Client,
  execution: Execution,
): Promise<{ result: unknown; error: string | null; kind: string | null }> {
  try {
    const { workflowId, runId } = execution;
    const handle = client.workflow.getHandle(workflowId, runId, { followRuns: false });
    return { result: await handle.result(), error: null, kind: null };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return { result: null, error: null, kind: null };
    if (error instanceof ServiceError) throw error;
    // If a failed run is retried and the client does not follow runs, the server reports that the run continued as new.
    const reported =
      error instanceof WorkflowContinuedAsNewError ? await failureOf(client, execution) : error;
    return {
      result: null,
      error: reported === undefined ? null : reasonOf(reported),
      kind: kindOf(reported),
    };
  }
}

/** Reads why a run failed, from its last event; undefined: it did not fail. */
async function failureOf(client: Client, execution: Execution): Promise<Error | undefined> {
  const closing = await lastEvent(client, execution);
  if (closing?.workflowExecutionTimedOutEventAttributes) return new Error('Workflow execution timed out');
  const failure = closing?.workflowExecutionFailedEventAttributes?.failure;
  if (failure == null) return undefined;
  const { failureConverter, payloadConverter } = client.options.loadedDataConverter;
  return failureConverter.failureToError(failure, payloadConverter);
}

/**
 * Requests cancellation of a run. A starter that waits for its time cannot react until then, so it is terminated.
 * @returns false if it has ended
 */
export async function cancelRun(
  client: Client,
  { workflowId, runId }: Execution,
  reason: string,
): Promise<boolean> {
  const handle = client.workflow.getHandle(workflowId, runId);
  try {
    if (isLater(workflowId)) await handle.terminate(reason);
    else await handle.cancel();
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/** A plan that starts the work of a run again, as it was requested. */
export interface RepeatedPlan {
  plan: TaskPlan;
  maxRetries?: number | undefined;
  /** The requested time; it may be past. */
  at?: Date | undefined;
}

/** Reads the plan of a run; null if the server has deleted the run, or its input cannot be read. */
export async function readPlan(
  client: Client,
  { workflowId, runId }: Execution,
): Promise<RepeatedPlan | null> {
  try {
    const description = await client.workflow.getHandle(workflowId, runId).describe();
    const args = await readArguments(client, { workflowId, runId });
    if (args === null) return null;
    const [input] = args;
    const start = isLater(workflowId)
      ? startIn(input as StartOnceInput)
      : ({ workflow: description.type, workflowId, input: input ?? {} } as ScheduledStart);
    const attributes = description.typedSearchAttributes;
    const known = [ROLE, PLATFORM, DISPENSARY_ID, STATE_CODE].flatMap((key) => {
      const value = attributes.get(key);
      return value === undefined ? [] : [{ key, value }];
    });
    const stateCode = attributes.get(STATE_CODE);
    const { priority, max_retries: maxRetries, scheduled_for: scheduledFor } = readMemo(description.memo);
    const isWaiter = isLater(workflowId) && scheduledFor !== undefined;
    return {
      plan: {
        start,
        summary: (await description.staticSummary()) ?? start.workflowId,
        attributes: new TypedSearchAttributes(known),
        priority,
        fairnessKey: stateCode,
      },
      maxRetries,
      at: isWaiter ? new Date(scheduledFor) : undefined,
    };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

function startIn(input: StartOnceInput): ScheduledStart {
  const { workflow, workflowId } = input;
  return { workflow, workflowId, input: input.input } as ScheduledStart;
}

/** Reads the arguments of a run's workflow; null if their encoding is unknown, or the data does not match it. */
export async function readArguments(client: Client, execution: Execution): Promise<unknown[] | null> {
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace: client.options.namespace,
    execution,
    maximumPageSize: 1,
  });
  const started = history?.events?.[0]?.workflowExecutionStartedEventAttributes;
  try {
    return arrayFromPayloads(client.options.loadedDataConverter.payloadConverter, started?.input?.payloads);
  } catch {
    return null;
  }
}

/**
 * `reset`: the attempts count from one again. A running activity learns of the reset with the answer to its next heartbeat, and
 * is retried; a waiting one is handed out at once. `gone`: it has ended meanwhile. `unsupported`: the server is too old.
 */
export type ResetOutcome = 'reset' | 'gone' | 'unsupported';

/** Resets an open activity. */
export async function resetActivity(
  client: Client,
  { workflowId, runId }: Execution,
  activity: Pick<PendingWork, 'id'>,
): Promise<ResetOutcome> {
  try {
    await client.workflowService.resetActivity({
      namespace: client.options.namespace,
      identity: client.options.identity,
      execution: { workflowId, runId },
      id: activity.id,
    });
    return 'reset';
  } catch (error) {
    if (grpcCodeOf(error) === NOT_FOUND) return 'gone';
    if (grpcCodeOf(error) === UNIMPLEMENTED) return 'unsupported';
    throw error;
  }
}
