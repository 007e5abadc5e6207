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
import type { Execution } from './look-at-tasks.ts';
import type { TaskPlan } from './task-plans.ts';

export interface Started<Type extends Workflow> {
  /** False: a workflow of this id was running already, and goes on. */
  isNew: boolean;
  handle: WorkflowHandle<Type>;
  /** The run that was started; null where one was running already. */
  runId: string | null;
}

export interface StartOptions extends StartedFor {
  /**
   * Names this start: another one of the same name is the same start, answers with the same workflow, and starts
   * nothing, even when that one has closed. For callers that may have to ask twice because the first answer was lost.
   */
  startId?: string | undefined;
  /** How often the whole workflow is tried again when it has failed. */
  maxRetries?: number | undefined;
}

/**
 * Starts what a plan says, unless a workflow of its id is running: then that one is given back. The start is refused when
 * the id is taken; unlike joining it silently, that tells which of the two happened.
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
  /** Of all starts of this name one waits at a time: another one is answered with it. Default: each waits for itself. */
  waitsAs?: string | undefined;
  /** How often the chain has run again by then, with this start. */
  retryCount?: number | undefined;
  /** Of a chain: whether it is left out if nothing of its dispensary is in doubt any more at that time. */
  onlyInDoubt?: boolean | undefined;
}

/** Has a thin starter wait for its time, under an id of its own: until then the fixed id of what it starts is free. */
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

/** The starter that has waited, or waits, for the time of a start of this name; null: there is none. */
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

/** The server knows one start from another by its request's id; the SDK lets only its own parts choose it. */
export function namedStart(
  requestId: string,
): Pick<InternalWorkflowStartOptions, typeof InternalWorkflowStartOptionsSymbol> {
  return { [InternalWorkflowStartOptionsSymbol]: { requestId } };
}
