import { expect, test } from 'vitest';
import { formatDiff } from '../../../../../cli/commands/schedules/format-diff.ts';

type Compared = Parameters<typeof formatDiff>[0];

const SAME: Compared = { id: 'one', state: 'same', changes: [], starts_other: false };

test.each<[Compared, words: string]>([
  [SAME, 'one: as code says'],
  [{ ...SAME, state: 'missing' }, 'one: missing; apply creates it'],
  [{ ...SAME, state: 'missing', done: 'created' }, 'one: created'],
  [{ ...SAME, state: 'unknown' }, 'one: not in code any more; it goes on until apply --prune removes it'],
  [{ ...SAME, state: 'unknown', done: 'removed' }, 'one: not in code any more; removed'],
  [
    { ...SAME, state: 'different', starts_other: true },
    'one: differs from code\n  its action differs from the definition in code: apply restores it',
  ],
])('what became of %j is said in words', (diff, text) => {
  expect(formatDiff(diff)).toBe(text);
});

test('a change says who made it and what becomes of it, without control characters', () => {
  const changes: Compared['changes'] = [
    { field: 'interval_seconds', changed_by: 'code', schedule: 14_400, code: 21_600 },
    { field: 'paused', changed_by: 'operator', schedule: true, code: false },
    { field: 'note', changed_by: 'conflict', schedule: 'b\u001b', code: null },
  ];
  const different: Compared = { ...SAME, state: 'different', changes };
  expect(formatDiff({ ...different, done: 'updated' }).split('\n')).toEqual([
    'one: updated',
    '  interval: 4h -> 6h, changed in code',
    '  paused: yes, changed by an operator; kept. Code says no',
    '  note: "b\\u001b", conflict: changed in code to none and on the schedule to "b\\u001b"; the operator\'s "b\\u001b" is kept',
  ]);
  expect(formatDiff(different)).toContain('interval: 4h -> 6h, changed in code; apply sets it');
});
