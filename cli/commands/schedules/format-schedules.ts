import type { Schemas } from '../../../api-client/create-api-client.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { formatInterval } from '../../interval.ts';
import type { Column } from '../../output/column.ts';
import { timeOf } from '../../output/format-time.ts';

type Schedule = Schemas['Schedule'];

/** The columns of a list of schedules. */
export const SCHEDULE_COLUMNS: readonly Column<Schedule>[] = [
  { header: 'id', value: 'id', kind: 'id' },
  { header: 'role', value: ({ role }) => role ?? '', isMinor: true },
  { header: 'every', value: formatEvery },
  { header: 'priority', value: 'priority', kind: 'number', isMinor: true },
  { header: 'state', value: 'state_filter' },
  { header: 'status', value: ({ enabled }) => (enabled ? 'active' : 'paused'), kind: 'status' },
  { header: 'next run', value: 'next_run_at', kind: 'time' },
  { header: 'last run', value: 'last_run_at', kind: 'time' },
  { header: 'tasks', value: 'last_task_count', kind: 'number', isMinor: true },
  { header: 'last result', value: (schedule) => formatLastRun(schedule) ?? 'never ran' },
];

/** Describes a schedule in one line, after a change. */
export function formatSchedule(schedule: Schedule): string {
  const { id, priority, state_filter: state, enabled, note, next_run_at: nextRunAt } = schedule;
  const filter = state === null ? '' : `, state ${state}`;
  const status = enabled ? `next run ${timeOf(nextRunAt)}` : `paused (${withoutControls(note)})`;
  return `${id}: every ${formatEvery(schedule)}, priority ${priority}${filter}; ${status}`;
}

/** Describes how the last run ended, or its progress; null: the schedule never ran. */
export function formatLastRun(schedule: Schedule): string | null {
  const { last_outcome: outcome, last_summary: summary, last_error: error } = schedule;
  const name = schedule.last_workflow_id ?? 'the start';
  switch (outcome) {
    case null:
      return null;
    case 'waiting':
      return 'no worker has taken it yet';
    case 'running':
      return `${name} is running`;
    case 'completed':
      return summary === null ? `${name} completed` : `${name}: ${withoutControls(summary)}`;
    case 'failed':
      return `${name} failed: ${withoutControls(error ?? '')}`;
    case 'already running':
      return `${name} was running already`;
    case 'forgotten':
      return 'no longer kept by Temporal';
  }
}

function formatEvery({ interval_hours: hours }: Schedule): string {
  return hours === null ? 'calendar' : formatInterval(Math.round(hours * 3600));
}
