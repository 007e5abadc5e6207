import type { BulkWish } from '../bulk/bulk-dialog.tsx';
import { inDigits } from '../parts/locale.ts';
import { ActionButton } from '../parts/action-button.tsx';
import type { AskedBulkAction } from '../server/api-client.ts';
import { useSession, whyNotOperate } from '../session/use-session.ts';
import { STATUSES, type Filter } from './search-words.ts';

type Action = AskedBulkAction['action'];

/** What an action can do something about; of what is over, retries take what is chosen. */
const POSSIBLE: Record<Action, readonly string[]> = {
  cancel: STATUSES.slice(0, 4),
  retry: STATUSES.slice(4),
  start: ['pending'],
};

const TITLES: Record<Action, string> = { cancel: 'End tasks', retry: 'Retry tasks', start: 'Promote tasks' };
const NAMES: Record<Action, string> = { cancel: 'End', retry: 'Retry', start: 'Promote' };

/** So many ids fit into one request. */
const SELECTED_MAX = 100;

interface TaskActionsShown {
  filter: Filter;
  selected: ReadonlySet<string>;
  onWish: (wish: BulkWish) => void;
}

/** What can be done to the tasks that are selected, or to all that match. */
export function TaskActions({ filter, selected, onWish }: TaskActionsShown) {
  const { data: session } = useSession();
  const whyNone = whyNotOperate(session) ?? whyNot(filter, selected);
  return (
    <div role="group" aria-label="Actions" className="flex flex-wrap items-center gap-2">
      {(['retry', 'cancel', 'start'] as const).map((action) => {
        const wanted = targetOf(action, { filter, selected });
        const why = whyNone ?? (typeof wanted === 'string' ? wanted : null);
        return (
          <ActionButton
            key={action}
            whyNot={why}
            hint="Counts first, and asks before anything is done."
            onClick={() => {
              if (typeof wanted !== 'string')
                onWish({ asked: { action, of: 'tasks', filter: wanted }, title: TITLES[action] });
            }}
          >
            {NAMES[action]}
          </ActionButton>
        );
      })}
      <span className="text-sm text-(--soft)">
        {selected.size > 0 ? `${inDigits(selected.size)} selected` : 'all that match'}
      </span>
    </div>
  );
}

function whyNot(filter: Filter, selected: ReadonlySet<string>): string | null {
  if (selected.size > SELECTED_MAX)
    return `At most ${SELECTED_MAX} can be selected. Narrow the search, and act on all that match.`;
  if (selected.size === 0 && Object.keys(filter).length === 0)
    return 'Select some, or search for what this is to be about.';
  return null;
}

/** The filter of the bulk action; a text: why there is none. */
function targetOf(action: Action, { filter, selected }: Omit<TaskActionsShown, 'onWish'>): Filter | string {
  const possible = POSSIBLE[action];
  if (selected.size > 0) return { ids: [...selected].join(','), status: possible.join(',') };
  if (filter['status'] === undefined) return filter;
  const statuses = filter['status'].split(',').filter((status) => possible.includes(status));
  if (statuses.length === 0) return `This is about what is ${possible.join(' or ')}.`;
  return { ...filter, status: statuses.join(',') };
}
