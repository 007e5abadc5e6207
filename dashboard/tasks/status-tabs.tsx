import { inDigits } from '../parts/locale.ts';
import { StatusMeanings } from '../parts/status-meanings.tsx';
import { STATUS_MEANINGS } from '../../api-client/api-values.ts';
import type { RunsOf } from '../server/api-client.ts';
import { STATUSES } from './search-keys.ts';
import { valueOf, withKey } from './search-words.ts';

interface StatusTabsShown {
  of: RunsOf;
  /** The submitted search. */
  search: string;
  /** The text of the search box, whether it is submitted or not; a tab changes only its status. */
  typed: string;
  counts: Record<string, number> | undefined;
  /** Statuses whose count stopped at the limit. */
  more: readonly string[];
  onSearch: (search: string) => void;
}

/**
 * Shows how many runs of the search have each status. Pressing a status restricts the search to it; pressing it again removes the
 * restriction.
 */
export function StatusTabs({ of, search, typed, counts, more, onSearch }: StatusTabsShown) {
  const chosen = valueOf(search, 'status').split(',');
  return (
    <div className="flex flex-wrap items-start justify-between gap-2">
      <div role="group" aria-label="Status" className="flex flex-wrap gap-1.5">
        {STATUSES[of].map((status) => {
          const isChosen = chosen.includes(status);
          const count = counts?.[status];
          return (
            <button
              key={status}
              type="button"
              aria-pressed={isChosen}
              data-status={status}
              className="button px-2 py-0.5 text-sm aria-pressed:border-(--ink) aria-pressed:bg-(--sunken)"
              onClick={() => onSearch(withKey(typed, 'status', isChosen ? null : status))}
            >
              {status}{' '}
              <span className="font-normal tabular-nums">
                {count === undefined ? '' : `${inDigits(count)}${more.includes(status) ? '+' : ''}`}
              </span>
            </button>
          );
        })}
      </div>
      <StatusMeanings meanings={STATUS_MEANINGS[of]} />
    </div>
  );
}
