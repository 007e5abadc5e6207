import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Lasting, Moment } from '../parts/moment.tsx';
import { Spans } from '../parts/spans.tsx';
import type { ListedRun, RunsOf, RunSort } from '../server/api-client.ts';
import { describeAttempt } from './describe-retry.ts';
import { nameOf, StatusBadge } from './describe-run.tsx';

/** A column of a list. */
export interface Column {
  name: string;
  /** The list that has this column; absent: both lists have it. */
  of?: RunsOf;
  title: string;
  /** The API's name for sorting by this column. */
  sort?: RunSort;
  /** Whether the column is shown by default. */
  isUsual?: boolean;
  /** Whether the column is hidden on a phone by default. */
  isWide?: boolean;
  show: (run: ListedRun) => ReactNode;
  /** The full text of a cell that may be truncated. */
  wordsOf?: (run: ListedRun) => string | null;
}

/** The column with the link to the page of the task or job; always shown. */
export const LINK = 'task';

const SHOWN: readonly Column[] = [
  {
    name: 'status',
    of: 'tasks',
    title: 'Status',
    isUsual: true,
    show: ({ status }) => <StatusBadge of="tasks" status={status} />,
  },
  {
    name: 'status',
    of: 'jobs',
    title: 'Status',
    isUsual: true,
    show: ({ status }) => <StatusBadge of="jobs" status={status} />,
  },
  {
    name: LINK,
    of: 'tasks',
    title: 'Task',
    isUsual: true,
    show: (run) => (
      <Link to="/tasks/$id" params={{ id: run.id }} className="font-semibold">
        {nameOf(run)}
      </Link>
    ),
  },
  {
    name: LINK,
    of: 'jobs',
    title: 'Job',
    isUsual: true,
    show: ({ id }) => (
      <Link to="/jobs/$id" params={{ id }} className="font-semibold">
        {id}
      </Link>
    ),
  },
  { name: 'role', of: 'tasks', title: 'Role', isUsual: true, show: ({ role }) => role },
  { name: 'type', of: 'jobs', title: 'Type', isUsual: true, show: ({ job_type: type }) => type },
  { name: 'state', of: 'tasks', title: 'State', isUsual: true, show: ({ state_code: state }) => state },
  { name: 'platform', title: 'Platform', show: ({ platform }) => platform },
  { name: 'account', of: 'jobs', title: 'Account', isUsual: true, show: ({ account }) => account },
  { name: 'stage', of: 'tasks', title: 'Stage', show: ({ stage }) => stage },
  {
    name: 'progress',
    of: 'jobs',
    title: 'Progress',
    isUsual: true,
    show: ({ progress_percent: percent }) => `${percent ?? 0}%`,
  },
  {
    name: 'worker',
    title: 'Worker',
    isUsual: true,
    show: ({ worker_id: worker, worker_name: workerName }) =>
      worker === null ? null : <span title={worker}>{workerName ?? worker}</span>,
  },
  { name: 'priority', title: 'Priority', sort: 'priority', show: ({ priority }) => priority },
  {
    name: 'retries',
    of: 'tasks',
    title: 'Retries',
    sort: 'retries',
    show: ({ retry_count: count }) => count,
  },
  { name: 'retries', of: 'jobs', title: 'Attempt', sort: 'retries', isUsual: true, show: describeAttempt },
  {
    name: 'created',
    title: 'Created',
    sort: 'created',
    isUsual: true,
    show: ({ created_at: at }) => <Moment at={at} />,
  },
  {
    name: 'scheduled',
    title: 'For later',
    show: ({ scheduled_for: at }) => (at === null ? null : <Moment at={at} />),
  },
  {
    name: 'begun',
    title: 'Begun',
    show: ({ started_at: at }) => (at === null ? null : <Moment at={at} />),
  },
  {
    name: 'ended',
    title: 'Ended',
    sort: 'ended',
    show: ({ completed_at: at }) => (at === null ? null : <Moment at={at} />),
  },
  {
    name: 'duration',
    title: 'Duration',
    sort: 'duration',
    isUsual: true,
    show: ({ started_at: began, completed_at: ended }) =>
      began === null ? null : <Lasting from={began} to={ended} />,
  },
  { name: 'by', title: 'Requested by', show: ({ requested_by: by }) => by },
  { name: 'from', title: 'Started by', show: ({ started_by: by }) => by },
  {
    name: 'why',
    of: 'tasks',
    title: 'Error, or reason to wait',
    isUsual: true,
    show: ({ error_message: error, waiting_for: waiting }) => error ?? <Spans text={waiting ?? ''} />,
    wordsOf: ({ error_message: error, waiting_for: waiting }) =>
      error ?? waiting?.replaceAll('`', '') ?? null,
  },
  {
    name: 'why',
    of: 'jobs',
    title: 'Error, or progress',
    isUsual: true,
    show: whyOfJob,
    wordsOf: whyOfJob,
  },
];

function whyOfJob({ error_message: error, progress_message: progress }: ListedRun): string | null {
  return error ?? progress ?? null;
}

/** The available columns of each list. */
export const COLUMNS: Record<RunsOf, readonly Column[]> = {
  tasks: SHOWN.filter(({ of }) => of !== 'jobs'),
  jobs: SHOWN.filter(({ of }) => of !== 'tasks'),
};

/** The default columns on a phone. */
const NARROW = ['status', LINK];

const USUAL: Record<RunsOf, Column[]> = { tasks: usualOf('tasks'), jobs: usualOf('jobs') };

function usualOf(list: RunsOf): Column[] {
  return COLUMNS[list]
    .filter(({ isUsual }) => isUsual === true)
    .map((column) => ({ ...column, isWide: !NARROW.includes(column.name) }));
}

/**
 * Returns the chosen columns of a list, with the link. @param names comma-separated; absent, or none is known: the default
 * columns
 */
export function columnsOf(list: RunsOf, names: string | undefined): Column[] {
  const wanted = names?.split(',') ?? [];
  const chosen = COLUMNS[list].filter(
    ({ name }) => wanted.includes(name) || (name === LINK && names !== undefined),
  );
  return chosen.length > 1 ? chosen : USUAL[list];
}
