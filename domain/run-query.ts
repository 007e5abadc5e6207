import type { Stage } from './run-filter.ts';

// The filters of lists of tasks and jobs, with the names of query parameters.

/** Filters of both lists; absent fields do not filter. Multiple values are separated by commas, and times are ISO 8601. */
export interface RunQuery {
  /** Ids of tasks or jobs. */
  ids?: string | undefined;
  status?: string | undefined;
  platform?: string | undefined;
  worker?: string | undefined;
  error?: string | undefined;
  priority?: number | undefined;
  priority_min?: number | undefined;
  retries_min?: number | undefined;
  requested_by?: string | undefined;
  search?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
  ended_since?: string | undefined;
  ended_until?: string | undefined;
}

/** Filters of a list of tasks. */
export interface TaskQuery extends RunQuery {
  role?: string | undefined;
  dispensary_id?: number | undefined;
  state?: string | undefined;
  stage?: Stage | undefined;
  started_by?: string | undefined;
}

/** Filters of a list of jobs. */
export interface JobQuery extends RunQuery {
  job_type?: string | undefined;
  account?: string | undefined;
}
