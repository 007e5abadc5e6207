import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import type { ClosedJobStatus } from '../domain/job.ts';
import type { ClosedStatus } from '../domain/task.ts';
import { PLATFORM_NAMES, type PlatformName } from '../domain/dispensary.ts';
import { ROLES, type Role } from '../domain/role.ts';
import { ROLE_WORKFLOWS } from '../temporal-config/role-workflows.ts';
import { runCreatedAt } from '../temporal-config/run-ids.ts';
import { DISPENSARY_ID, OUTCOME, PLATFORM, ROLE, STATE_CODE } from '../temporal-config/search-attributes.ts';
import { readMemo, type TaskMemo } from '../temporal-config/task-memo.ts';
import { LATER_PREFIX } from '../temporal-config/workflow-ids.ts';

/** A run of a workflow that is a task, as visibility lists it. */
export interface TaskRun {
  workflowId: string;
  runId: string;
  /** The type of the workflow. */
  workflow: string;
  /** Null: it is open. */
  closedAs: ClosedStatus | null;
  role: Role;
  /** Null where neither its attributes nor its id tell. */
  dispensaryId: number | null;
  platform: PlatformName | null;
  stateCode: string | null;
  memo: TaskMemo;
  createdAt: Date;
  /** The moment for which it waits, or waited, before anything of it began. */
  scheduledFor: Date | null;
  closedAt: Date | null;
}

const CHAIN = ROLE_WORKFLOWS.payload_fetch;
const LATER = `(WorkflowType = "startOnce" AND WorkflowId STARTS_WITH "${LATER_PREFIX}")`;
const OTHERS = [...new Set<string>(Object.values(ROLE_WORKFLOWS))].filter((type) => type !== CHAIN);

/** Questions to visibility that find tasks. */
export const TASK_QUERIES = {
  /** All that are open. */
  open: `ExecutionStatus = "Running" AND (WorkflowType IN (${quoted([CHAIN, ...OTHERS])}) OR ${LATER})`,
  /** Those that wait for the moment for which they were asked. */
  waiting: `ExecutionStatus = "Running" AND ${LATER}`,
  /** Chains that may have ended without a word in the ledger. */
  unfinishedChains: `WorkflowType = "${CHAIN}" AND ExecutionStatus IN ("Failed", "Canceled", "Terminated", "TimedOut")`,
  /** The ledger has them, but not what was asked for with them. */
  completedChains: `WorkflowType = "${CHAIN}" AND ExecutionStatus = "Completed"`,
  /** There is one every other minute. */
  closedProbes: closed(`WorkflowType = "${ROLE_WORKFLOWS.proxy_probe}"`),
  /** A starter that has done its work is no task any more: what it started is. */
  closedOthers: `${closed(`WorkflowType IN (${quoted(OTHERS.filter((type) => type !== ROLE_WORKFLOWS.proxy_probe))})`)} OR (${LATER} AND ExecutionStatus IN ("Failed", "Canceled", "Terminated", "TimedOut"))`,
} as const;

function closed(query: string): string {
  // A run that continues as new is not over.
  return `(${query} AND ExecutionStatus IN ("Completed", "Failed", "Canceled", "Terminated", "TimedOut"))`;
}

function quoted(types: string[]): string {
  return types.map((type) => `"${type}"`).join(', ');
}

/** All that closed since a moment. */
export function closedSince(moment: Date): string {
  const { unfinishedChains, completedChains, closedProbes, closedOthers } = TASK_QUERIES;
  return `(${[unfinishedChains, completedChains, closedProbes, closedOthers].map((query) => `(${query})`).join(' OR ')}) AND CloseTime >= "${moment.toISOString()}"`;
}

/** Runs that one question to visibility gives. */
export const TASKS_PER_PAGE = 1_000;

/** Lists the runs of a question, the newest first, at most so many. */
export async function listTaskRuns(client: Client, query: string, most: number): Promise<TaskRun[]> {
  const runs: TaskRun[] = [];
  for await (const info of client.workflow.list({ query, pageSize: Math.min(most, TASKS_PER_PAGE) })) {
    runs.push(taskRunOf(info));
    if (runs.length === most) break;
  }
  return runs;
}

/** What a list or a description says of a run, in the words of tasks. */
export function taskRunOf(info: Omit<WorkflowExecutionInfo, 'raw'>): TaskRun {
  const { workflowId, runId, type, startTime, typedSearchAttributes: attributes } = info;
  const memo = readMemo(info.memo);
  const platform = attributes.get(PLATFORM);
  return {
    workflowId,
    runId,
    workflow: type,
    closedAs: closedAs(info),
    role: roleOf(type, attributes.get(ROLE)),
    dispensaryId: dispensaryOf(workflowId, attributes.get(DISPENSARY_ID)),
    platform: PLATFORM_NAMES.find((name) => name === platform) ?? null,
    stateCode: attributes.get(STATE_CODE) ?? null,
    memo,
    createdAt: runCreatedAt(runId, startTime),
    scheduledFor: memo.scheduled_for === undefined ? null : new Date(memo.scheduled_for),
    closedAt: info.closeTime ?? null,
  };
}

/** Whether a run is a chain that completed, or whose menu is not believed: the ledger has its end. */
export function isCompletedChain({ workflow, closedAs: ending }: TaskRun): boolean {
  return workflow === CHAIN && (ending === 'completed' || ending === 'unconfirmed');
}

/** Whether a run is a task: fan-outs carry a role and are none, nor are the starters of schedules. */
export function isTask({ workflow, workflowId }: Pick<TaskRun, 'workflow' | 'workflowId'>): boolean {
  return [CHAIN, ...OTHERS].includes(workflow) || isLater(workflowId);
}

/** Whether a workflow waits to start something for a person. */
export function isLater(workflowId: string): boolean {
  return workflowId.startsWith(LATER_PREFIX);
}

/** A starter that waits for its time hears nothing; it is cancelled by ending it. */
function closedAs({
  status,
  workflowId,
  typedSearchAttributes: attributes,
}: Pick<WorkflowExecutionInfo, 'status' | 'workflowId' | 'typedSearchAttributes'>): ClosedStatus | null {
  if (status.name === 'TERMINATED' && isLater(workflowId)) return 'cancelled';
  const ending = closedStatusOf(status.name);
  return ending === 'completed' && attributes.get(OUTCOME) === 'unconfirmed' ? 'unconfirmed' : ending;
}

/** How a run ended, in the words of tasks and jobs, as far as the server tells; null: it is open. */
export function closedStatusOf(status: WorkflowExecutionInfo['status']['name']): ClosedJobStatus | null {
  switch (status) {
    case 'RUNNING':
    case 'PAUSED':
      return null;
    case 'COMPLETED':
    case 'CONTINUED_AS_NEW':
      return 'completed';
    case 'CANCELLED':
      return 'cancelled';
    default:
      return 'failed';
  }
}

/** A chain that is started by hand may lack its attributes until it has begun. */
function roleOf(type: string, given: string | undefined): Role {
  const role = ROLES.find((name) => name === given);
  return role ?? ROLES.findLast((name) => ROLE_WORKFLOWS[name] === type) ?? 'payload_fetch';
}

function dispensaryOf(workflowId: string, given: string | undefined): number | null {
  const id = Number(given ?? /^(?:crawl|resolve)\/(\d+)$/.exec(workflowId)?.[1]);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
