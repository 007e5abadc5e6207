import type { AppliedSchedule, ScheduleDiff } from '../temporal-client/apply-schedules.ts';
import type { FieldChange } from '../temporal-client/merge-schedule.ts';

/** The names of a schedule's fields in responses. */
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

/** Converts the difference between a schedule and its definition in code to the fields of the API's responses. */
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

/** Converts a difference as `toScheduleDiff` does, with the action that was taken. */
export function toAppliedSchedule(applied: AppliedSchedule) {
  return { ...toScheduleDiff(applied), done: applied.done };
}
