import { CrawlError } from '../domain/errors.ts';

/** The default: often enough to follow a job and to lose little with a killed worker; rare enough for the database. */
const SAVE_EVERY_MS = 2_000;

/**
 * Saves the state of a job's attempt periodically when it has changed. A failed save is retried the next time.
 * @param onStale called when a later attempt has taken over
 * @returns a function that saves a last time and stops; it throws CrawlError StaleAttempt
 */
export function savePeriodically<State>({
  read,
  save,
  onStale,
  everyMs = SAVE_EVERY_MS,
}: {
  read: () => State;
  save: (state: State) => Promise<void>;
  onStale?: (error: CrawlError) => void;
  everyMs?: number;
}): () => Promise<void> {
  let saved = read();
  let saving: Promise<void> | null = null;

  async function saveChange(): Promise<void> {
    const state = read();
    if (state === saved) return;
    await save(state);
    saved = state;
  }

  const timer = setInterval(() => {
    saving ??= saveChange()
      .catch((error: unknown) => {
        if (!isStale(error)) return;
        clearInterval(timer);
        onStale?.(error);
      })
      .finally(() => (saving = null));
  }, everyMs);

  return async () => {
    clearInterval(timer);
    await saving;
    await saveChange().catch((error: unknown) => {
      // The outcome of the attempt matters more than its last state.
      if (isStale(error)) throw error;
    });
  };
}

function isStale(error: unknown): error is CrawlError {
  return error instanceof CrawlError && error.kind === 'StaleAttempt';
}
