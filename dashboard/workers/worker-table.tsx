import { Link } from '@tanstack/react-router';
import { memo, useRef } from 'react';
import { ActionButton } from '../parts/action-button.tsx';
import { inDigits } from '../parts/locale.ts';
import { Lasting, Moment } from '../parts/moment.tsx';
import { TableFrame } from '../parts/section.tsx';
import { WhyNot } from '../parts/why-not.tsx';
import { useRowKeys } from '../parts/use-row-keys.ts';
import type { Worker } from '../server/workers-api.ts';
import { searchOf } from '../tasks/search-words.ts';
import { describeSlots } from './describe-slots.ts';
import { disksOf } from './disks-of.ts';
import type { PodGroup } from './group-by-pod.ts';
import { StatusCell } from './status-cell.tsx';
import { workflowOf, type TasksById } from './task-ids.ts';
import { TasksCell } from './tasks-cell.tsx';
import { DiskUsage, MemoryTrend, MemoryUsage, Usage } from './usage.tsx';
import { isAskedToStop, isLiving } from './worker-search.ts';

interface WorkerTableShown {
  groups: readonly PodGroup[];
  tasks: TasksById;
  /** Why the user may not stop a worker; null: they may. */
  whyNot: string | null;
  onDecommission: (worker: Worker) => void;
}

const COLUMNS = ['Worker', 'Status', 'Tasks', 'Memory', 'CPU', 'Role, queues and slots', 'Up'];

/**
 * Shows the workers grouped by pod; on a phone each worker is a card. `j` and `k` move through the rows, Enter opens a worker's
 * tasks.
 */
export function WorkerTable({ groups, ...shown }: WorkerTableShown) {
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  return (
    <div ref={list}>
      <WhyNot of={[['Decommission', shown.whyNot]]} />
      <TableFrame label="Workers by pod" isCards>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.key}>
            <PodHeading group={group} />
            {group.workers.map((worker) => (
              <Row key={worker.worker_id} worker={worker} {...shown} />
            ))}
          </tbody>
        ))}
      </TableFrame>
    </div>
  );
}

function PodHeading({ group: { podName, isHost, pods, workers } }: { group: PodGroup }) {
  const one = isHost ? 'worker process' : 'worker';
  const many = isHost ? 'worker processes' : 'workers';
  const those = workers.every(isLiving) ? 'these processes' : 'those that run';
  return (
    <tr data-pod={podName}>
      <th scope="rowgroup" colSpan={COLUMNS.length} className="border-t border-(--line) bg-(--sunken)">
        <div className="sticky left-2 flex w-fit max-w-[calc(100vw-5rem)] flex-wrap items-start gap-x-4 gap-y-1 font-normal">
          <span>
            {isHost ? 'Host' : 'Pod'} <strong className="break-all text-(--ink)">{podName}</strong>,{' '}
            {inDigits(workers.length)} {workers.length === 1 ? one : many}
          </span>
          {pods.length === 0 ? null : (
            <span className="flex flex-wrap items-start gap-x-2">
              memory of {isHost ? those : 'the pod'} <PodMemory pods={pods} />
            </span>
          )}
          {disksOf(workers).map((shown) => (
            <span
              key={`${shown.disk.folder} ${shown.disk.total_bytes}`}
              className="flex flex-wrap items-start gap-x-2"
            >
              <span>
                disk of <code className="break-all">{shown.disk.folder}</code>
              </span>
              <DiskUsage {...shown} />
            </span>
          ))}
        </div>
      </th>
    </tr>
  );
}

/** Shows the memory of a pod; of several pods, the total without a limit, because each pod may have its own limit. */
function PodMemory({ pods }: Pick<PodGroup, 'pods'>) {
  const [first, ...others] = pods;
  if (first === undefined) return null;
  if (others.length === 0) return <MemoryUsage memory={first} />;
  const usedMb = pods.reduce((sum, pod) => sum + pod.memory_mb, 0);
  return <strong className="text-(--ink)">{inDigits(Math.round(usedMb))} MiB together</strong>;
}

