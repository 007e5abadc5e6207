import { Badge, Sign, SURFACE_TONES } from '../parts/sign.tsx';
import { clockTime } from '../parts/moment.tsx';
import { Spans } from '../parts/spans.tsx';
import type { Overview } from '../server/api-client.ts';
import { outlookOf } from './outlook-words.ts';

const TITLES: Record<Overview['verdict'], string> = {
  good: 'Everything is all right',
  degraded: 'Work goes on, and something needs you',
  bad: 'Some work does not go on',
};

interface VerdictShown {
  overview: Overview;
  isLive: boolean;
  /** False: nobody knows how it stands now. */
  isKnown: boolean;
}

/** The answer to the first question, with its reasons. */
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
          {isKnown ? TITLES[verdict] : `Unknown since ${clockTime(at)}`}
        </h2>
        <p className="ml-auto text-sm">
          <span className="not-printed">{isLive ? 'Live' : 'Not live'}, </span>
          {clockTime(at)}
        </p>
      </div>
      {reasons.length === 0 ? null : (
        <ul className="mt-3 grid gap-1.5 text-(--ink)">
          {reasons.map(({ code, severity, words, page }) => (
            <li key={`${code} ${words}`} className="flex items-baseline gap-2">
              <Badge tone={severity}>{severity === 'bad' ? 'bad' : 'attention'}</Badge>
              <a href={page.replace(/^\//, '')} className="min-w-0 text-(--ink) break-words">
                <Spans text={words} />
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-(--ink)">
        {overview.verdict === 'good' ? null : <strong>Does it clear by itself? </strong>}
        {outlookOf(overview)}
      </p>
    </section>
  );
}
