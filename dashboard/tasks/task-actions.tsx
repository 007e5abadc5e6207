import type { BulkWish } from '../bulk/bulk-dialog.tsx';
import { ActionButton } from '../parts/action-button.tsx';
import { inDigits } from '../parts/locale.ts';
import type { AskedBulkAction, Task } from '../server/api-client.ts';
import { useSession, whyNotOperate } from '../session/use-session.ts';
import { bulkTarget, TARGETS_MAX } from './bulk-target.ts';
import { parseSearch } from './search-words.ts';

type Action = AskedBulkAction['action'];

const TITLES: Record<Action, string> = { cancel: 'End tasks', retry: 'Retry tasks', start: 'Promote tasks' };
const NAMES: Record<Action, string> = { cancel: 'End', retry: 'Retry', start: 'Promote' };

interface TaskActionsShown {
  search: string;
  selected: readonly Task[];
  onWish: (wish: BulkWish) => void;
  onClear: () => void;
}

/** What can be done to the tasks that are selected, or to all that match. */
export function TaskActions({ search, selected, onWish, onClear }: TaskActionsShown) {
  const { data: session } = useSession();
  const whyNobody = whyNotOperate(session);
  // Spans of a search count from when something is done.
  const targetOf = (action: Action) =>
    bulkTarget(action, { parsed: parseSearch(search, Date.now()), selected });
  return (
    <div role="group" aria-label="Actions" className="flex flex-wrap items-center gap-2">
      {(['retry', 'cancel', 'start'] as const).map((action) => {
        const target = targetOf(action);
        return (
          <ActionButton
            key={action}
            whyNot={whyNobody ?? (typeof target === 'string' ? target : null)}
            hint="Counts first, and asks before anything is done."
            onClick={() => {
              const filter = targetOf(action);
              if (typeof filter !== 'string')
                onWish({ asked: { action, of: 'tasks', filter }, title: TITLES[action] });
            }}
          >
            {NAMES[action]}
          </ActionButton>
        );
      })}
      <span className="text-sm text-(--soft)">
        {selected.length > 0 ? `${inDigits(selected.length)} selected` : 'all that match'}
      </span>
      {selected.length === 0 ? null : (
        <button type="button" className="button px-2 py-0.5 text-sm" onClick={onClear}>
          Clear
        </button>
      )}
      {selected.length > TARGETS_MAX ? (
        <span className="text-sm text-(--warn)">at most {TARGETS_MAX} can be acted on</span>
      ) : null}
    </div>
  );
}
