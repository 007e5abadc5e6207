import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { BulkWish } from '../bulk/bulk-dialog.tsx';
import { inDigits } from '../parts/locale.ts';
import { Moment } from '../parts/moment.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Empty } from '../parts/section.tsx';
import type { Task, TaskSort } from '../server/api-client.ts';
import { columnsOf } from './columns.tsx';
import { ListTools } from './list-tools.tsx';
import { SearchBox } from './search-box.tsx';
import { OPEN, parseSearch } from './search-words.ts';
import { StatusTabs } from './status-tabs.tsx';
import { TaskActions } from './task-actions.tsx';
import type { TaskSearch } from './task-search.ts';
import { TaskStarters } from './task-starters.tsx';
import { TaskTable, type TaskTableShown } from './task-table.tsx';
import { useSelection } from './use-selection.ts';
import { useTasks, type ShownTasks } from './use-tasks.ts';

const BulkDialog = lazy(async () => ({ default: (await import('../bulk/bulk-dialog.tsx')).BulkDialog }));

const route = getRouteApi('/tasks');

/** Every task: searched, sorted, chosen and acted on. All of it is in the address. */
export function TasksPage() {
  const search = route.useSearch();
  const shown = useTasks(search);
  const { selected, select: onSelect, clear } = useSelection(search.q);
  const [wish, setWish] = useState<BulkWish | null>(null);
  const { q = '', sort = 'created', order = 'desc' } = search;
  useEffect(() => {
    document.title = `${q === '' ? 'Tasks' : q} - Crawlchain`;
  }, [q]);
  const { change, onSearch } = useAddress(search);
  const onSort = (by: TaskSort): void =>
    change({ sort: by, order: sort === by && order === 'desc' ? 'asc' : 'desc' });
  const columns = useMemo(() => columnsOf(search.columns), [search.columns]);
  return (
    <div className="grid gap-3">
      <TaskStarters
        ask={search.ask}
        onAsk={(ask) => {
          change({ ask });
          if (ask === undefined) shown.refresh();
        }}
      />
      <div className="flex flex-wrap items-start gap-2">
        <SearchBox search={q} seen={seenIn(shown.tasks ?? [])} onSearch={onSearch} />
        <ListTools
          path="/api/tasks"
          queryOf={() => {
            const { filter, faults } = parseSearch(q, Date.now());
            return faults[0] ?? { ...filter, sort, order };
          }}
          columns={columns}
          onColumns={(names) => change({ columns: names })}
        />
      </div>
      <StatusTabs search={q} counts={shown.counts} more={shown.countsMore} onSearch={onSearch} />
      <Notices shown={shown} />
      <TaskActions
        search={q}
        selected={(shown.tasks ?? []).filter(({ id }) => selected.has(id))}
        onWish={setWish}
        onClear={clear}
      />
      <List shown={shown} {...{ q, columns, sort, order, selected, onSort, onSelect }} />
      {wish === null ? null : (
        <Suspense>
          <BulkDialog
            wish={wish}
            onClose={() => {
              setWish(null);
              shown.refresh();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

type ListShown = Omit<TaskTableShown, 'tasks'> & { shown: ShownTasks; q: string };

function List({ shown, q, ...rest }: ListShown) {
  const { tasks, parsed, loadMore, isLoadingMore } = shown;
  if (tasks === undefined || parsed.faults.length > 0) return null;
  if (tasks.length === 0)
    return (
      <Empty>
        {q === ''
          ? 'There are no tasks yet. They come with the schedules, or when you crawl something.'
          : 'No task is like this. Leave out a word of the search.'}
      </Empty>
    );
  return (
    <>
      <TaskTable tasks={tasks} {...rest} />
      {loadMore === undefined ? null : (
        <button
          type="button"
          className="button justify-self-start"
          disabled={isLoadingMore}
          onClick={loadMore}
        >
          Show more
        </button>
      )}
    </>
  );
}

/** Changes the address, of which the page is made. */
function useAddress(search: TaskSearch) {
  const navigate = useNavigate();
  const change = (changed: TaskSearch): void =>
    void navigate({
      to: '/tasks',
      search: (before) => tidy({ ...before, ...changed }),
      // Back leads to the list before, and opens no dialog once more.
      replace: 'ask' in changed,
    });
  const onSearch = (q: string): void => {
    const isMoot = isOfOpen(q) && ofClosed.includes(search.sort ?? 'created');
    change({ q, ...(isMoot ? { sort: 'created', order: 'desc' } : {}) });
  };
  return { change, onSearch };
}

/** What is open has no end to be sorted by. */
const ofClosed: readonly TaskSort[] = ['ended', 'duration'];

function isOfOpen(search: string): boolean {
  const { status } = parseSearch(search, 0).filter;
  return status !== undefined && status.split(',').every((one) => OPEN.includes(one));
}

/** What is as usual is left out of the address. */
function tidy({ q, sort, order, columns, ask }: TaskSearch): TaskSearch {
  return {
    ...(q === undefined || q === '' ? {} : { q }),
    ...(sort === undefined || sort === 'created' ? {} : { sort }),
    ...(order === 'asc' ? { order } : {}),
    ...(columns === undefined ? {} : { columns }),
    ...(ask === undefined ? {} : { ask }),
  };
}

/** What is wrong, how old the list is, and whether there is something newer. */
function Notices({ shown }: { shown: ShownTasks }) {
  const { parsed, error, isBehind, asOf, hasNewer, refresh, tasks, live } = shown;
  return (
    <>
      {parsed.faults.map((fault) => (
        <p key={fault} role="alert" className="rounded bg-(--warn-surface) p-2 text-(--warn)">
          {fault}
        </p>
      ))}
      {error === null ? null : <ProblemNotice error={error} onRetry={refresh} />}
      {isBehind ? (
        <p role="status" className="rounded bg-(--warn-surface) p-2 text-(--warn)">
          Temporal does not answer, or nobody follows it.{' '}
          {asOf === null ? (
            'Nobody knows how old this is.'
          ) : (
            <>
              This is of <Moment at={asOf} />.
            </>
          )}
        </p>
      ) : null}
      <p role="status" className="flex min-h-8 flex-wrap items-center gap-2 text-sm text-(--soft)">
        {parsed.faults.length > 0
          ? ''
          : tasks === undefined
            ? error === null
              ? 'Loading'
              : ''
            : `${inDigits(tasks.length)} shown, ${live === 'live' ? 'live' : 'not live'}`}
        <button type="button" className="button px-2 py-0.5" onClick={refresh}>
          {hasNewer ? 'Show newer tasks' : 'Refresh'}
        </button>
      </p>
    </>
  );
}

/** Values that the suggestions offer. */
function seenIn(tasks: readonly Task[]): Record<string, string[]> {
  const of = (value: (task: Task) => string | null): string[] => [
    ...new Set(tasks.flatMap((task) => value(task) ?? [])),
  ];
  return {
    state: of((task) => task.state_code),
    error: of((task) => task.error_kind),
    worker: of((task) => task.worker_id),
    by: of((task) => task.requested_by),
    from: of((task) => task.started_by),
  };
}
