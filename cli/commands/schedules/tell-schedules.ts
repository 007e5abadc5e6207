import { toSchedule } from '../../../reports/schedule-answer.ts';
import type { ScheduleReport } from '../../../temporal-client/describe-schedules.ts';
import type { ScheduleRun } from '../../../temporal-client/schedule-run.ts';
import { formatTable } from '../../format-table.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { formatInterval } from '../../interval.ts';

/** One row for each schedule; times are UTC. */
export function tellSchedules(reports: ScheduleReport[]): string {
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
  const rows = reports.map((report) => [
    report.id,
    report.role ?? '',
    intervalOf(report),
    report.priority,
    report.state ?? '-',
    report.paused ? 'paused' : 'active',
    timeOf(report.nextRunAt),
    timeOf(report.lastRun?.at ?? null),
    String(report.lastRun?.taskCount ?? '-'),
    report.lastRun === null ? 'never ran' : tellRun(report.lastRun),
  ]);
  return formatTable(header, rows);
}

/** A schedule in a sentence, after it was changed. */
export function tellSchedule(report: ScheduleReport): string {
  const { id, priority, state, paused, note, nextRunAt } = report;
  const filter = state === null ? '' : `, state ${state}`;
  const status = paused ? `paused (${withoutControls(note)})` : `next run ${timeOf(nextRunAt)}`;
  return `${id}: every ${intervalOf(report)}, priority ${priority}${filter}; ${status}`;
}

/** A schedule as the API's answers have it, with what Temporal is told of its times. */
export function toJson(report: ScheduleReport): object {
  const { jitterSeconds, catchupWindowSeconds, overlap } = report;
  return {
    ...toSchedule(report),
    overlap,
    jitter_seconds: jitterSeconds,
    catchup_window_seconds: catchupWindowSeconds,
  };
}

/** How a run ended, or how far it is. */
export function tellRun({ outcome, workflowId, summary, error }: ScheduleRun): string {
  const name = workflowId ?? 'the start';
  switch (outcome) {
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

function intervalOf({ intervalSeconds }: ScheduleReport): string {
  return intervalSeconds === 'calendar' ? 'calendar' : formatInterval(intervalSeconds);
}

/** A moment in UTC, to the second; a dash for none. */
export function timeOf(time: Date | null): string {
  return time === null ? '-' : `${time.toISOString().slice(0, 19)}Z`;
}
