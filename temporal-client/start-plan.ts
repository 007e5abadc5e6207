import { randomUUID } from 'node:crypto';
import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type Client,
  type WorkflowHandle,
  type WorkflowHandleWithFirstExecutionRunId,
} from '@temporalio/client';
import {
  InternalWorkflowStartOptionsSymbol,
  type InternalWorkflowStartOptions,
} from '@temporalio/client/lib/internal.js';
import type { Workflow } from '@temporalio/common';
import { priorityKey } from '../temporal-config/priorities.ts';
import { memoOf, retryOf, type StartedFor } from '../temporal-config/task-memo.ts';
import { WORKFLOW_QUEUE } from '../temporal-config/task-queues.ts';
import { laterId } from '../temporal-config/workflow-ids.ts';
import type { startOnce } from '../workflows/index.ts';
import type { Execution } from './temporal-state.ts';
import type { TaskPlan } from './task-plans.ts';

export interface Started<Type extends Workflow> {
  /** False: a workflow of this id was already running and continues. */
  isNew: boolean;
  handle: WorkflowHandle<Type>;
  /** The run that was started; null if one was already running. */
  runId: string | null;
}

export interface StartOptions extends StartedFor {
  /**
   * Identifies this start: another start with the same name returns the same workflow and starts nothing, even after that
   * workflow has closed. For callers that may have to retry because the first answer was lost.
   */
  startId?: string | undefined;
  /** How often the whole workflow is retried after a failure. */
  maxRetries?: number | undefined;
}

/**
 * Starts a plan's workflow, or returns the running one with the same id. Uses the server's refusal of a taken id instead of
 * joining silently, because the refusal shows which of the two happened.
 */
export async function startPlan<Type extends Workflow>(
  client: Client,
  plan: TaskPlan,
  { startId, maxRetries, requestedBy, startedBy }: StartOptions = {},
): Promise<Started<Type>> {
  const { workflow, workflowId, input } = plan.start;
  try {
    const handle = await client.workflow.start(workflow, {
      ...(startId === undefined ? {} : namedStart(startId)),
      ...listedAs(plan),
      workflowId,
      args: [input],
      memo: memoOf({ priority: plan.priority, maxRetries, requestedBy, startedBy }),
      ...retryOf(workflow, { maxRetries }),
    });
    const runId = handle.firstExecutionRunId;
    return { isNew: true, handle: handle as WorkflowHandleWithFirstExecutionRunId<Type>, runId };
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    return { isNew: false, handle: client.workflow.getHandle<Type>(workflowId), runId: null };
  }
}

export interface LaterOptions extends StartOptions {
  at: Date;
  /**
   * At most one start with this name waits at a time; another start returns the waiting one. Default: each start waits on its
   * own.
   */
  waitsAs?: string | undefined;
  /** How many retries of the chain there have been, including this one. */
  retryCount?: number | undefined;
  /** For a chain: skip it if nothing of its dispensary is in doubt by then. */
  onlyInDoubt?: boolean | undefined;
}

/**
 * Starts a thin starter that waits until `at`. It has an id of its own, so that the fixed id of its workflow stays free until
 * then.
 */
export async function startPlanLater(
  client: Client,
  plan: TaskPlan,
  { at, startId, waitsAs, maxRetries, retryCount, onlyInDoubt, requestedBy, startedBy }: LaterOptions,
): Promise<WorkflowHandleWithFirstExecutionRunId<typeof startOnce>> {
  const { summary, priority } = plan;
  const wishes = { priority, maxRetries, retryCount, scheduledFor: at.toISOString() };
  return client.workflow.start<typeof startOnce>('startOnce', {
    ...(startId === undefined ? {} : namedStart(startId)),
    ...listedAs(plan),
    workflowId: laterId(waitsAs ?? startId ?? randomUUID()),
    ...(waitsAs === undefined ? {} : { workflowIdConflictPolicy: 'USE_EXISTING' }),
    args: [
      { ...plan.start, later: { summary, ...wishes, ...(onlyInDoubt === undefined ? {} : { onlyInDoubt }) } },
    ],
    startDelay: Math.max(0, at.getTime() - Date.now()),
    memo: memoOf({ ...wishes, requestedBy, startedBy }),
  });
}

/** Finds the starter that waits, or has waited, for a start with this name; null: there is none. */
export async function findStartedLater(
  client: Client,
  startId: string | undefined,
): Promise<Execution | null> {
  if (startId === undefined) return null;
  const workflowId = laterId(startId);
  try {
    const { runId } = await client.workflow.getHandle(workflowId).describe();
    return { workflowId, runId };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

function listedAs({ summary, attributes, priority, fairnessKey }: TaskPlan) {
  return {
    taskQueue: WORKFLOW_QUEUE,
    staticSummary: summary,
    typedSearchAttributes: attributes,
    ...(priority === undefined
      ? {}
      : {
          priority: {
            priorityKey: priorityKey(priority),
            ...(fairnessKey === undefined ? {} : { fairnessKey }),
          },
        }),
  };
}

/** Sets the request id, by which the server recognizes a repeated start. The SDK exposes it only to its own parts. */
export function namedStart(
  requestId: string,
): Pick<InternalWorkflowStartOptions, typeof InternalWorkflowStartOptionsSymbol> {
  return { [InternalWorkflowStartOptionsSymbol]: { requestId } };
}
