import { CrawlError } from '../domain/errors.ts';
import type { JobStep } from '../jobs/job-type.ts';
import { savePeriodically } from './save-periodically.ts';

/** An attempt that reports nothing for this long counts as stuck. */
export const STUCK_AFTER_MS = 10 * 60_000;

/** Reports the progress of a job's attempt. */
export interface ProgressReport {
  /** Reports a step. Only the newest is saved, a little later. */
  report(step: JobStep): void;
  /** The last reported step; null if there is none. */
  last(): JobStep | null;
  /** Aborted when the attempt is stuck or another attempt has taken over. */
  signal: AbortSignal;
  /** Saves the last step if needed, and stops. @throws CrawlError StaleAttempt */
  end(): Promise<void>;
}

/**
 * Saves the reported progress of an attempt, and aborts an attempt that reports none.
 * @param save saves a step for the next attempt
 */
export function followReports(save: (step: JobStep) => Promise<void>): ProgressReport {
  const givenUp = new AbortController();
  let last: JobStep | null = null;
  const endSaving = savePeriodically({
    read: () => last,
    save: async (step) => {
      if (step !== null) await save(step);
    },
    onStale: (error) => givenUp.abort(error),
  });
  const stuck = setTimeout(
    () =>
      givenUp.abort(
        new CrawlError(
          'JobCrashed',
          `It reported no progress for ${STUCK_AFTER_MS / 60_000} minutes and was ended.`,
        ),
      ),
    STUCK_AFTER_MS,
  );

  return {
    report(step) {
      stuck.refresh();
      last = step;
    },
    last: () => last,
    signal: givenUp.signal,
    end() {
      clearTimeout(stuck);
      return endSaving();
    },
  };
}
