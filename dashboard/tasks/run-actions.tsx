import type { BulkRequest } from '../bulk/bulk-dialog.tsx';
import { ActionButton } from '../parts/action-button.tsx';
import { inDigits } from '../parts/locale.ts';
import { WhyNot } from '../parts/why-not.tsx';
import type { RequestedBulkAction, ListedRun, RunsOf } from '../server/api-client.ts';
import { useSession, whyNotOperate } from '../session/use-session.ts';
import { bulkTarget, leftOutOf, TARGETS_MAX } from './bulk-target.ts';
import { ACTION_NAMES, ACTIONS, NOUNS } from './describe-run.tsx';
import { parseSearch } from './search-words.ts';

type Action = RequestedBulkAction['action'];

interface RunActionsShown {
  of: RunsOf;
  search: string;
  /** Why the list does not show the results of the text in the search box; null: it does. */
  whyNotShown: string | null;
  selected: readonly ListedRun[];
  onRequest: (request: BulkRequest) => void;
  onClear: () => void;
}

/** The actions on the selected runs, or on all that match the search. */
export function RunActions({ of, search, whyNotShown, selected, onRequest, onClear }: RunActionsShown) {
  const { data: session } = useSession();
  const whyNobody = whyNotOperate(session);
  // The search is parsed again, so that its time spans count from the time of the action.
  const targetOf = (action: Action) =>
    selected.length === 0 && whyNotShown !== null
      ? whyNotShown
      : bulkTarget(action, { of, parsed: parseSearch(search, { of, nowMs: Date.now() }), selected });
  const whyNotOf = (action: Action): string | null => {
    const target = targetOf(action);
    return whyNobody ?? (typeof target === 'string' ? target : null);
  };
  return (
    <div role="group" aria-label="Actions" className="flex flex-wrap items-center gap-2">
      {ACTIONS.map((action) => (
        <ActionButton
          key={action}
          whyNot={whyNotOf(action)}
          hint="Counts first, and asks before anything is done."
          onClick={() => {
            const filter = targetOf(action);
            if (typeof filter !== 'string')
              onRequest({
                requested: { action, of, filter },
                title: `${ACTION_NAMES[action]} ${NOUNS[of].many}`,
                about: leftOutOf(action, { of, selected }),
              });
          }}
        >
          {ACTION_NAMES[action]}
        </ActionButton>
      ))}
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
      <WhyNot of={ACTIONS.map((action) => [ACTION_NAMES[action], whyNotOf(action)])} keepsPlace />
    </div>
  );
}
