import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeSchedule } from '../../../temporal-client/merge-schedule.ts';
import { fieldsOf, type ScheduleFields } from '../../../temporal-client/schedule-fields.ts';
import { defaultSchedules } from '../../../temporal-config/schedules.ts';

const [crawl] = defaultSchedules({ discoveryStates: ['AZ'], crawlIntervalHours: 4 });
const base = fieldsOf(crawl!);

/** Fields all of which have other values than the schedule. */
const CHANGED: ScheduleFields = {
  intervalSeconds: 7_200,
  jitterSeconds: 5,
  catchupWindowSeconds: 60,
  overlap: 'BUFFER_ONE',
  priority: 7,
  state: 'AZ',
  paused: true,
  note: 'maintenance',
  input: { batches: 4 },
};
const CHANGED_TOO: ScheduleFields = {
  intervalSeconds: 'calendar',
  jitterSeconds: 6,
  catchupWindowSeconds: 61,
  overlap: 'ALLOW_ALL',
  priority: 8,
  state: 'NV',
  paused: false,
  note: 'other',
  input: { batches: 5 },
};
const FIELDS = Object.keys(CHANGED) as (keyof ScheduleFields)[];

describe.each(FIELDS)('the field %s', (field) => {
  const changed = { ...base, [field]: CHANGED[field] };
  const changedToo = { ...base, [field]: CHANGED_TOO[field] };

  test('that code changed becomes what code says', () => {
    const { fields, changes } = mergeSchedule({ applied: base, current: base, code: changed });
    expect(fields).toEqual(changed);
    expect(changes).toEqual([{ field, changedBy: 'code', schedule: base[field], code: CHANGED[field] }]);
  });

  test('that an operator changed stays', () => {
    const { fields, changes } = mergeSchedule({ applied: base, current: changed, code: base });
    expect(fields).toEqual(changed);
    expect(changes).toEqual([{ field, changedBy: 'operator', schedule: CHANGED[field], code: base[field] }]);
  });

  test('that both changed stays as the operator has it, and is a conflict', () => {
    const applied = { ...base, [field]: field === 'paused' ? 'neither' : base[field] };
    const { fields, changes } = mergeSchedule({ applied, current: changed, code: changedToo });
    expect(fields).toEqual(changed);
    expect(changes).toEqual([
      { field, changedBy: 'conflict', schedule: CHANGED[field], code: CHANGED_TOO[field] },
    ]);
  });

  test('that both changed to the same is no difference', () => {
    expect(mergeSchedule({ applied: base, current: changed, code: changed })).toEqual({
      fields: changed,
      changes: [],
    });
  });

  test('of which nobody knows what was applied stays, and is a conflict', () => {
    const { fields, changes } = mergeSchedule({ applied: null, current: changed, code: base });
    expect(fields).toEqual(changed);
    expect(changes.map(({ changedBy }) => changedBy)).toEqual(['conflict']);
  });
});

test('applying twice is applying once, whatever was changed where', () => {
  const anyFields = fc
    .tuple(...FIELDS.map((field) => fc.constantFrom(base[field], CHANGED[field], CHANGED_TOO[field])))
    .map((values) => Object.fromEntries(FIELDS.map((field, at) => [field, values[at]])) as unknown)
    .map((fields) => fields as ScheduleFields);
  fc.assert(
    fc.property(anyFields, anyFields, anyFields, (applied, current, code) => {
      const { fields } = mergeSchedule({ applied, current, code });
      const again = mergeSchedule({ applied: code, current: fields, code });
      expect(again.fields).toEqual(fields);
      expect(again.changes.map(({ changedBy }) => changedBy)).not.toContain('code');
      expect(again.changes.map(({ changedBy }) => changedBy)).not.toContain('conflict');
      for (const field of FIELDS) expect([current[field], code[field]]).toContainEqual(fields[field]);
    }),
  );
});