type RowShown = Omit<WorkerTableShown, 'groups'> & { worker: Worker };

const Row = memo(function Row({ worker, tasks, whyNot, onDecommission }: RowShown) {
  const lives = isLiving(worker);
  const { worker_id: id, friendly_name: name } = worker;
  const isSilent = worker.counts_as_lost_at !== null;
  return (
    <tr data-worker={id} data-silent={isSilent || undefined} className="focus-within:bg-(--sunken)">
      <td>
        <Link
          to={hasOnlyJobs(worker) ? '/jobs' : '/tasks'}
          search={{ q: searchOf({ worker: id }) }}
          title={hasOnlyJobs(worker) ? 'Its jobs' : 'Its tasks'}
          className="font-semibold"
        >
          {name}
        </Link>
        <code className="block min-w-24 break-all text-(--soft) sm:max-w-36">{id}</code>
      </td>
      <td data-label="Status">
        <StatusCell worker={worker} />
      </td>
      <td data-label="Tasks">
        <TasksCell worker={worker} tasks={tasks} />
      </td>
      <UsageCells worker={worker} />
      <td data-label="Role">
        <Served worker={worker} />
      </td>
      <td data-label="Up" className="whitespace-nowrap [&_[data-why-not]]:whitespace-normal">
        <Lasting
          from={worker.started_at}
          to={lives ? null : (worker.stopped_at ?? worker.last_heartbeat_at)}
        />
        <br />
        <span className="text-(--soft)">
          heartbeat <Moment at={worker.last_heartbeat_at} />
          <br />
          version {worker.version}
        </span>
        {lives ? (
          <p className="mt-1">
            <ActionButton
              whyNot={whyNot ?? whyNotStop(worker)}
              hint="Asks before anything is done."
              about={name}
              onClick={() => onDecommission(worker)}
            >
              Decommission
            </ActionButton>
          </p>
        ) : null}
        {lives && whyNot === null ? <WhyNot of={[['Decommission', whyNotStop(worker)]]} /> : null}
      </td>
    </tr>
  );
});

/** Shows a worker's use of resources; for a silent worker, the use at its last heartbeat; for an ended worker, nothing. */
function UsageCells({ worker }: { worker: Worker }) {
  const { resources, memory_trend: trend, counts_as_lost_at: lostAt } = worker;
  const lives = isLiving(worker);
  const asOf = lostAt === null ? null : <span className="block text-(--soft)">at the last heartbeat</span>;
  return (
    <>
      <td data-label="Memory">
        {lives ? <MemoryUsage memory={resources} /> : null}
        {asOf}
        {lives && trend !== null ? <MemoryTrend trend={trend} /> : null}
      </td>
      <td data-label="CPU">
        {lives ? <Usage percent={resources.cpu_percent} /> : null}
        {asOf}
      </td>
    </>
  );
}

function whyNotStop(worker: Worker): string | null {
  if (worker.status === 'draining') return 'It is stopping already.';
  return isAskedToStop(worker) ? 'It was asked to stop already.' : null;
}

/** Whether a worker runs only jobs, so that its list of tasks would be empty. */
function hasOnlyJobs({ current_task_ids: ids }: Worker): boolean {
  return ids.length > 0 && ids.every((id) => workflowOf(id).startsWith('job/'));
}

function Served({ worker }: { worker: Worker }) {
  const { role, queues } = worker;
  const text = describeSlots(worker);
  return (
    <div className="max-w-56 min-w-36">
      {role === null ? (
        <span className="text-(--soft)">every role that its queues carry, as it has no WORKER_ROLE</span>
      ) : (
        <strong>{role}</strong>
      )}
      <br />
      {queues.map(({ queue, slots }, place) => (
        <span key={queue}>
          {place === 0 ? '' : ', '}
          <span className="whitespace-nowrap">
            {queue} <span className="text-(--soft) tabular-nums">{inDigits(slots)}</span>
          </span>
        </span>
      ))}
      {text === null ? null : <p className="text-(--soft)">{text}</p>}
    </div>
  );
}
