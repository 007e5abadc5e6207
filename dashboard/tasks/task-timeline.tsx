import { exactTime, inUnits } from '../parts/moment.tsx';
import { Section } from '../parts/section.tsx';
import type { TaskDetail } from '../server/api-client.ts';
import { layOutTime, type Span } from './lay-out-time.ts';
import { RunEvents } from './run-events.tsx';

const WIDTH = 1000;
const LANE = 22;

const FILLS: Record<Span['outcome'], string> = {
  waits: 'fill-(--bar-cancelled)',
  completed: 'fill-(--bar-good)',
  failed: 'fill-(--bar-bad)',
  open: 'fill-(--bar-unconfirmed)',
};

/** Shows a task's waits and stages as bars to scale, and its timeline of events. */
export function TaskTimeline({ task }: { task: TaskDetail }) {
  return (
    <Section id="timeline" title="What happened">
      {task.stages.length === 0 ? null : <Picture task={task} />}
      <RunEvents timeline={task.timeline} retries={task.retry_count} endedAt={task.completed_at} />
    </Section>
  );
}

function Picture({ task }: { task: TaskDetail }) {
  const { spans, marks, totalMs } = layOutTime(task, Date.now());
  const lanes = [...new Set(spans.map(({ lane }) => lane))];
  return (
    <div className="mb-4 grid grid-cols-[auto_1fr_auto] items-center gap-x-3 text-sm">
      {lanes.map((lane) => {
        const laneSpans = spans.filter((span) => span.lane === lane);
        return (
          <div key={lane} className="contents">
            <span className="text-(--soft)">{lane}</span>
            <svg
              viewBox={`0 0 ${WIDTH} ${LANE}`}
              preserveAspectRatio="none"
              className="h-5 w-full"
              role="img"
              aria-label={laneSpans
                .map(({ label, ms, outcome }) => `${label}: ${inUnits(ms)}, ${outcome}`)
                .join('; ')}
            >
              <rect x="0" y={LANE / 2} width={WIDTH} height="1" className="fill-(--line)" />
              {laneSpans.map(({ from, to, label, ms, outcome }) => (
                <rect
                  key={`${from} ${label}`}
                  x={from * WIDTH}
                  y="4"
                  width={Math.max(3, (to - from) * WIDTH)}
                  height={LANE - 8}
                  className={FILLS[outcome]}
                >
                  <title>{`${label}: ${inUnits(ms)}`}</title>
                </rect>
              ))}
              {marks.map(({ at, event, label }) => (
                <rect
                  key={`${at} ${event}`}
                  x={at * WIDTH}
                  y="0"
                  width="2"
                  height={LANE}
                  className="fill-(--ink)"
                >
                  <title>{label}</title>
                </rect>
              ))}
            </svg>
            <span className="text-right tabular-nums">
              {inUnits(laneSpans.reduce((sum, { ms }) => sum + ms, 0))}
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
