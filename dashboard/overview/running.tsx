import { Link } from '@tanstack/react-router';
import { RowsCsvButton } from '../parts/csv-button.tsx';
import { Empty, Section } from '../parts/section.tsx';
import { Moment } from '../parts/moment.tsx';
import { Badge } from '../parts/sign.tsx';
import type { Overview } from '../server/api-client.ts';

type Item = Overview['running']['items'][number];

const SHOWN_MAX = 12;

/** Shows the runs that workers are working on. */
export function Running({ overview }: { overview: Overview }) {
  const { items, more } = overview.running;
  const hidden = items.length - SHOWN_MAX;
  return (
    <Section
      id="running"
      title="Running now"
      aside={
        items.length === 0 ? undefined : (
          <>
            {items.length}
            {more ? '+' : ''}
            <RowsCsvButton name="running" things="what runs now" rows={items} />
          </>
        )
      }
    >
      {items.length === 0 ? (
        <Empty>Nothing is running.</Empty>
      ) : (
        <ul className="grid gap-2">
          {items.slice(0, SHOWN_MAX).map((item) => (
            <RunningItem key={item.run_id} item={item} />
          ))}
        </ul>
      )}
      {hidden > 0 ? (
        <p className="mt-2 text-sm text-(--soft)">
          and {more ? 'at least ' : ''}
          {hidden} more
        </p>
      ) : null}
    </Section>
  );
}

function RunningItem({ item }: { item: Item }) {
  const { progress_percent: percent, worker_name: name, worker_id: id } = item;
  return (
    <li className="text-sm">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <ItemName item={item} />
        <span className="text-(--soft)">
          {item.stage ?? item.role ?? 'job'} by {name ?? id ?? 'nobody now'}
        </span>
        {item.status === 'stale' ? <Badge tone="degraded">no heartbeat</Badge> : null}
        <span className="ml-auto text-(--soft)">
          {item.started_at === null ? '' : <Moment at={item.started_at} />}
        </span>
      </p>
      <div className="flex items-center gap-2">
        <progress
          className="h-1.5 w-full accent-(--bar-good)"
          max={100}
          aria-label={`Progress of ${item.title}`}
          {...(percent === null ? {} : { value: percent })}
        />
        <span className="w-10 text-right text-xs tabular-nums">
          {percent === null ? '' : `${Math.round(percent)}%`}
        </span>
      </div>
      {item.progress_message === null ? null : <p className="text-(--soft)">{item.progress_message}</p>}
    </li>
  );
}

/** Links to the page of the task or job. */
function ItemName({ item: { of, id, title } }: { item: Item }) {
  return (
    <Link to={of === 'tasks' ? '/tasks/$id' : '/jobs/$id'} params={{ id }} className="font-semibold">
      {title}
    </Link>
  );
}
