import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listRuns, type RequestedBulkAction } from '../server/api-client.ts';

const STARTED_KEY = 'bulk-started';

interface StartedLinkShown {
  /** The workflow id of the bulk action. */
  bulk: string;
  requested: RequestedBulkAction;
  /** Called when the link is followed. */
  onOpen: () => void;
}

/**
 * Links to the run that the retry of a single run started: a retried task gets a new id, a retried job keeps its own.
 */
export function StartedLink({ bulk, requested, onOpen }: StartedLinkShown) {
  const { ids } = requested.filter;
  const one = ids === undefined || ids.includes(',') ? null : ids;
  const { data: task } = useQuery({
    queryKey: [STARTED_KEY, bulk],
    queryFn: async () => (await listRuns('tasks', { started_by: bulk, limit: '1' })).items[0] ?? null,
    enabled: requested.of === 'tasks' && one !== null,
  });
  if (requested.of === 'jobs')
    return one === null ? null : (
      <Link to="/jobs/$id" params={{ id: one }} onClick={onOpen}>
        Open the job
      </Link>
    );
  return task === undefined || task === null ? (
    <Link to="/tasks" search={{ q: `from:${bulk}` }} onClick={onOpen}>
      The tasks that it started
    </Link>
  ) : (
    <Link to="/tasks/$id" params={{ id: task.id }} onClick={onOpen}>
      Open the new task
    </Link>
  );
}
