import type { JobDetail, TaskDetail } from '../server/api-client.ts';
import { OPEN } from './search-keys.ts';

type Ended = Pick<JobDetail, 'timeline' | 'cancel_requested'> & {
  status: TaskDetail['status'];
  next_run?: Pick<NonNullable<TaskDetail['next_run']>, 'in_place'> | null;
};

/** Says who cancelled a task or job, or requested that, and why; null if nobody did. */
export function describeEnding({
  status,
  timeline,
  cancel_requested: isRequested,
  next_run: next,
}: Ended): string | null {
  const isCancelled = status === 'cancelled';
  if (!isCancelled && !(isRequested && OPEN.tasks.includes(status))) return null;
  const did =
    next?.in_place === true ? 'Started before its time' : isCancelled ? 'Cancelled' : 'Asked to end';
  const request = timeline.findLast(({ event }) => event === 'cancel_requested');
  if (request === undefined)
    return `${did}. Crawlchain did not receive the request: it came from Temporal or from a parent workflow.`;
  const { actor, message: workflow, reason } = request;
  const by = actor === null ? '' : ` by ${actor}`;
  const through = workflow === null ? '' : `, with \`${workflow}\``;
  return `${did}${by}${through}. ${reason === null ? 'No reason was given.' : `Reason: ${reason}`}`;
}
