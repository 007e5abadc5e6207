import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Facts } from '../parts/facts.tsx';
import { Lasting, Moment } from '../parts/moment.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { Section } from '../parts/section.tsx';
import { Badge } from '../parts/sign.tsx';
import { StatusMeanings } from '../parts/status-meanings.tsx';
import { STATUS_MEANINGS } from '../../api-client/api-values.ts';
import { readTask, type TaskDetail } from '../server/api-client.ts';
import { useLiveEvents } from '../server/live-events.ts';
import { WorkerLink } from '../workers/worker-link.tsx';
import { RunSteering } from './run-steering.tsx';
import { isOpen, nameOf, StatusBadge } from './describe-run.tsx';
import { TaskCosts } from './task-costs.tsx';
import { TaskMenu } from './task-menu.tsx';
import { TaskTimeline } from './task-timeline.tsx';
import { isRetrying, WhatIsWrong } from './task-why.tsx';

const route = getRouteApi('/tasks/$id');

const TASK_KEY = 'task';
const ASK_AFTER_FAILURE_MS = 3_000;
const OWN_EVERY_MS = 300;

/**
 * The minimum time between two fetches after events of other tasks and workers, which may change the reason why this task waits.
 */
const OTHERS_EVERY_MS = 5_000;

/** The page of one task: status, reasons, timeline and actions. */
export function TaskPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery({
    queryKey: [TASK_KEY, id],
    queryFn: () => readTask(id),
    refetchInterval: ({ state }) => (state.status === 'error' && state.data ? ASK_AFTER_FAILURE_MS : false),
  });
  // A closed task does not change, so the page follows it only if another run may follow, or the user has acted on it here.
  const [done, setDone] = useState<string | null>(null);
  useLiveEvents(
    [
      { key: TASK_KEY, ids: new Set([id]), everyMs: OWN_EVERY_MS },
      { key: TASK_KEY, everyMs: OTHERS_EVERY_MS },
    ],
    { isEnabled: data !== undefined && (isOpen(data) || done === id || comesAgain(data)) },
  );
  useEffect(() => {
    document.title = `${data === undefined ? 'Task' : `${nameOf(data)}: ${data.status}`} - Crawlchain`;
  }, [data]);
  if (data === undefined)
    return error === null ? (
      <p className="text-(--soft)">Loading</p>
    ) : (
      <ProblemNotice error={error} onRetry={() => void refetch()} />
    );
  return (
    <div className="grid gap-3 sm:gap-4">
      {error === null ? null : <ProblemNotice error={error} />}
      <Head key={data.id} task={data} onDone={() => setDone(data.id)} />
      <WhatIsWrong task={data} />
      <TaskTimeline task={data} />
      <TaskMenu task={data} />
      <TaskCosts task={data} />
      <TaskFacts task={data} />
    </div>
  );
}

/** How long after a failure a retry may still appear; the ledger learns of a retry within seconds. */
const HEARD_MS = 60_000;

/** Whether another run may follow automatically. */
function comesAgain({ status, tried_again: again, next_run: next, completed_at: at }: TaskDetail): boolean {
  if (again !== null) return true;
  const hasFailed = status === 'failed' || status === 'unconfirmed';
  return hasFailed && next === null && at !== null && Date.now() - Date.parse(at) < HEARD_MS;
}

function Head({ task, onDone }: { task: TaskDetail; onDone: () => void }) {
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h1 className="text-xl font-semibold">{nameOf(task)}</h1>
      <StatusBadge of="tasks" status={task.status} />
      {isRetrying(task) ? (
        <Badge tone="degraded" title="Its last attempt failed, and it waits for the next.">
          retrying
        </Badge>
      ) : null}
      <span className="text-(--soft)">
        {task.role}
        {task.stage === null ? '' : `, at ${task.stage}`}
      </span>
      <StatusMeanings meanings={STATUS_MEANINGS.tasks} />
      <RunSteering of="tasks" run={task} onDone={onDone} />
    </header>
  );
}

function TaskFacts({ task }: { task: TaskDetail }) {
  const facts: [name: string, value: React.ReactNode][] = [
    ['Dispensary', task.dispensary_id === null ? null : <StoreLink task={task} />],
    ['Platform', task.platform],
    ['State', task.state_code],
    ['Priority', task.priority],
    [
      'Worker',
      task.worker_id === null ? null : (
        <WorkerLink key="worker" id={task.worker_id} name={task.worker_name} of="tasks" />
      ),
    ],
    ['Requested by', task.requested_by],
    ['Started by', task.started_by],
    ['Created', <Moment key="created" at={task.created_at} />],
    ['For later', task.scheduled_for === null ? null : <Moment at={task.scheduled_for} />],
    ['Begun', task.started_at === null ? null : <Moment at={task.started_at} />],
    ['Ended', task.completed_at === null ? null : <Moment at={task.completed_at} />],
    ['Took', task.started_at === null ? null : <Lasting from={task.started_at} to={task.completed_at} />],
    ['Attempts tried again', task.retry_count],
    [
      'Whole task tried again',
      task.max_retries === null || task.completed_at !== null ? null : `${task.max_retries} times at most`,
    ],
    [
      'Workflow',
      <code key="workflow" className="break-all">
        {task.workflow_id}
      </code>,
    ],
  ];
  return (
    <Section
      id="facts"
      title="Facts"
      aside={
        task.web_ui_url === null ? undefined : (
          <a href={task.web_ui_url}>Its workflow in the Temporal Web UI</a>
        )
      }
    >
      <Facts facts={facts} />
      {task.result === null ? null : (
        <details className="mt-3 text-sm">
          <summary className="cursor-pointer font-semibold">Result</summary>
          <pre className="overflow-x-auto" tabIndex={0} aria-label="Result">
            {JSON.stringify(task.result, null, 2)}
          </pre>
        </details>
      )}
    </Section>
  );
}

function StoreLink({ task: { dispensary_id: id, dispensary_name: name } }: { task: TaskDetail }) {
  return (
    <Link to="/dispensaries/$id" params={{ id: String(id) }}>
      {name ?? id}
    </Link>
  );
}
