import { useCallback, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react';
import { BulkDialog, type BulkRequest } from '../bulk/bulk-dialog.tsx';
import { CommandLine } from '../parts/command-line.tsx';
import { Empty } from '../parts/section.tsx';
import { useAfterPaint } from '../parts/use-after-paint.ts';
import type { ListedRun, RunsOf, RunSort } from '../server/api-client.ts';
import { columnsOf } from './columns.tsx';
import { ListHeading } from './list-heading.tsx';
import { ListNotices } from './list-notices.tsx';
import { ListTools } from './list-tools.tsx';
import { RunActions } from './run-actions.tsx';
import type { RunSearch } from './run-search.ts';
import { RunTable, type RunTableShown } from './run-table.tsx';
import { NOUNS } from './describe-run.tsx';
import { SearchBox } from './search-box.tsx';
import { parseSearch } from './search-words.ts';
import { StatusTabs } from './status-tabs.tsx';
import { useAddress } from './use-address.ts';
import { useRuns, type ShownRuns } from './use-runs.ts';
import { useSelection } from './use-selection.ts';
import { valuesSeen } from './values-seen.ts';

/** The list of tasks or jobs with search, sorting, selection and actions. The search and the order are in the address. */
export function RunsPage({ of, search }: { of: RunsOf; search: RunSearch }) {
  // Another list is slow to render, so at first only the box, the tabs and the choice of columns follow the address.
  const listed = useAfterPaint(search);
  const shown = useRuns(of, listed);
  const { selected, select: onSelect, clear } = useSelection(listed.q);
  const [request, setRequest] = useState<BulkRequest | null>(null);
  const { q = '', sort = 'created', order = 'desc' } = listed;
  const { q: asked = '' } = search;
  const [typed, setTyped] = useTyped(asked);
  useEffect(() => {
    document.title = `${q === '' ? NOUNS[of].title : q} - Crawlchain`;
  }, [of, q]);
  const { change, onSearch } = useAddress(of);
  const onSort = useSort(change);
  const columns = useMemo(() => columnsOf(of, listed.columns), [of, listed.columns]);
  const isOutdated = !isSameList(listed, search);
  const { seen, chosen } = useFoundIn(shown.runs, selected);
  return (
    <div className="whole-width grid gap-3">
      <ListHeading
        of={of}
        ask={search.ask}
        onAsk={(ask) => {
          change({ ask });
          if (ask === undefined) shown.refresh();
        }}
      />
      <div className="flex flex-wrap items-start gap-2">
        <SearchBox {...{ of, typed, onSearch, seen }} onType={setTyped} />
        <ListTools
          of={of}
          queryOf={() => {
            const { filter, faults } = parseSearch(q, { of, nowMs: Date.now() });
            return faults[0] ?? { ...filter, sort, order };
          }}
          columns={columnsOf(of, search.columns)}
          onColumns={(names) => change({ columns: names })}
        />
      </div>
      <StatusTabs {...{ of, typed, onSearch }} search={asked} counts={shown.counts} more={shown.countsMore} />
      <ListNotices of={of} shown={shown} isOutdated={isOutdated} />
      <RunActions
        of={of}
        search={q}
        whyNotShown={whyNotShown(shown, { isAsked: typed.trim() === asked, isOutdated })}
        selected={chosen}
        onRequest={setRequest}
        onClear={clear}
      />
      <List shown={shown} {...{ of, q, columns, sort, order, selected, onSort, onSelect }} />
      <BulkDialog
        request={request}
        onClose={(isStarted) => {
          setRequest(null);
          if (isStarted) clear();
          shown.refresh();
        }}
      />
    </div>
  );
}

function isSameList(one: RunSearch, other: RunSearch): boolean {
  return one.q === other.q && one.sort === other.sort && one.order === other.order;
}

/** Says why actions on all matches are disabled: the list does not show the typed search, or is empty. Null: they are enabled. */
function whyNotShown(
  { runs, error }: ShownRuns,
  { isAsked, isOutdated }: { isAsked: boolean; isOutdated: boolean },
): string | null {
  if (!isAsked) return 'The search was changed: press Enter in it first.';
  if (isOutdated) return 'The list is loading.';
  if (runs === undefined) return error === null ? null : 'The search had no answer.';
  return runs.length === 0 ? 'The list is empty.' : null;
}

/** Returns the text of the search box and its setter. A new search in the address replaces the text. */
function useTyped(requested: string) {
  const [typed, setTyped] = useState(requested);
  useEffect(() => setTyped(requested), [requested]);
  return [typed, setTyped] as const;
}

const NONE_YET: Record<RunsOf, ReactNode> = {
  tasks: 'There are no tasks yet. They come with the schedules, or when you crawl something.',
  jobs: (
    <>
      There are no jobs yet. A job is work other than crawling, such as a download or a sync: start one with{' '}
      <CommandLine words="jobs start" /> or <code>POST /api/jobs</code>.
    </>
  ),
};

const IN: Record<RunsOf, string> = {
  tasks: 'the names and cities of stores, errors and results',
  jobs: 'errors, payloads and results',
};

type ListShown = Omit<RunTableShown, 'runs' | 'onSight'> & { shown: ShownRuns; q: string };

function List({ shown, q, ...rest }: ListShown) {
  const { parsed, loadMore, isLoadingMore, onSight } = shown;
  // Rendering new rows is slow, so it is deferred and the page responds to the input first. The first rows are rendered at once.
  const drawn = useDeferredValue(shown.runs);
  const runs = shown.runs && (drawn ?? shown.runs);
  if (runs === undefined || parsed.faults.length > 0) return null;
  if (runs.length === 0)
    return (
      <Empty>
        {q === ''
          ? NONE_YET[rest.of]
          : `No ${NOUNS[rest.of].one} is like this. Leave out a part of the search; words without a key are looked for in ${IN[rest.of]}.`}
      </Empty>
    );
  return (
    <>
      <RunTable runs={runs} onSight={onSight} {...rest} />
      {loadMore === undefined ? null : (
        <button
          type="button"
          className="button justify-self-start"
          disabled={isLoadingMore}
          onClick={loadMore}
        >
          {isLoadingMore ? 'Loading more' : 'Show more'}
        </button>
      )}
    </>
  );
}

/** Returns a function that sorts by a column; sorting by the same column again reverses the order. */
function useSort(change: (changed: (before: RunSearch) => RunSearch) => void) {
  return useCallback(
    (by: RunSort): void =>
      change(({ sort = 'created', order = 'desc' }) => ({
        sort: by,
        order: sort === by && order === 'desc' ? 'asc' : 'desc',
      })),
    [change],
  );
}

/**
 * Returns lookups in the runs: the values seen for a search key, and the selected runs. There may be thousands of runs, so they
 * are searched only when needed.
 */
function useFoundIn(runs: readonly ListedRun[] | undefined, selected: ReadonlySet<string>) {
  const seen = (key: string): string[] => valuesSeen(runs ?? [], key);
  const chosen = useMemo(() => (runs ?? []).filter(({ id }) => selected.has(id)), [runs, selected]);
  return { seen, chosen };
}
