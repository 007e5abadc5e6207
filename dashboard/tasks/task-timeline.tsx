import { exactTime, inUnits, Moment } from '../parts/moment.tsx';
import { Section, TableFrame } from '../parts/section.tsx';
import type { TaskDetail } from '../server/api-client.ts';
import { layOutTime, type Span } from './lay-out-time.ts';

const WIDTH = 1000;
const LANE = 22;

const FILLS: Record<Span['outcome'], string> = {
  waits: 'fill-(--bar-cancelled)',
  completed: 'fill-(--bar-good)',
  failed: 'fill-(--bar-bad)',
  open: 'fill-(--bar-unconfirmed)',
};

/** What a task waited for and did, to scale, and all that happened to it. */
export function TaskTimeline({ task }: { task: TaskDetail }) {
  return (
    <Section id="timeline" title="What happened">
      {task.stages.length === 0 ? null : <Picture task={task} />}
      <Events task={task} />
    </Section>
  );
}

function Picture({ task }: { task: TaskDetail }) {
  const { spans, marks, totalMs } = layOutTime(task, Date.now());
  const lanes = [...new Set(spans.map(({ lane }) => lane))];
  return (
    <div className="mb-4 grid grid-cols-[auto_1fr_auto] items-center gap-x-3 text-sm">
      {lanes.map((lane) => {
        const inLane = spans.filter((span) => span.lane === lane);
        return (
          <div key={lane} className="contents">
            <span className="text-(--soft)">{lane}</span>
            <svg
              viewBox={`0 0 ${WIDTH} ${LANE}`}
              preserveAspectRatio="none"
              className="h-5 w-full"
              role="img"
              aria-label={inLane
                .map(({ words, ms, outcome }) => `${words}: ${inUnits(ms)}, ${outcome}`)
                .join('; ')}
            >
              <rect x="0" y={LANE / 2} width={WIDTH} height="1" className="fill-(--line)" />
              {inLane.map(({ from, to, words, ms, outcome }) => (
                <rect
                  key={`${from} ${words}`}
                  x={from * WIDTH}
                  y="4"
                  width={Math.max(3, (to - from) * WIDTH)}
                  height={LANE - 8}
                  className={FILLS[outcome]}
                >
                  <title>{`${words}: ${inUnits(ms)}`}</title>
                </rect>
              ))}
              {marks.map(({ at, event, words }) => (
                <rect
                  key={`${at} ${event}`}
                  x={at * WIDTH}
                  y="0"
                  width="2"
                  height={LANE}
                  className="fill-(--ink)"
                >
                  <title>{words}</title>
                </rect>
              ))}
            </svg>
            <span className="text-right tabular-nums">
              {inUnits(inLane.reduce((sum, { ms }) => sum + ms, 0))}
            </span>
          </div>
        );
      })}
      <span className="col-start-2 text-xs text-(--soft)">
        {exactTime(task.created_at)}, {inUnits(totalMs)} in all
      </span>
    </div>
  );
}

function Events({ task: { timeline } }: { task: TaskDetail }) {
  if (timeline.length === 0) return <p className="text-(--soft)">Nothing is known of it yet.</p>;
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
            { at, event, worker_id: worker, actor, error_kind: kind, message, progress_percent: percent },
            place,
          ) => (
            // The same may happen twice within a millisecond.
            // eslint-disable-next-line react/no-array-index-key -- Events are only added at the end.
            <tr key={`${at} ${event} ${place}`} data-event={event}>
              <td>
                <Moment at={at} />
              </td>
              <td>{event.replaceAll('_', ' ')}</td>
              <td>{actor ?? worker}</td>
              <td className="max-w-xl break-words">
                {[percent === null ? null : `${percent}%`, kind, message]
                  .filter((part) => part !== null)
                  .join(': ')}
              </td>
            </tr>
          ),
        )}
      </tbody>
    </TableFrame>
  );
}
