import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { inDigits } from '../parts/locale.ts';
import type { Overview } from '../server/api-client.ts';
import { formatDoubted } from './format-doubted.ts';

interface Box {
  name: string;
  of: string;
  /** The list that the box links to, and its search. */
  to: '/tasks' | '/jobs';
  q: string;
  value: string;
  isBad?: boolean;
  /** The parts of the number, as text or links; null: the number is not divided. */
  parts: ReactNode;
}

const FAILED = 'status:failed ended:<24h';

/** Shows the four counts at the top of the overview. */
export function Counts({ overview }: { overview: Overview }) {
  const { counts, scheduled, quarantine } = overview;
  const boxes: Box[] = [
    {
      name: 'Pending',
      of: 'now',
      to: listOf(counts, 'pending'),
      q: 'status:pending',
      value: `${inDigits(counts.pending)}${counts.pending_more ? '+' : ''}`,
      parts:
        scheduled.count === 0
          ? null
          : `${inDigits(scheduled.count)} ${scheduled.count === 1 ? 'waits for its' : 'wait for their'} time`,
    },
    {
      name: 'Running',
      of: 'now',
      to: listOf(counts, 'running'),
      q: 'status:claimed,running,stale',
      value: inDigits(counts.running),
      parts: null,
    },
    {
      name: 'Completed',
      of: 'last 24 h',
      to: listOf(counts, 'completed'),
      q: 'status:completed ended:<24h',
      value: inDigits(counts.completed - counts.unconfirmed),
      parts:
        counts.unconfirmed === 0 ? null : (
          <NotBelieved words={formatDoubted(counts.unconfirmed, quarantine.waiting)} />
        ),
    },
    {
      name: 'Failed',
      of: 'last 24 h',
      to: listOf(counts, 'failed'),
      q: FAILED,
      value: inDigits(counts.failed),
      isBad: counts.failed > 0,
      parts: counts.jobs.failed === 0 ? null : <FailedParts counts={counts} />,
    },
  ];
  return (
    <dl aria-label="Tasks and jobs" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {boxes.map((box) => (
        <CountBox key={box.name} {...box} />
      ))}
    </dl>
  );
}

/** Returns the list to link to: that of the jobs if only jobs are counted, else that of the tasks. */
function listOf({ tasks, jobs }: Overview['counts'], status: keyof Overview['counts']['jobs']): Box['to'] {
  return tasks[status] === 0 && jobs[status] > 0 ? '/jobs' : '/tasks';
}

function CountBox({ name, of, to, q, value, isBad, parts }: Box) {
  return (
    <div className="rounded-lg border border-(--line) bg-(--surface) px-4 py-2">
      <dt className="text-sm text-(--soft)">
        <Link to={to} search={{ q }}>
          {name}
        </Link>{' '}
        <span className="text-xs">{of}</span>
      </dt>
      <dd
        data-count={name.toLowerCase()}
        className={`text-2xl font-semibold tabular-nums ${isBad ? 'text-(--bad)' : ''}`}
      >
        {value}
      </dd>
      {parts === null ? null : <dd className="text-xs text-(--soft)">{parts}</dd>}
    </div>
  );
}

function NotBelieved({ words }: { words: string }) {
  return (
    <>
      and{' '}
      <Link to="/tasks" search={{ q: 'status:unconfirmed ended:<24h' }}>
        {words}
      </Link>
    </>
  );
}

/** Links to failed tasks and failed jobs separately: each has its own list. */
function FailedParts({ counts: { tasks, jobs } }: Pick<Overview, 'counts'>) {
  return (
    <>
      {tasks.failed === 0 ? null : (
        <>
          <Link to="/tasks" search={{ q: FAILED }}>
            {inDigits(tasks.failed)} {tasks.failed === 1 ? 'task' : 'tasks'}
          </Link>
          ,{' '}
        </>
      )}
      <Link to="/jobs" search={{ q: FAILED }}>
        {inDigits(jobs.failed)} {jobs.failed === 1 ? 'job' : 'jobs'}
      </Link>
    </>
  );
}
