import type { Schemas } from '../../../api-client/create-api-client.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { formatTable } from '../../format-table.ts';
import { formatInterval } from '../../interval.ts';
import { timeOf } from '../../tell-time.ts';

type Schedule = Schemas['Schedule'];

/** One row for each schedule; times are UTC. */
export function formatSchedules(schedules: readonly Schedule[]): string {
  const header = [
    'id',
    'role',
    'every',
    'priority',
    'state',
    'status',
    'next run',
    'last run',
    'tasks',
    'last result',
  ];
  const rows = schedules.map((schedule) => [
    schedule.id,
    schedule.role ?? '',
    formatEvery(schedule),
    schedule.priority,
    schedule.state_filter ?? '-',
    schedule.enabled ? 'active' : 'paused',
    timeOf(schedule.next_run_at),
    timeOf(schedule.last_run_at),
    String(schedule.last_task_count ?? '-'),
    formatLastRun(schedule) ?? 'never ran',
  ]);
  return formatTable(header, rows);
}

/** A schedule in a sentence, after it was changed. */
export function formatSchedule(schedule: Schedule): string {
  const { id, priority, state_filter: state, enabled, note, next_run_at: nextRunAt } = schedule;
  const filter = state === null ? '' : `, state ${state}`;
  const status = enabled ? `next run ${timeOf(nextRunAt)}` : `paused (${withoutControls(note)})`;
  return `${id}: every ${formatEvery(schedule)}, priority ${priority}${filter}; ${status}`;
}

/** How the last run ended, or how far it is; null: it never ran. */
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
