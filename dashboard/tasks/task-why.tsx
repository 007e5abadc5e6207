import { Link } from '@tanstack/react-router';
import { clockTime, Moment } from '../parts/moment.tsx';
import { Section } from '../parts/section.tsx';
import { Spans } from '../parts/spans.tsx';
import type { TaskDetail } from '../server/api-client.ts';
import { describeEnding } from './describe-end.ts';
import { bareError, explainError } from './describe-error.ts';
import { retryOf } from './describe-retry.ts';
import { isOpen, openTitleOf, StatusBadge } from './describe-run.tsx';

/** Returns the heading of the section. A cancelled task has another heading than a failed one, since nothing went wrong in it. */
function titleOf(task: TaskDetail): string {
  if (isOpen(task)) return openTitleOf(task);
  return task.status === 'cancelled' ? 'Why did it end?' : 'What went wrong?';
}

/** Shows why a task does not run, why it failed or was cancelled, and which run follows it. */
export function WhatIsWrong({ task }: { task: TaskDetail }) {
  const { waiting_for: waiting, error_message: error, activity } = task;
  const explained = task.status === 'cancelled' ? null : explainError(task, isOpen(task));
  const last = activity?.last_failure ?? null;
  // The next run after a completed task is routine, so it is not shown.
  const next = task.status === 'completed' ? null : task.next_run;
  const again = task.tried_again;
  // The reason why the task waits may already include the error of the last attempt, which is often the task's error too.
  const bare = error === null ? null : bareError(task.error_kind, error);
  const isSaid = (text: string | null): boolean => text === null || waiting?.includes(text) === true;
  const end = describeEnding(task);
  // Temporal's error for a cancelled run says neither who cancelled it nor why, so `end` replaces it.
  const isErrorShown = !isSaid(bare) && (end === null || isOpen(task));
  if ([waiting, error, last, next, again, end].every((one) => one === null)) return null;
  return (
    <Section id="why" title={titleOf(task)}>
      {end === null ? null : (
        <p className="break-words">
          <Spans text={end} />
        </p>
      )}
      {waiting === null ? null : (
        <p>
          It waits for <Spans text={waiting.replace(/\.$/, '')} />.
        </p>
      )}
      {isErrorShown ? <p className="break-words whitespace-pre-wrap">{error}</p> : null}
      {isSaid(last) || last === bare ? null : (
        <p className="break-words whitespace-pre-wrap">The attempt before failed: {last}</p>
      )}
      {activity === null ? null : <Attempts activity={activity} isNext={isRetrying(task)} />}
      {next === null ? null : <NextRun next={next} />}
      {again === null ? null : <TriedAgain again={again} />}
      {task.status === 'cancelled' && task.dispensary_id !== null ? (
        <p>
          <Link to="/tasks" search={{ q: `store:${task.dispensary_id}` }}>
            Other tasks of this dispensary
          </Link>
        </p>
      ) : null}
      {explained === null ? null : <p className="text-(--soft)">{explained}</p>}
    </Section>
  );
}

/** Links to the run that followed a closed task. */
function NextRun({ next }: { next: NonNullable<TaskDetail['next_run']> }) {
  const { id, in_place: isInPlace, requested_by: by, created_at: at, status } = next;
  return (
    <p>
      <Link to="/tasks/$id" params={{ id }} className="font-semibold">
        {isInPlace ? 'Another task goes on in its place' : 'It ran again'}
      </Link>{' '}
      <span className="text-(--soft)">
        <Moment at={at} />
        {by === null ? '' : `, for ${by}`}
      </span>{' '}
      <StatusBadge of="tasks" status={status} />
    </p>
  );
}

/** Links to the scheduled retry of the task. */
function TriedAgain({ again }: { again: NonNullable<TaskDetail['tried_again']> }) {
  const { id, at } = again;
  const which = retryOf(again);
  return (
    <p>
      <Link to="/tasks/$id" params={{ id }} className="font-semibold">
        It is tried again
      </Link>{' '}
      {at === null ? null : <Moment at={at} />}
      {which === null ? null : `, ${which}`}
    </p>
  );
}

/** Whether the last attempt failed and the next one has not begun. */
export function isRetrying({ activity }: TaskDetail): boolean {
  const at = activity?.next_attempt_at ?? null;
  return at !== null && Date.parse(at) > Date.now();
}

type Activity = NonNullable<TaskDetail['activity']>;

/** Says which attempt runs or when the next one comes, and when the retries end; nothing for the first attempt. */
function Attempts({ activity, isNext }: { activity: Activity; isNext: boolean }) {
  const { attempt, next_attempt_at: at } = activity;
  if (attempt === 1) return null;
  return (
    <p>
      {isNext && at !== null ? (
        <>
          The next attempt comes <Moment at={at} />.
        </>
      ) : (
        `This is attempt ${attempt}${activity.attempts_max === null ? '' : ` of ${activity.attempts_max}`}.`
      )}
      {formatBounds(activity)}
    </p>
  );
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

function formatBounds({ attempt, attempts_max: most, refusals, gives_up_at: end }: Activity): string {
  const until = end === null ? '' : ` tried again until ${clockTime(end)}.`;
  if (attempt === most) return ' It is the last.';
  if (refusals !== null)
    return ` The store has refused it ${times(refusals.count)}: after ${refusals.max} it gives up. Other failures are${until}`;
  return `${most === null ? '' : ` It gives up after attempt ${most}.`}${end === null ? '' : ` It is${until}`}`;
}
