import { CommandLine } from '../parts/command-line.tsx';
import { RowsCsvButton } from '../parts/csv-button.tsx';
import { inDigits } from '../parts/locale.ts';
import { clockTime, exactTime } from '../parts/moment.tsx';
import { Empty, Section } from '../parts/section.tsx';
import type { Overview } from '../server/api-client.ts';

const OUTCOMES = ['completed', 'unconfirmed', 'failed', 'cancelled'] as const;
type Outcome = (typeof OUTCOMES)[number];
type Hour = Overview['hours'][number];

const FILLS: Record<Outcome, string> = {
  completed: 'fill-(--bar-good)',
  unconfirmed: 'fill-(--bar-unconfirmed)',
  failed: 'fill-(--bar-bad)',
  cancelled: 'fill-(--bar-cancelled)',
};

const BAR = 10;
const HEIGHT = 100;

/** Shows the last 24 hours as a chart, with a bar for each hour that is split by outcome. */
export function DayChart({ overview: { hours } }: { overview: Overview }) {
  const most = Math.max(...hours.map(totalOf));
  const total = (outcome: Outcome) => hours.reduce((sum, hour) => sum + hour[outcome], 0);
  const shown = OUTCOMES.filter((outcome) => total(outcome) > 0);
  return (
    <Section
      id="day"
      title="Last 24 hours"
      aside={
        most === 0 ? undefined : (
          <>
            most in an hour: {inDigits(most)}
            <RowsCsvButton name="hours" things="what ended in each hour" rows={hours} />
          </>
        )
      }
    >
      {most === 0 ? (
        <Empty>
          Nothing ended yet. <CommandLine words="crawl 1" /> crawls a store, and schedules start the rest.
        </Empty>
      ) : (
        <>
          <svg
            viewBox={`0 0 ${hours.length * BAR} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="h-32 w-full border-b border-(--line)"
            role="img"
            aria-label={`What ended by hour: ${shown.map((outcome) => `${total(outcome)} ${outcome}`).join(', ')}`}
          >
            {hours.map((hour, at) => (
              <Bar key={hour.hour} hour={hour} at={at} most={most} />
            ))}
          </svg>
          <div className="mt-1 flex justify-between text-xs text-(--soft)">
            <span>{clockTime(hours[0]?.hour ?? 0)}</span>
            <span>{clockTime(hours[Math.floor(hours.length / 2)]?.hour ?? 0)}</span>
            <span>now</span>
          </div>
          <ul className="mt-2 flex flex-wrap gap-x-4 text-sm">
            {shown.map((outcome) => (
              <li key={outcome} className="flex items-center gap-1.5">
                <svg width="10" height="10" aria-hidden="true">
                  <rect width="10" height="10" rx="2" className={FILLS[outcome]} />
                </svg>
                {inDigits(total(outcome))} {outcome}
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function Bar({ hour, at, most }: { hour: Hour; at: number; most: number }) {
  let top = HEIGHT;
  const counts = OUTCOMES.filter((outcome) => hour[outcome] > 0).map(
    (outcome) => `${hour[outcome]} ${outcome}`,
  );
  return (
    <g>
      <title>{`${exactTime(hour.hour)}: ${counts.length === 0 ? 'nothing ended' : counts.join(', ')}`}</title>
      <rect x={at * BAR} y={0} width={BAR} height={HEIGHT} fill="transparent" />
      {OUTCOMES.map((outcome) => {
        const height = (hour[outcome] / most) * HEIGHT;
        top -= height;
        return height === 0 ? null : (
          <rect
            key={outcome}
            x={at * BAR + 1}
            y={top}
            width={BAR - 2}
            height={height}
            className={FILLS[outcome]}
          />
        );
      })}
    </g>
  );
}

function totalOf(hour: Hour): number {
  return OUTCOMES.reduce((sum, outcome) => sum + hour[outcome], 0);
}
