import type { JobStatus } from './job.ts';
import type { Role } from './role.ts';
import { isClosed, type TaskStatus } from './task.ts';

/** Which runs are requested; absent fields do not filter. */
export interface RunFilter {
  /**
   * `task`: tasks of roles. `job`: generic jobs, the newest run of each. `waiting`: tasks that wait for a time. `bulk`: bulk
   * actions.
   */
  kind: 'task' | 'job' | 'waiting' | 'bulk';
  /** Only these runs, each named by its first or its newest attempt. */
  attempts?: readonly { workflowId: string; runId: string }[] | undefined;
  /** Only the newest runs of these workflows. */
  workflowIds?: readonly string[] | undefined;
  roles?: readonly Role[] | undefined;
  statuses?: readonly TaskStatus[] | undefined;
  dispensaryId?: number | undefined;
  platform?: string | undefined;
  /** Two letters each. */
  states?: readonly string[] | undefined;
  jobType?: string | undefined;
  account?: string | undefined;
  /** The worker that has the run or, for a closed run, had it last. */
  worker?: string | undefined;
  priority?: number | undefined;
  priorityMin?: number | undefined;
  /** The stage of an open chain. */
  stage?: Stage | undefined;
  errorKinds?: readonly string[] | undefined;
  requestedBy?: string | undefined;
  /** The id of the workflow that started the run. */
  startedBy?: string | undefined;
  retriesMin?: number | undefined;
  /**
   * Words, or beginnings of words, in the run's error or result, the name or city of a task's dispensary, or the payload of a job.
   */
  search?: string | undefined;
  /** Created at this time or later. */
  since?: Date | undefined;
  /** Created before this time. */
  until?: Date | undefined;
  /** Ended at this time or later, with any outcome. */
  endedSince?: Date | undefined;
  /** Ended before this time. */
  endedUntil?: Date | undefined;
  /** How long a worker may be silent before its run is stale. */
  staleAfterMs?: number | undefined;
}

/** The stages of an open chain. */
export const STAGES = ['fetch', 'ingest', 'images'] as const;
export type Stage = (typeof STAGES)[number];

/** Which tasks are requested; absent fields do not filter. */
export type TaskFilter = Omit<RunFilter, 'kind' | 'workflowIds' | 'jobType' | 'account'>;

/** Which jobs are requested; absent fields do not filter. */
export interface JobFilter extends Omit<
  RunFilter,
  'kind' | 'attempts' | 'roles' | 'statuses' | 'dispensaryId' | 'states' | 'stage' | 'startedBy'
> {
  statuses?: readonly JobStatus[] | undefined;
}

/** Makes a filter of runs from a filter of jobs. */
export function runsOfJobs({ statuses, ...filter }: JobFilter): RunFilter {
  return { ...filter, kind: 'job', statuses: statuses?.flatMap(runStatusesOf) };
}

/** A job whose worker is silent still counts as running, until its heartbeat timeout. */
function runStatusesOf(status: JobStatus): TaskStatus[] {
  if (status === 'running') return ['claimed', 'running', 'stale'];
  return isClosed(status) ? [status] : ['pending'];
}
