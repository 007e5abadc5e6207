import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Lasting, Moment } from '../parts/moment.tsx';
import { Spans } from '../parts/spans.tsx';
import type { Task, TaskSort } from '../server/api-client.ts';
import { nameOf, StatusBadge } from './task-words.tsx';

/** A column of the list. */
export interface Column {
  name: string;
  title: string;
  /** The name by which the API sorts it. */
  sort?: TaskSort;
  /** Whether it is shown unless somebody chooses. */
  isUsual?: boolean;
  show: (task: Task) => ReactNode;
}

/** What can be shown of a task. */
export const COLUMNS: readonly Column[] = [
  { name: 'status', title: 'Status', isUsual: true, show: ({ status }) => <StatusBadge status={status} /> },
  {
    name: 'task',
    title: 'Task',
    isUsual: true,
    show: (task) => (
      <Link to="/tasks/$id" params={{ id: task.id }} className="font-semibold">
        {nameOf(task)}
      </Link>
    ),
  },
  { name: 'role', title: 'Role', isUsual: true, show: ({ role }) => role },
  { name: 'state', title: 'State', isUsual: true, show: ({ state_code: state }) => state },
  { name: 'platform', title: 'Platform', show: ({ platform }) => platform },
  { name: 'stage', title: 'Stage', show: ({ stage }) => stage },
  { name: 'worker', title: 'Worker', isUsual: true, show: ({ worker_id: worker }) => worker },
  { name: 'priority', title: 'Priority', sort: 'priority', show: ({ priority }) => priority },
  { name: 'retries', title: 'Retries', sort: 'retries', show: ({ retry_count: count }) => count },
  {
    name: 'created',
    title: 'Created',
    sort: 'created',
    isUsual: true,
    show: ({ created_at: at }) => <Moment at={at} />,
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
    title: 'Error, or what it waits for',
    isUsual: true,
    show: ({ error_message: error, waiting_for: waiting }) => error ?? <Spans text={waiting ?? ''} />,
  },
];

/** It leads to the page of the task, so it is always shown. */
export const LINK = 'task';

/** The columns that somebody has chosen. @param names with commas; absent or none of ours: the usual ones */
export function columnsOf(names: string | undefined): Column[] {
  const wanted = names?.split(',') ?? [];
  const chosen = COLUMNS.filter(
    ({ name }) => wanted.includes(name) || (name === LINK && names !== undefined),
  );
  return chosen.length > 1 ? chosen : COLUMNS.filter(({ isUsual }) => isUsual === true);
}
