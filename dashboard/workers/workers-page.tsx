import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { CsvButton } from '../parts/csv-button.tsx';
import { inDigits } from '../parts/locale.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { QuestionDialog } from '../parts/question-dialog.tsx';
import { Empty } from '../parts/section.tsx';
import { StatusMeanings } from '../parts/status-meanings.tsx';
import { STATUS_MEANINGS } from '../../api-client/api-values.ts';
import { decommissionWorker, type Worker, type WorkerCounts } from '../server/workers-api.ts';
import { describeUpdates } from '../server/live-events.ts';
import { useSession, whyNotOperate } from '../session/use-session.ts';
import { Scale } from './scale.tsx';
import { useWorkerTasks } from './use-worker-tasks.ts';
import { useWorkers, type ShownWorkers } from './use-workers.ts';
import { CHOICES, countOf, filterOf, type WorkerSearch } from './worker-search.ts';
import { WorkerTable } from './worker-table.tsx';

const route = getRouteApi('/workers');

/** The page of the workers: their tasks and usage, stopping one, and scaling the pods. */
export function WorkersPage() {
  const search = route.useSearch();
  const shown = useWorkers(search);
  useEffect(() => {
    document.title = 'Workers - Crawlchain';
  }, []);
  return (
    <div className="grid min-w-0 gap-3">
      <h1 className="text-xl font-semibold">Workers</h1>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <StatusChoice search={search} counts={shown.counts} />
        <div className="flex flex-wrap gap-2">
          <StatusMeanings meanings={STATUS_MEANINGS.workers} />
          <CsvButton path="/api/worker-registry" queryOf={() => filterOf(search)} things="workers" />
        </div>
      </div>
      {shown.error === null ? null : (
        <ProblemNotice error={shown.error} onRetry={() => void shown.refresh()} />
      )}
      <List shown={shown} search={search} />
      <Scale />
      <p className="text-sm text-(--soft)">
        How many workers the waiting tasks of each role need is on the overview:{' '}
        <Link to="/" hash="capacity">
          capacity
        </Link>
        .
      </p>
    </div>
  );
}

interface StatusChoiceShown {
  search: WorkerSearch;
  counts: WorkerCounts | undefined;
}

function StatusChoice({ search: { status }, counts }: StatusChoiceShown) {
  const navigate = useNavigate();
  return (
    <div role="group" aria-label="Status" className="flex flex-wrap gap-1.5">
      {([undefined, ...CHOICES] as const).map((choice) => (
        <button
          key={choice ?? 'live'}
          type="button"
          aria-pressed={choice === status}
          data-status={choice ?? 'live'}
          className="button px-2 py-0.5 text-sm aria-pressed:border-(--ink) aria-pressed:bg-(--sunken)"
          onClick={() =>
            void navigate({ to: '/workers', search: choice === undefined ? {} : { status: choice } })
          }
        >
          {choice?.replace('_', ' ') ?? 'live'}{' '}
          <span className="font-normal tabular-nums">
            {counts === undefined ? '' : inDigits(countOf(counts, choice))}
          </span>
        </button>
      ))}
    </div>
  );
}

function List({ shown, search }: { shown: ShownWorkers; search: WorkerSearch }) {
  const { workers, groups, error, live, loadMore, isLoadingMore, refresh } = shown;
  const { data: session } = useSession();
  const [chosen, choose] = useState<Worker | null>(null);
  const ids = useMemo(() => (workers ?? []).flatMap(({ current_task_ids: of }) => of), [workers]);
  const tasks = useWorkerTasks(ids);
  if (workers === undefined) return error === null ? <p className="text-(--soft)">Loading</p> : null;
  return (
    <>
      <p role="status" className="text-sm text-(--soft)">
        {inDigits(workers.length)} shown, {describeUpdates(live)}
      </p>
      {workers.length === 0 ? (
        <NoWorkers search={search} />
      ) : (
        <div className="min-w-0 rounded-lg border border-(--line) bg-(--surface) p-2">
          <WorkerTable
            groups={groups}
            tasks={tasks}
            whyNot={whyNotOperate(session)}
            onDecommission={choose}
          />
        </div>
      )}
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
      {chosen === null ? null : (
        <DecommissionDialog worker={chosen} onDone={refresh} onClose={() => choose(null)} />
      )}
    </>
  );
}

function NoWorkers({ search: { status } }: { search: WorkerSearch }) {
  if (status !== undefined)
    return (
      <Empty>
        {status === 'all' ? 'No workers are registered.' : `No worker is ${status.replace('_', ' ')}.`}{' '}
        <Link to="/workers">Show live workers</Link>.
      </Empty>
    );
  return (
    <Empty>
      No worker is running, so nothing is crawled. <code>npm run worker</code> starts one; the page
      docs/reference/workers.md says what it needs. It is shown here within seconds.
    </Empty>
  );
}

interface DecommissionDialogShown {
  worker: Worker;
  onDone: () => Promise<void>;
  onClose: () => void;
}

function DecommissionDialog({ worker, onDone, onClose }: DecommissionDialogShown) {
  const { worker_id: id, friendly_name: name, active_task_count: count, counts_as_lost_at: lostAt } = worker;
  return (
    <QuestionDialog
      title={`Decommission ${name}`}
      verb="Decommission"
      onConfirm={async (reason) => {
        await decommissionWorker(id, reason);
        await onDone();
      }}
      onClose={onClose}
    >
      <p>
        The worker <code className="break-all">{id}</code>{' '}
        {lostAt === null
          ? 'learns of the request within a second or two. Then it takes no new work, and stops soon after.'
          : 'is silent: it learns of the request with its next heartbeat, if one comes, and stops then.'}{' '}
        {count === 0
          ? ''
          : `It runs ${inDigits(count)} ${count === 1 ? 'task' : 'tasks'} now: those that do not end in time go on at another worker. `}
        This cannot be undone; whatever starts workers may start it again.
      </p>
    </QuestionDialog>
  );
}
