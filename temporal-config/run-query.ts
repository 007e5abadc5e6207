import { USUAL_STATUSES, type RequestedBulkAction } from '../domain/bulk-action.ts';
import { runsOfJobs, type JobFilter, type RunFilter, type TaskFilter } from '../domain/run-filter.ts';
import type { JobQuery, RunQuery, TaskQuery } from '../domain/run-query.ts';
import type { JobStatus } from '../domain/job.ts';
import type { TaskStatus } from '../domain/task.ts';
import { rolesNamed } from './role-queues.ts';
import { jobWorkflowId, readTaskId } from './workflow-ids.ts';

// Converts API queries into filters for the ledger.

/** Returns the filter for the tasks that a query selects. */
export function taskFilterOf(query: TaskQuery): TaskFilter {
  const { role, status, dispensary_id: dispensaryId, platform, state, stage, started_by: startedBy } = query;
  return {
    ...runFilterOf(query),
    attempts: query.ids?.split(',').flatMap((id) => readTaskId(id) ?? []),
    roles: role === undefined ? undefined : (rolesNamed(role) ?? []),
    statuses: status?.split(',') as TaskStatus[] | undefined,
    dispensaryId,
    platform,
    states: state?.split(','),
    stage,
    startedBy,
  };
}

/** Returns the filter for the jobs that a query selects. */
export function jobFilterOf(query: JobQuery): JobFilter {
  const { status, job_type: jobType, platform, account } = query;
  return {
    ...runFilterOf(query),
    workflowIds: query.ids?.split(',').map(jobWorkflowId),
    statuses: status?.split(',') as JobStatus[] | undefined,
    jobType,
    platform,
    account,
  };
}

function runFilterOf(query: RunQuery) {
  return {
    worker: query.worker,
    errorKinds: query.error?.split(','),
    priority: query.priority,
    priorityMin: query.priority_min,
    retriesMin: query.retries_min,
    requestedBy: query.requested_by,
    search: query.search,
    since: momentOf(query.since),
    until: momentOf(query.until),
    endedSince: momentOf(query.ended_since),
    endedUntil: momentOf(query.ended_until),
  };
}

function momentOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

/**
 * Returns the filter for the runs that a bulk action applies to.
 * @param before only runs created before this moment are selected. A retry selects only runs that had also ended by then, so none
 * that it has started itself
 */
export function bulkFilterOf({ action, of, filter }: RequestedBulkAction, before: Date): RunFilter {
  const requested: RunFilter =
    of === 'tasks' ? { ...taskFilterOf(filter), kind: 'task' } : runsOfJobs(jobFilterOf(filter));
  return {
    ...requested,
    statuses: requested.statuses ?? USUAL_STATUSES[action],
    until: earlierOf(requested.until, before),
    endedUntil: action === 'retry' ? earlierOf(requested.endedUntil, before) : requested.endedUntil,
  };
}

function earlierOf(one: Date | undefined, other: Date): Date {
  return one !== undefined && one < other ? one : other;
}
