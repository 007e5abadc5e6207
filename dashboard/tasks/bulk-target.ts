import { inDigits, inOneList } from '../parts/locale.ts';
import type { RequestedBulkAction, ListedRun, RunsOf } from '../server/api-client.ts';
import { OPEN, STATUSES } from './search-keys.ts';
import type { Filter, ParsedSearch } from './search-words.ts';

type Action = RequestedBulkAction['action'];

/** The statuses that each action applies to. */
const POSSIBLE: Record<Action, (of: RunsOf) => readonly string[]> = {
  cancel: (of) => OPEN[of],
  retry: (of) => STATUSES[of].filter((status) => !OPEN[of].includes(status)),
  start: () => ['pending'],
};

/** The API's limit of ids in one request. */
export const TARGETS_MAX = 100;

interface Chosen {
  of: RunsOf;
  parsed: ParsedSearch;
  selected: readonly Pick<ListedRun, 'id' | 'status' | 'error_kind'>[];
}

/**
 * Builds the filter of a bulk action from the selected runs, or else from the search.
 * @returns the filter, or a sentence that says why there is none
 */
export function bulkTarget(
  action: Action,
  { of, parsed: { filter, faults }, selected }: Chosen,
): Filter | string {
  const possible = POSSIBLE[action](of);
  if (selected.length > 0) return ofSelected(action, selected, possible);
  // An invalid search gives no filter: without its invalid part, it would match more runs than intended.
  if (faults[0] !== undefined) return faults[0];
  if (Object.keys(filter).length === 0) return 'Select some, or search for those that you mean.';
  const isEnded = filter['ended_since'] !== undefined || filter['ended_until'] !== undefined;
  if (isEnded && action !== 'retry')
    return 'The search selects only closed ones, which this action does not change.';
  if (filter['status'] === undefined) return filter;
  const statuses = filter['status'].split(',').filter((status) => possible.includes(status));
  if (statuses.length === 0) return `This applies only to those that are ${possible.join(' or ')}.`;
  return { ...filter, status: statuses.join(',') };
}

/** Says how many of the selected runs an action leaves out because of their status; undefined: none. */
export function leftOutOf(action: Action, { of, selected }: Omit<Chosen, 'parsed'>): string | undefined {
  const left = selected.filter(({ status }) => !POSSIBLE[action](of).includes(status));
  if (left.length === 0) return undefined;
  const statuses = [...new Set(left.map(({ status }) => status))];
  return `${inDigits(left.length)} of the ${inDigits(selected.length)} selected ${left.length === 1 ? 'is' : 'are'} left out: ${inOneList(statuses)}.`;
}

function ofSelected(
  action: Action,
  selected: Chosen['selected'],
  possible: readonly string[],
): Filter | string {
  if (selected.length > TARGETS_MAX)
    return `At most ${TARGETS_MAX} can be selected for an action. Clear the selection, narrow the search, and act on all that match.`;
  if (!selected.some(({ status }) => possible.includes(status)))
    return `This applies only to those that are ${possible.join(' or ')}.`;
  const target = { ids: selected.map(({ id }) => id).join(','), status: possible.join(',') };
  const kinds = [...new Set(selected.map(({ error_kind: kind }) => kind))];
  // A retry skips runs that would fail again in the same way, unless the filter names the kind of their error.
  const areNamed =
    action === 'retry' && selected.every(({ status }) => status === 'failed') && !kinds.includes(null);
  return areNamed ? { ...target, status: 'failed', error: kinds.join(',') } : target;
}
