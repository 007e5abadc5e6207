import { Link } from '@tanstack/react-router';
import { inDigits } from '../parts/locale.ts';
import type { Overview } from '../server/api-client.ts';

/** The four numbers that operators know. */
export function Counts({ overview: { counts } }: { overview: Overview }) {
  const boxes = [
    {
      name: 'Pending',
      q: 'status:pending',
      value: `${inDigits(counts.pending)}${counts.pending_more ? '+' : ''}`,
      note: 'now',
    },
    { name: 'Running', q: 'status:claimed,running,stale', value: inDigits(counts.running), note: 'now' },
    {
      name: 'Completed',
      q: 'status:completed,unconfirmed ended:<24h',
      value: inDigits(counts.completed),
      note: 'last 24 h',
    },
    {
      name: 'Failed',
      q: 'status:failed ended:<24h',
      value: inDigits(counts.failed),
      note: 'last 24 h',
      isBad: counts.failed > 0,
    },
  ];
  return (
    <dl aria-label="Tasks and jobs" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {boxes.map(({ name, q, value, note, isBad }) => (
        <div key={name} className="rounded-lg border border-(--line) bg-(--surface) px-4 py-2">
          <dt className="text-sm text-(--soft)">
            <Link to="/tasks" search={{ q }}>
              {name}
            </Link>{' '}
            <span className="text-xs">{note}</span>
          </dt>
          <dd
            data-count={name.toLowerCase()}
            className={`text-2xl font-semibold tabular-nums ${isBad ? 'text-(--bad)' : ''}`}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
