import type { JobStatus } from './job.ts';
import type { Role } from './role.ts';
import { isClosed, type TaskStatus } from './task.ts';

/** Which runs are asked for; what is absent does not narrow. */
export interface RunFilter {
  /** `task`: the work of roles. `job`: generic jobs, of each its newest run. `waiting`: tasks that wait for a moment. `bulk`: bulk actions. */
  kind: 'task' | 'job' | 'waiting' | 'bulk';
  /** These runs alone, each by its first or its newest attempt. */
  attempts?: readonly { workflowId: string; runId: string }[] | undefined;
  /** The newest runs of these workflows alone. */
  workflowIds?: readonly string[] | undefined;
  roles?: readonly Role[] | undefined;
  statuses?: readonly TaskStatus[] | undefined;
  dispensaryId?: number | undefined;
  platform?: string | undefined;
  /** Two letters each. */
  states?: readonly string[] | undefined;
  jobType?: string | undefined;
  account?: string | undefined;
  /** Who has it, or of one that is over had it last. */
  worker?: string | undefined;
  priority?: number | undefined;
  priorityMin?: number | undefined;
  /** Where an open chain is. */
  stage?: Stage | undefined;
  errorKinds?: readonly string[] | undefined;
  requestedBy?: string | undefined;
  /** The id of the workflow that started it. */
  startedBy?: string | undefined;
  retriesMin?: number | undefined;
  /** Words that its error, its result, of a task the name and city of its dispensary, and of a job its payload have, or that begin words of these. */
  search?: string | undefined;
  /** Created then or later. */
  since?: Date | undefined;
  /** Created before. */
  until?: Date | undefined;
  /** Ended then or later, however. */
  endedSince?: Date | undefined;
  /** Ended before. */
  endedUntil?: Date | undefined;
  /** How long nothing may be heard of a worker before a run is stale. */
  staleAfterMs?: number | undefined;
}

/** Where an open chain is. */
export const STAGES = ['fetch', 'ingest', 'images'] as const;
export type Stage = (typeof STAGES)[number];

/** Tasks that are asked for; what is absent does not narrow. */
export type TaskFilter = Omit<RunFilter, 'kind' | 'workflowIds' | 'jobType' | 'account'>;

/** Jobs that are asked for; what is absent does not narrow. */
export interface JobFilter extends Omit<
  RunFilter,
  'kind' | 'attempts' | 'roles' | 'statuses' | 'dispensaryId' | 'states' | 'stage' | 'startedBy'
> {
  statuses?: readonly JobStatus[] | undefined;
}

/** The runs of jobs that are asked for. */
export function runsOfJobs({ statuses, ...filter }: JobFilter): RunFilter {
  return { ...filter, kind: 'job', statuses: statuses?.flatMap(runStatusesOf) };
}

/** A job whose worker has not been heard of runs all the same: its heartbeat timeout tells otherwise. */
function runStatusesOf(status: JobStatus): TaskStatus[] {
  if (status === 'running') return ['claimed', 'running', 'stale'];
  return isClosed(status) ? [status] : ['pending'];
}
