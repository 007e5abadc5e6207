import { CrawlError } from '../domain/errors.ts';

/** Often enough that a worker that is killed loses little of the count. */
const SAVE_EVERY_MS = 2_000;

/** What a job may still download, over all its attempts. */
export interface DownloadBudget {
  /**
   * Counts bytes as they come from the network.
   * @throws CrawlError InvalidInput, final, once the limit is passed
   */
  take(bytes: number): void;
  /** Saves the count, and ends. @throws CrawlError StaleAttempt */
  end(): Promise<void>;
}

/** Counts what a job downloads. @param save keeps the count for the next attempt */
export function createDownloadBudget({
  takenBytes,
  limitBytes,
  save,
}: {
  takenBytes: number;
  limitBytes: number;
  save: (takenBytes: number) => Promise<void>;
}): DownloadBudget {
  let taken = takenBytes;
  let saved = takenBytes;
  let saving: Promise<void> = Promise.resolve();
  const saveNow = async (): Promise<void> => {
    if (taken === saved) return;
    const now = taken;
    await save(now);
    saved = now;
  };
  const timer = setInterval(() => {
    saving = saving.then(saveNow).catch((error: unknown) => {
      // The count is another attempt's now. A database that is away for a moment gets it the next time.
      if (isStale(error)) clearInterval(timer);
    });
  }, SAVE_EVERY_MS);
  return {
    take(bytes) {
      if (taken + bytes > limitBytes) throw limitReached(taken, limitBytes);
      taken += bytes;
    },
    async end() {
      clearInterval(timer);
      await saving;
      await saveNow().catch((error: unknown) => {
        // How the attempt ended matters more than the last bytes.
        if (isStale(error)) throw error;
      });
    },
  };
}

function isStale(error: unknown): boolean {
  return error instanceof CrawlError && error.kind === 'StaleAttempt';
}

function limitReached(takenBytes: number, limitBytes: number): CrawlError {
  return new CrawlError(
    'InvalidInput',
    `The job has downloaded ${takenBytes} bytes and would pass the ${limitBytes} that one job may have (JOB_DOWNLOAD_BYTES_MAX). Its files so far are kept. Start several smaller jobs, or raise the limit and retry this one.`,
    { isFinal: true, evidence: { fault: 'download-limit', takenBytes, limitBytes } },
  );
}
