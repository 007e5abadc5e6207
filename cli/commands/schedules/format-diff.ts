import type { Schemas } from '../../../api-client/create-api-client.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { formatInterval } from '../../interval.ts';

/** The difference between a schedule and its definition in code; `done` says what was changed, if the definition was applied. */
type Compared = Schemas['ScheduleDiff'] & Partial<Pick<Schemas['AppliedSchedule'], 'done'>>;

type Change = Compared['changes'][number];

/** Describes how a schedule differs from its definition in code, and what was or would be changed. */
export function formatDiff(diff: Compared): string {
  const { done = null } = diff;
  const lines = [`${diff.id}: ${headline(diff, done)}`];
  for (const change of diff.changes)
    lines.push(`  ${NAMES[change.field]}: ${formatChange(change, done !== null)}`);
  if (diff.starts_other)
    lines.push(
      `  its action differs from the definition in code: ${done === null ? 'apply restores it' : 'restored'}`,
    );
  return lines.map(withoutControls).join('\n');
}

function headline({ state }: Compared, done: Schemas['AppliedSchedule']['done'] | null): string {
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

function formatChange({ field, changed_by: changedBy, schedule, code }: Change, isDone: boolean): string {
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

const NAMES: Record<Change['field'], string> = {
  interval_seconds: 'interval',
  jitter_seconds: 'jitter',
  catchup_window_seconds: 'catch-up window',
  overlap: 'overlap policy',
  priority: 'priority',
  state: 'state filter',
  paused: 'paused',
  note: 'note',
  input: 'input',
};

function inWords(field: Change['field'], value: unknown): string {
  if (field.endsWith('_seconds') && typeof value === 'number') return formatInterval(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null) return 'none';
  return typeof value === 'string' && field !== 'note' ? value : JSON.stringify(value);
}
