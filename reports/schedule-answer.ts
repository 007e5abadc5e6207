import type { ScheduleReport } from '../temporal-client/describe-schedules.ts';
import { isoOf } from './task-answer.ts';

/** A schedule as answers have it. */
export function toSchedule(report: ScheduleReport) {
  const { id, role, paused, intervalSeconds, priority, state, lastRun, nextRunAt } = report;
  return {
    id,
    name: id,
    role,
    enabled: !paused,
    interval_hours: intervalSeconds === 'calendar' ? null : intervalSeconds / 3600,
    priority,
    state_code: state === 'all' ? null : state,
    last_run_at: lastRun === null ? null : lastRun.at.toISOString(),
    next_run_at: isoOf(nextRunAt),
    last_task_count: lastRun?.taskCount ?? null,
    last_error: lastRun?.error ?? null,
    last_outcome: lastRun?.outcome ?? null,
    last_summary: lastRun?.summary ?? null,
    workflow_id: report.workflowId,
    note: report.note,
    made_by_code: report.isMadeByCode,
    runs: report.runs,
    skipped: report.skipped,
    missed: report.missed,
  };
}
