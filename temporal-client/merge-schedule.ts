import { isDeepStrictEqual } from 'node:util';
import type { ScheduleFields } from './schedule-fields.ts';

/** A field in which a schedule differs from code, and who changed it. */
export interface FieldChange {
  field: keyof ScheduleFields;
  /**
   * `code`: code's value is new, and applies. `operator`: an operator changed the schedule, and that value stays. `conflict`:
   * both changed it, or it is unknown who did; the operator's value stays.
   */
  changedBy: 'code' | 'operator' | 'conflict';
  schedule: unknown;
  code: unknown;
}

export interface ScheduleVersions {
  /** What code asked for when code was last applied to the schedule; null if unknown. */
  applied: ScheduleFields | null;
  /** What the schedule has now. */
  current: ScheduleFields;
  /** What code asks for now. */
  code: ScheduleFields;
}

/** Merges, field by field, what code asks for with what operators changed since code was last applied. */
export function mergeSchedule({ applied, current, code }: ScheduleVersions): {
  fields: ScheduleFields;
  changes: FieldChange[];
} {
  const changes = (Object.keys(code) as (keyof ScheduleFields)[])
    .filter((field) => !isDeepStrictEqual(current[field], code[field]))
    .map((field): FieldChange => {
      const changedBy = changedByWhom(applied?.[field], current[field], code[field]);
      return { field, changedBy, schedule: current[field], code: code[field] };
    });
  const kept = changes
    .filter(({ changedBy }) => changedBy !== 'code')
    .map(({ field }) => [field, current[field]]);
  return { fields: { ...code, ...(Object.fromEntries(kept) as Partial<ScheduleFields>) }, changes };
}

function changedByWhom(applied: unknown, current: unknown, code: unknown): FieldChange['changedBy'] {
  if (isDeepStrictEqual(applied, current)) return 'code';
  return isDeepStrictEqual(applied, code) ? 'operator' : 'conflict';
}
