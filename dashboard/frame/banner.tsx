import type { ReactNode } from 'react';
import { clockTime, Moment } from '../parts/moment.tsx';
import { clockDifference } from './clock-difference.ts';
import { Sign } from '../parts/sign.tsx';
import { type Overview } from '../server/api-client.ts';
import { ApiProblem } from '../../api-client/answer-of.ts';

/** Warns that the page shows old data, and says how old. */
export function StaleBanner({ overview, error }: { overview: Overview; error: unknown }) {
  if (error !== null)
    return (
      <Banner>
        <strong>{error instanceof ApiProblem ? error.title : 'The API does not answer'}.</strong> This page
        shows the state of {clockTime(overview.generated_at)} (<Moment at={overview.generated_at} />
        ). The page tries again by itself. {error instanceof Error ? error.message : ''}
      </Banner>
    );
  if (overview.temporal.available && !overview.stale) return null;
  return (
    <Banner>
      <strong>
        {overview.temporal.available ? 'The ledger is behind Temporal' : 'Temporal does not answer'}.
      </strong>{' '}
      {overview.as_of === null ? (
        'Tasks that no worker has begun may be missing.'
      ) : (
        <>
          Tasks and jobs are as of {clockTime(overview.as_of)} (<Moment at={overview.as_of} />
          ).
        </>
      )}
    </Banner>
  );
}

/**
 * Warns that the clock of this machine or of the API is wrong; shows nothing if they agree.
 * @param serverAt when the API created an answer, by its own clock
 * @param readAtMs when that answer arrived, by the clock of the browser
 */
export function ClockBanner({ serverAt, readAtMs }: { serverAt: string; readAtMs: number }) {
  const text = clockDifference(Date.parse(serverAt), readAtMs);
  return text === null ? null : (
    <Banner>
      <strong>{text}</strong> Times such as "5 min ago" are wrong by as much.
    </Banner>
  );
}

function Banner({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="printed mb-3 flex gap-2 rounded-lg border border-(--warn) bg-(--warn-surface) p-3 text-(--warn)"
    >
      <Sign tone="degraded" />
      <p>{children}</p>
    </div>
  );
}
