import { Moment } from '../parts/moment.tsx';
import { TableFrame } from '../parts/section.tsx';
import type { JobDetail } from '../server/api-client.ts';
import { errorWords } from './error-words.ts';
import { wordRetries } from './retry-words.ts';

/** All that happened to a task or a job, the oldest first. @param shown.retries how many were counted of it */
export function RunEvents({ timeline, retries }: Pick<JobDetail, 'timeline'> & { retries: number }) {
  if (timeline.length === 0) return <p className="text-(--soft)">Nothing is known of it yet.</p>;
  const retried = wordRetries(timeline, retries);
  return (
    <TableFrame label="Events">
      <thead>
        <tr>
          <th>When</th>
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
            // The same may happen twice within a millisecond.
            // eslint-disable-next-line react/no-array-index-key -- Events are only added at the end.
            <tr key={`${at} ${event} ${place}`} data-event={event}>
              <td>
                <Moment at={at} />
              </td>
              <td>{event.replaceAll('_', ' ')}</td>
              <td title={actor === null ? (worker ?? undefined) : undefined}>{actor ?? name ?? worker}</td>
              <td className="max-w-xl break-words">
                {[percent === null ? null : `${percent}%`, retried.get(place) ?? errorWords(kind, message)]
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
