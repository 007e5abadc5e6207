import { inDigits } from '../parts/locale.ts';
import type { RequestedBulkAction, BulkAction, ForeseenBulkAction } from '../server/api-client.ts';
import { OPEN, STATUSES } from '../tasks/search-keys.ts';
import { workflowOf } from '../workers/task-ids.ts';

const OVER: readonly BulkAction['status'][] = ['completed', 'failed', 'cancelled'];

/** Whether a bulk action has ended. */
export function isOver({ status }: Pick<BulkAction, 'status'>): boolean {
  return OVER.includes(status);
}

type Counted = Pick<BulkAction, 'status' | 'matched' | 'done' | 'skipped' | 'failed'>;

interface Asked {
  requested: Pick<RequestedBulkAction, 'of' | 'filter'>;
  /** The past participle that describes the result, such as `started again`. */
  past: string;
}

/** Describes the progress or the result of a bulk action in a sentence. */
export function describeBulkAction(action: Counted, { requested, past }: Asked): string {
  const { status, matched, done, skipped, failed } = action;
  if (isOver(action) && matched === 1 && done + skipped + failed === 1) {
    const name = nameOfOne(requested);
    if (done === 1) return `${name} was ${past}.`;
    return skipped === 1 ? `${name} was left as it is.` : `${name} could not be ${past}.`;
  }
  if (matched === null && !isOver(action)) return `Under way: counting the ${requested.of}.`;
  const begin = isOver(action) ? `The bulk action is ${status}` : 'Under way';
  return `${begin}: ${inDigits(done)} of ${inDigits(matched ?? 0)} ${past}, ${inDigits(skipped)} skipped, ${inDigits(failed)} failed.`;
}

/**
 * Names the only run of a bulk action: by its workflow if the filter has its id, else as `1 task`, since a search does not say
 * which run matched.
 */
function nameOfOne({ of, filter: { ids } }: Asked['requested']): string {
  const noun = of === 'tasks' ? 'task' : 'job';
  if (ids === undefined || ids.includes(',')) return `1 ${noun}`;
  return `The ${noun} ${workflowOf(ids)}`;
}

type Tally = ForeseenBulkAction['skipped_by_reason'][number];

/** Describes how many runs are skipped, and why. */
export function describeSkipped({ reason, count }: Tally): string {
  return `${inDigits(count)} ${count === 1 ? 'is' : 'are'} skipped: ${ofSeveral(reason, count)}.`;
}

/** Describes how many runs were skipped or failed, and why. */
export function endedWords(outcome: 'skipped' | 'failed', { reason, count }: Tally): string {
  return `${inDigits(count)} ${outcome}: ${ofSeveral(reason, count).replace(/\.$/, '')}.`;
}

function ofSeveral(reason: string, count: number): string {
  return count === 1 ? reason : SEVERAL.reduce((text, [one, many]) => text.replace(one, many), reason);
}

/** Turns the singular wording of a reason into the plural. */
const SEVERAL: readonly [RegExp, string][] = [
  [/^it waits\b/, 'they wait'],
  [/^it is\b/, 'they are'],
  [/^it has\b/, 'they have'],
  [/^it\b/, 'they'],
  [/, and waits\b/, ', and wait'],
  [/\bits\b/, 'their'],
];

/**
 * Describes the runs of a bulk action by their statuses, without their number.
 * @param statuses comma-separated, as in the filter
 */
export function describeStatus(statuses: string, of: RequestedBulkAction['of']): string {
  if (statuses === OPEN[of].join(',')) return 'open';
  const named = statuses.split(',');
  if (CLOSED[of].every((status) => named.includes(status))) return 'ended';
  const last = named.pop() ?? '';
  return named.length === 0 ? last : `${named.join(', ')} or ${last}`;
}

const CLOSED = { tasks: closedOf('tasks'), jobs: closedOf('jobs') };

function closedOf(of: RequestedBulkAction['of']): readonly string[] {
  return STATUSES[of].filter((status) => !OPEN[of].includes(status));
}
