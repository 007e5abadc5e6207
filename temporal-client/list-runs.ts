import type { Client, WorkflowExecutionDescription, WorkflowExecutionInfo } from '@temporalio/client';
import { ROLES, type Role } from '../domain/role.ts';
import type { ClosedStatus } from '../domain/task.ts';
import { ROLE_WORKFLOWS } from '../domain/role-workflows.ts';
import { runCreatedAt } from '../temporal-config/run-ids.ts';
import { isStarterType } from '../temporal-config/schedules.ts';
import { dispensaryOf } from '../temporal-config/run-subject.ts';
import {
  ACCOUNT,
  DISPENSARY_ID,
  FAN_OUT,
  JOB_TYPE,
  OUTCOME,
  PLATFORM,
  ROLE,
  STATE_CODE,
} from '../temporal-config/search-attributes.ts';
import { readMemo } from '../temporal-config/task-memo.ts';
import { isLater } from '../temporal-config/workflow-ids.ts';
import type { Execution } from './temporal-state.ts';
import { isUnknown } from './grpc-errors.ts';

/** A run of a workflow of any type, as Temporal lists it. Null: unknown. */
export interface ListedRun extends Execution {
  /** The type of the workflow. */
  type: string;
  createdAt: Date;
  role: Role | null;
  jobType: string | null;
  platform: string | null;
  account: string | null;
  dispensaryId: number | null;
  stateCode: string | null;
  priority: number | null;
  maxRetries: number | null;
  retryCount: number | null;
  scheduledFor: Date | null;
  /** Who requested it. */
  requestedBy: string | null;
  /** The id of the workflow that started it. */
  startedBy: string | null;
  /** The first run of the fan-out that started it. */
  fanOut: string | null;
  /** In the server's words. */
  status: WorkflowExecutionInfo['status']['name'];
  /** Null: it is open, or another run continues it. */
  ending: { as: ClosedStatus; at: Date } | null;
}

/** A run, with the first run of its execution. */
export type PlacedRun = ListedRun & { firstRunId: string };

/** Runs per visibility request. */
const RUNS_PER_PAGE = 1_000;

/**
 * Lists runs page by page.
 * @param query absent: all runs in visibility
 * @param ask wraps the request for each page
 */
export async function* listRunPages(
  client: Client,
  query: string | undefined,
  ask: <Answer>(question: () => Promise<Answer>) => Promise<Answer>,
): AsyncGenerator<ListedRun[]> {
  const listed = client.workflow.list({
    pageSize: RUNS_PER_PAGE,
    ...(query === undefined ? {} : { query }),
  });
  const runs = listed[Symbol.asyncIterator]();
  for (;;) {
    const page = await ask(() => takePage(runs));
    yield page;
    if (page.length < RUNS_PER_PAGE) return;
  }
}

async function takePage(runs: AsyncIterator<WorkflowExecutionInfo>): Promise<ListedRun[]> {
  const page: ListedRun[] = [];
  while (page.length < RUNS_PER_PAGE) {
    const next = await runs.next();
    if (next.done === true) break;
    page.push(runOfExecution(next.value));
  }
  return page;
}

/** Converts a list entry or a description of a run of any type. */
function runOfExecution(info: Omit<WorkflowExecutionInfo, 'raw'>): ListedRun {
  const { workflowId, runId, type, startTime, closeTime, typedSearchAttributes: attributes } = info;
  const {
    priority,
    max_retries: maxRetries,
    retry_count: retryCount,
    scheduled_for: at,
    requested_by: requestedBy,
    started_by: startedBy,
  } = readMemo(info.memo);
  const as = closedAs(info);
  return {
    workflowId,
    runId,
    type,
    createdAt: runCreatedAt(runId, startTime),
    role: roleOf(type, attributes.get(ROLE)),
    jobType: attributes.get(JOB_TYPE) ?? null,
    platform: attributes.get(PLATFORM) ?? null,
    account: attributes.get(ACCOUNT) ?? null,
    dispensaryId: dispensaryOf(workflowId, attributes.get(DISPENSARY_ID)),
    stateCode: attributes.get(STATE_CODE) ?? null,
    priority: priority ?? null,
    maxRetries: maxRetries ?? null,
    retryCount: retryCount ?? null,
    scheduledFor: at === undefined ? null : new Date(at),
    requestedBy: requestedBy ?? null,
    startedBy: info.parentExecution?.workflowId ?? startedBy ?? null,
    fanOut: attributes.get(FAN_OUT) ?? null,
    status: info.status.name,
    ending: as === null ? null : { as, at: closeTime ?? startTime },
  };
}

/** Converts the description of a run, with the first run of its execution. */
export function placedRunOf(description: WorkflowExecutionDescription): PlacedRun {
  // Older servers do not report the first run.
  const firstRunId = description.raw.workflowExecutionInfo?.firstRunId || description.runId;
  return { ...runOfExecution(description), firstRunId };
}

/**
 * Returns how a run ended; null if it is open, or another run continues it. A waiting starter cannot react to a cancellation, so
 * terminating one counts as cancelled.
 */
function closedAs({
  status: { name },
  workflowId,
  typedSearchAttributes: attributes,
}: Pick<WorkflowExecutionInfo, 'status' | 'workflowId' | 'typedSearchAttributes'>): ClosedStatus | null {
  if (name === 'RUNNING' || name === 'PAUSED' || name === 'CONTINUED_AS_NEW') return null;
  if (name === 'CANCELLED' || (name === 'TERMINATED' && isLater(workflowId))) return 'cancelled';
  if (name !== 'COMPLETED') return 'failed';
  const outcome = attributes.get(OUTCOME);
  // The workflow of a skipped job completes.
  return outcome === 'unconfirmed' || outcome === 'cancelled' ? outcome : 'completed';
}

const FAN_OUT_TYPE = 'crawlDue';

/** Returns the role of a run. A workflow started by hand may lack its attributes until it has begun; its type then decides. */
function roleOf(type: string, given: string | undefined): Role | null {
  const role =
    ROLES.find((name) => name === given) ?? ROLES.findLast((name) => ROLE_WORKFLOWS[name] === type);
  return role ?? (type === FAN_OUT_TYPE || isStarterType(type) ? 'payload_fetch' : null);
}

/**
 * Describes a run, with the first run of its execution.
 * @param execution without `runId`: the newest run of the workflow
 * @returns null if the server has no such run, or has deleted it
 */
export async function describeWithFirst(
  client: Client,
  { workflowId, runId }: Pick<Execution, 'workflowId'> & { runId?: string },
): Promise<PlacedRun | null> {
  try {
    return placedRunOf(await client.workflow.getHandle(workflowId, runId).describe());
  } catch (error) {
    if (isUnknown(error)) return null;
    throw error;
  }
}
