import { Link } from '@tanstack/react-router';
import { inDigits } from '../parts/locale.ts';
import type { ListedRun } from '../server/api-client.ts';
import type { Worker } from '../server/workers-api.ts';
import { searchOf } from '../tasks/search-words.ts';
import { findTask, workflowOf, type TasksById } from './task-ids.ts';

/** Shows how many slots of a worker are in use, and the tasks that use them. */
export function TasksCell({ worker, tasks }: { worker: Worker; tasks: TasksById }) {
  const { active_task_count: count, max_concurrent_tasks: most, current_task_ids: ids } = worker;
  return (
    <>
      <span className="whitespace-nowrap tabular-nums">
        {inDigits(count)} of {inDigits(most)} slots in use
      </span>
      {ids.length === 0 ? null : (
        <ul className="mt-1 grid gap-1">
          {ids.map((id) => (
            <li key={id} className="min-w-36">
              <TaskInHand id={id} task={findTask(tasks, id)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const JOB = 'job/';

/** Links a task or job to its page; work that the ledger does not know has no link. */
function TaskInHand({ id, task }: { id: string; task: ListedRun | undefined }) {
  const name = workflowOf(id);
  if (name.startsWith(JOB))
    return (
      <Link
        to="/jobs/$id"
        params={{ id: name.slice(JOB.length) }}
        title={id}
        className="font-semibold break-all"
      >
        {name}
      </Link>
    );
  if (task === undefined)
    return (
      <code className="break-all" title={id}>
        {name}
      </code>
    );
  const { dispensary_id: store, dispensary_name: storeName, role } = task;
  return (
    <>
      <Link to="/tasks/$id" params={{ id }} title={id} className="font-semibold break-all">
        {name}
      </Link>
      <br />
      {store == null ? null : (
        <>
          <Link to="/tasks" search={{ q: searchOf({ dispensary_id: String(store) }) }}>
            {storeName ?? `store ${store}`}
          </Link>
          ,{' '}
        </>
      )}
      {role === undefined ? null : (
        <Link to="/tasks" search={{ q: searchOf({ role }) }}>
          {role}
        </Link>
      )}
    </>
  );
}
