import { CrawlError } from '../domain/errors.ts';
import type { JobStep } from '../jobs/job-type.ts';

/** Often enough for people who watch, seldom enough for the database. */
const SAVE_EVERY_MS = 2_000;

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
  let unsaved: JobStep | null = null;
  let saving: Promise<void> | null = null;
  let toldAt = performance.now();

  async function saveNow(): Promise<void> {
    const step = unsaved;
    if (step === null) return;
    unsaved = null;
    try {
      await save(step);
    } catch (error) {
      if (error instanceof CrawlError && error.kind === 'StaleAttempt') givenUp.abort(error);
      // A database that is away for a moment is told with the next step, or at the end.
      unsaved ??= step;
      throw error;
    }
  }

  const timer = setInterval(() => {
    if (performance.now() - toldAt >= STUCK_AFTER_MS)
      givenUp.abort(
        new Error(`It has told nothing for ${STUCK_AFTER_MS / 60_000} minutes, and was given up.`),
      );
    saving ??= saveNow()
      .catch(() => undefined)
      .finally(() => (saving = null));
  }, SAVE_EVERY_MS);

  return {
    tell(step) {
      toldAt = performance.now();
      last = step;
      unsaved = step;
    },
    last: () => last,
    signal: givenUp.signal,
    async end() {
      clearInterval(timer);
      await saving;
      await saveNow().catch((error: unknown) => {
        if (error instanceof CrawlError && error.kind === 'StaleAttempt') throw error;
        // How the attempt ended matters more than how far it was: the next one goes on from a step before.
      });
    },
  };
}
