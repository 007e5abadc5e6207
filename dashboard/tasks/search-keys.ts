import { JOB_VALUES, ROLE_WORDS, TASK_VALUES } from '../../api-client/api-values.ts';
import type { RunsOf } from '../server/api-client.ts';

/** A key of the search, such as `status` in `status:failed`, and its values. */
export interface SearchKey {
  name: string;
  /** The query parameter of the API that the key sets. */
  parameter: string;
  help: string;
  /** The list that has this key; absent: both lists have it. */
  of?: RunsOf;
  /** The possible values, if they are few. */
  values?: readonly string[];
  /** Whether the key takes several values, separated by commas. */
  isSeveral?: boolean;
}

/** The statuses of tasks and jobs in the order of their life cycle. */
export const STATUSES: Record<RunsOf, readonly string[]> = {
  tasks: TASK_VALUES.status,
  jobs: JOB_VALUES.status,
};

/** The open statuses. */
export const OPEN: Record<RunsOf, readonly string[]> = {
  tasks: STATUSES.tasks.slice(0, 4),
  jobs: STATUSES.jobs.slice(0, 2),
};

const STAGES = ['fetch', 'ingest', 'images'];

/** The keys of a search. A time is a span before now, such as `>2h`, or a timestamp in ISO 8601. */
const SEARCH_KEYS: readonly SearchKey[] = [
  { name: 'status', parameter: 'status', help: 'its status', isSeveral: true },
  { name: 'role', parameter: 'role', of: 'tasks', help: 'its role', values: ROLE_WORDS },
  { name: 'type', parameter: 'job_type', of: 'jobs', help: 'its type' },
  { name: 'error', parameter: 'error', help: 'the kind of its last error', isSeveral: true },
  {
    name: 'state',
    parameter: 'state',
    of: 'tasks',
    help: 'two letters, such as AZ or AZ,NV',
    isSeveral: true,
  },
  {
    name: 'platform',
    parameter: 'platform',
    of: 'tasks',
    help: 'the platform of its menu',
    values: TASK_VALUES.platform,
  },
  { name: 'platform', parameter: 'platform', of: 'jobs', help: 'the site or service that it uses' },
  { name: 'account', parameter: 'account', of: 'jobs', help: 'the account that it is for' },
  {
    name: 'stage',
    parameter: 'stage',
    of: 'tasks',
    help: 'the current stage of an open crawl',
    values: STAGES,
  },
  { name: 'worker', parameter: 'worker', help: 'the worker that has it, or had it last' },
  { name: 'store', parameter: 'dispensary_id', of: 'tasks', help: 'the number of a dispensary' },
  { name: 'age', parameter: 'age', help: 'the time since it was created, such as >2h or <15m' },
  { name: 'ended', parameter: 'ended', help: 'the time since it ended, such as <1h' },
  { name: 'priority', parameter: 'priority', help: 'such as 20 or >=10' },
  { name: 'retries', parameter: 'retries_min', help: 'retried at least this many times' },
  { name: 'by', parameter: 'requested_by', help: 'who requested it' },
  { name: 'from', parameter: 'started_by', of: 'tasks', help: 'the workflow that started it' },
  { name: 'since', parameter: 'since', help: 'created at this time or later' },
  { name: 'until', parameter: 'until', help: 'created before this time' },
  { name: 'ended_since', parameter: 'ended_since', help: 'ended at this time or later' },
  { name: 'ended_until', parameter: 'ended_until', help: 'ended before this time' },
];

/** The search keys of each list. */
export const KEYS: Record<RunsOf, readonly SearchKey[]> = { tasks: keysOf('tasks'), jobs: keysOf('jobs') };

function keysOf(list: RunsOf): SearchKey[] {
  return SEARCH_KEYS.filter(({ of }) => of === undefined || of === list).map((key) =>
    key.name === 'status' ? { ...key, values: STATUSES[list] } : key,
  );
}

/** Returns the search key for a parameter of the API, or the parameter itself if it has no key. */
export function keyFor(parameter: string): string {
  return SEARCH_KEYS.find((key) => key.parameter === parameter)?.name ?? parameter;
}
