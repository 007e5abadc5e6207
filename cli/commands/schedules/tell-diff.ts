import type { AppliedSchedule, ScheduleDiff } from '../../../temporal-client/apply-schedules.ts';
import type { FieldChange } from '../../../temporal-client/merge-schedule.ts';
import { inSnakeCase, snakeCased } from '../../in-snake-case.ts';
import { formatInterval } from '../../interval.ts';

/** Lines for people: what each schedule and code have to do with each other, and what was or would be done. */
export function tellDiff(diff: ScheduleDiff | AppliedSchedule): string {
  const done = 'done' in diff ? diff.done : null;
  const lines = [`${diff.id}: ${headline(diff, done)}`];
  for (const change of diff.changes)
    lines.push(`  ${NAMES[change.field]}: ${tellChange(change, done !== null)}`);
  if (diff.startsOther)
    lines.push(
      `  what it starts is not what code says: ${done === null ? 'apply brings it back' : 'brought back'}`,
    );
  return lines.join('\n');
}

/** The same for programs. */
export function diffToJson({ changes, ...rest }: ScheduleDiff | AppliedSchedule): unknown {
  const named = changes.map((change) => ({ ...change, field: snakeCased(change.field) }));
  return inSnakeCase({ ...rest, changes: named });
}

function headline({ state }: ScheduleDiff, done: AppliedSchedule['done'] | null): string {
  switch (state) {
    case 'missing':
      return done === null ? 'missing; apply creates it' : 'created';
    case 'same':
      return 'as code says';
    case 'unknown':
      return done === 'removed'
        ? 'not in code any more; removed'
        : 'not in code any more; it goes on until apply --prune removes it';
    case 'different':
      return done === null ? 'differs from code' : done === 'updated' ? 'updated' : 'left as it is';
  }
}

function tellChange({ field, changedBy, schedule, code }: FieldChange, isDone: boolean): string {
  const [here, there] = [inWords(field, schedule), inWords(field, code)];
  switch (changedBy) {
    case 'code':
      return `${here} -> ${there}, changed in code${isDone ? '' : '; apply sets it'}`;
    case 'operator':
      return `${here}, changed by an operator; kept. Code says ${there}`;
    case 'conflict':
      return `${here}, conflict: changed in code to ${there} and on the schedule to ${here}; the operator's ${here} is kept`;
  }
}

const NAMES: Record<FieldChange['field'], string> = {
  intervalSeconds: 'interval',
  jitterSeconds: 'jitter',
  catchupWindowSeconds: 'catch-up window',
  overlap: 'overlap policy',
  priority: 'priority',
  state: 'state filter',
  paused: 'paused',
  note: 'note',
  input: 'input',
};

function inWords(field: FieldChange['field'], value: unknown): string {
  if (field.endsWith('Seconds') && typeof value === 'number') return formatInterval(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null) return 'none';
  return typeof value === 'string' && field !== 'note' ? value : JSON.stringify(value);
}
