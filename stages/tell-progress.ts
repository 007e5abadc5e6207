import type { JobStep } from '../jobs/job-type.ts';
import { savePeriodically } from './save-periodically.ts';

/** After so long without a word an attempt counts as stuck. */
export const STUCK_AFTER_MS = 10 * 60_000;

/** What an attempt of a job tells of its progress. */
export interface Telling {
  /** Takes a step; it is saved a little later, the newest alone. */
  tell(step: JobStep): void;
  /** The last step; null: none was told. */
  last(): JobStep | null;
  /** Aborted when the attempt is stuck, or another one has taken over. */
  signal: AbortSignal;
  /** Saves what is not saved yet, and ends. @throws CrawlError StaleAttempt */
  end(): Promise<void>;
}

/** Saves what an attempt tells, and gives up one that tells nothing. @param save keeps a step for the next attempt */
export function followTelling(save: (step: JobStep) => Promise<void>): Telling {
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
        new Error(`It has told nothing for ${STUCK_AFTER_MS / 60_000} minutes, and was given up.`),
      ),
    STUCK_AFTER_MS,
  );

  return {
    tell(step) {
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
