import { inUnits, Lasting, Moment } from '../parts/moment.tsx';
import { TableFrame } from '../parts/section.tsx';
import type { JobDetail } from '../server/api-client.ts';
import { describeError } from './describe-error.ts';
import { wordRetries } from './describe-retry.ts';

interface RunEventsShown extends Pick<JobDetail, 'timeline'> {
  /** The number of counted retries. */
  retries: number;
  /** Null: the run is open. */
  endedAt: string | null;
}

/** The timeline of a task or job, oldest event first. */
export function RunEvents({ timeline, retries, endedAt }: RunEventsShown) {
  const [first] = timeline;
  if (first === undefined) return <p className="text-(--soft)">No events are known yet.</p>;
  const retried = wordRetries(timeline, retries);
  return (
    <>
      <p className="mb-2 text-sm text-(--soft)">
        <Lasting from={first.at} to={endedAt} />{' '}
        {endedAt === null ? 'since the first event' : 'from the first event to the end'}
      </p>
      <EventTable {...{ timeline, retried, firstAt: first.at }} />
    </>
  );
}

interface EventTableShown extends Pick<JobDetail, 'timeline'> {
  /** Descriptions of retries, by index in the timeline. */
  retried: ReadonlyMap<number, string>;
  firstAt: string;
}

function EventTable({ timeline, retried, firstAt }: EventTableShown) {
  return (
    <TableFrame label="Events" isCards>
      <thead>
        <tr>
          <th>When</th>
          <th>After</th>
          <th>What</th>
          <th>By</th>
          <th>Details</th>
        </tr>
      </thead>
      <tbody>
        {timeline.map(
          (
            {
              at,
              event,
              worker_id: worker,
              worker_name: name,
              actor,
              error_kind: kind,
              message,
              progress_percent: percent,
              reason,
            },
            place,
          ) => (
            // The key has the index, because the same event may occur twice within a millisecond.
            // eslint-disable-next-line react/no-array-index-key -- Events are only added at the end.
            <tr key={`${at} ${event} ${place}`} data-event={event}>
              <td>
                <Moment at={at} />
              </td>
              <td data-label="After" className="whitespace-nowrap tabular-nums">
                {place === 0 ? null : `+${inUnits(Math.max(0, Date.parse(at) - Date.parse(firstAt)))}`}
              </td>
              <td data-label="What">{event.replaceAll('_', ' ')}</td>
              <td data-label="By" title={actor === null ? (worker ?? undefined) : undefined}>
                {actor ?? name ?? worker}
              </td>
              <td data-label="Details" className="max-w-xl break-words">
                {[percent === null ? null : `${percent}%`, retried.get(place) ?? describeError(kind, message)]
                  .filter((part) => part !== null)
                  .join(': ')}
                {reason === null ? null : <p>Reason: {reason}</p>}
              </td>
            </tr>
          ),
        )}
      </tbody>
    </TableFrame>
  );
}
