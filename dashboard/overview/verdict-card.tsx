import { Badge, Sign, SURFACE_TONES } from '../parts/sign.tsx';
import { clockTime } from '../parts/moment.tsx';
import { Spans } from '../parts/spans.tsx';
import type { Overview } from '../server/api-client.ts';
import { formatClearing } from './format-clearing.ts';
import { outlookOf } from './describe-outlook.ts';

const TITLES: Record<Overview['verdict'], string> = {
  good: 'Everything is all right',
  degraded: 'Work goes on',
  bad: 'Some work does not go on',
};

interface VerdictShown {
  overview: Overview;
  isLive: boolean;
  /** False: the current state is unknown. */
  isKnown: boolean;
}

/** Shows the overall verdict with its reasons. */
export function VerdictCard({ overview, isLive, isKnown }: VerdictShown) {
  const { verdict, reasons, generated_at: at } = overview;
  const tone = isKnown ? verdict : 'neutral';
  return (
    <section
      aria-labelledby="verdict"
      className={`rounded-lg border border-current/30 p-4 ${SURFACE_TONES[tone]}`}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Sign tone={tone} size={32} />
        <h2 id="verdict" aria-live="polite" className="text-2xl font-semibold">
          {isKnown ? headingOf(overview) : `Unknown since ${clockTime(at)}`}
        </h2>
        <p className="ml-auto text-sm">
          <span className="not-printed">{isLive ? 'Live' : 'Not live'}, </span>
          {clockTime(at)}
        </p>
      </div>
      {reasons.length === 0 ? null : (
        <ul className="mt-3 grid gap-1.5 text-(--ink)">
          {reasons.map((reason, place) => (
            // Their words change while they are read, and a link in them may have the focus.
            <Reason key={`${reason.code} ${reason.page} ${place}`} reason={reason} nowMs={Date.parse(at)} />
          ))}
        </ul>
      )}
      <p className="mt-3 text-(--ink)">{outlookOf(overview)}</p>
    </section>
  );
}

function headingOf({ verdict, outlook, failures }: Overview): string {
  if (outlook !== null) return `${TITLES[verdict]}: ${outlook}`;
  const isLeft = failures.groups.some(({ count, recovered, stopped }) => recovered + stopped < count);
  return isLeft ? `${TITLES[verdict]}, but for single failures` : TITLES[verdict];
}

interface ReasonShown {
  reason: Overview['reasons'][number];
  nowMs: number;
}

/** Shows one problem, and whether it clears by itself. */
function Reason({ reason, nowMs }: ReasonShown) {
  const { severity, words, page, clears_by_itself: itself } = reason;
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
      <Badge tone={severity}>{severity === 'bad' ? 'bad' : 'attention'}</Badge>
      <Badge tone={itself === true ? 'good' : 'neutral'}>{formatClearing(reason, nowMs)}</Badge>
      <a href={page.replace(/^\//, '')} className="min-w-0 basis-60 grow text-(--ink) break-words">
        <Spans text={words} />
      </a>
    </li>
  );
}
