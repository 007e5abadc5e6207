import { inDigits } from '../parts/locale.ts';
import { Moment } from '../parts/moment.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { describeUpdates } from '../server/live-events.ts';
import type { RunsOf } from '../server/api-client.ts';
import { NOUNS } from './describe-run.tsx';
import type { ShownRuns } from './use-runs.ts';

interface ListNoticesShown {
  of: RunsOf;
  shown: ShownRuns;
  /** Whether another list has been requested and is not shown yet. */
  isOutdated: boolean;
}

/** Shows notices above a list: errors, that the list is old, and that newer runs exist. */
export function ListNotices({ of, shown, isOutdated }: ListNoticesShown) {
  const { parsed, error, isBehind, asOf, hasNewer, refresh } = shown;
  return (
    <>
      {parsed.faults.map((fault) => (
        <p key={fault} role="alert" className="rounded bg-(--warn-surface) p-2 text-(--warn)">
          {fault}
        </p>
      ))}
      {error === null ? null : <ProblemNotice error={error} onRetry={refresh} />}
      {isBehind ? (
        <p role="status" className="printed rounded bg-(--warn-surface) p-2 text-(--warn)">
          Temporal does not answer, or no process follows it; the overview shows more.{' '}
          {asOf === null ? (
            'How old this list is, is not known.'
          ) : (
            <>
              This is the list as of <Moment at={asOf} />.
            </>
          )}
        </p>
      ) : null}
      <p role="status" className="flex min-h-8 flex-wrap items-center gap-2 text-sm text-(--soft)">
        {isOutdated ? LOADING : howMany(shown)}
        <button type="button" className="button px-2 py-0.5" onClick={refresh}>
          {hasNewer ? `Show newer ${NOUNS[of].many}` : 'Refresh'}
        </button>
      </p>
    </>
  );
}

const LOADING = 'Loading';

function howMany({ parsed, runs, error, live }: ShownRuns): string {
  if (parsed.faults.length > 0) return '';
  if (runs !== undefined) return `${inDigits(runs.length)} shown, ${describeUpdates(live)}`;
  return error === null ? LOADING : '';
}
