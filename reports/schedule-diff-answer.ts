import type { AppliedSchedule, ScheduleDiff } from '../temporal-client/apply-schedules.ts';
import type { FieldChange } from '../temporal-client/merge-schedule.ts';

/** The fields of a schedule, as answers have their names. */
const FIELDS = {
  intervalSeconds: 'interval_seconds',
  jitterSeconds: 'jitter_seconds',
  catchupWindowSeconds: 'catchup_window_seconds',
  overlap: 'overlap',
  priority: 'priority',
  state: 'state',
  paused: 'paused',
  note: 'note',
  input: 'input',
} as const satisfies Record<FieldChange['field'], string>;

/** How a schedule and code compare, as answers have it. */
export function toScheduleDiff({ id, state, changes, startsOther }: ScheduleDiff) {
  return {
    id,
    state,
    changes: changes.map(({ field, changedBy, schedule, code }) => ({
      field: FIELDS[field],
      changed_by: changedBy,
      schedule,
      code,
    })),
    starts_other: startsOther,
  };
}

/** The same with what was done. */
export function toAppliedSchedule(applied: AppliedSchedule) {
  return { ...toScheduleDiff(applied), done: applied.done };
}
