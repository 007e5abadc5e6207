import type { ScheduleReport } from '../temporal-client/describe-schedules.ts';
import { readSearched } from '../temporal-config/search-scope.ts';
import { isoOf } from './task-answer.ts';

/** Converts a schedule to the fields of the API's responses. */
export function toSchedule(report: ScheduleReport) {
  const { id, role, paused, intervalSeconds, priority, lastRun, nextRunAt } = report;
  return {
    id,
    name: id,
    role,
    enabled: !paused,
    interval_hours: intervalSeconds === 'calendar' ? null : intervalSeconds / 3600,
    priority,
    state_filter: report.state,
    ...scopeOf(report),
    last_run_at: lastRun === null ? null : lastRun.at.toISOString(),
    next_run_at: isoOf(nextRunAt),
    last_task_count: lastRun?.taskCount ?? null,
    last_error: lastRun?.error ?? null,
    last_outcome: lastRun?.outcome ?? null,
    last_summary: lastRun?.summary ?? null,
    last_workflow_id: lastRun?.workflowId ?? null,
    workflow_id: report.workflowId,
    note: report.note,
    made_by_code: report.isMadeByCode,
    runs: report.runs,
    skipped: report.skipped,
    missed: report.missed,
    overlap: report.overlap,
    jitter_seconds: report.jitterSeconds,
    catchup_window_seconds: report.catchupWindowSeconds,
  };
}

/**
 * Returns the states and the city of a schedule. A discovery may search several states or one city; other schedules have one state or all.
 */
function scopeOf({ state, searched }: ScheduleReport) {
  if (searched === null) return { state_code: state === 'all' ? null : state, state_codes: null, city: null };
  const { states, areas } = readSearched(searched);
  const codes = [...new Set([...states, ...areas.map(({ stateCode }) => stateCode)])];
  const [one = null, ...others] = codes;
  const [area] = areas;
  return {
    state_code: state === 'all' || others.length > 0 ? null : one,
    state_codes: state === 'all' ? null : codes,
    city: areas.length === 1 && states.length === 0 ? (area?.city ?? null) : null,
  };
}
