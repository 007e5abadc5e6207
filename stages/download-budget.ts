import { CrawlError } from '../domain/errors.ts';
import { savePeriodically } from './save-periodically.ts';

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
  const end = savePeriodically({ read: () => taken, save });
  return {
    take(bytes) {
      if (taken + bytes > limitBytes) throw limitReached(taken, limitBytes);
      taken += bytes;
    },
    end,
  };
}

function limitReached(takenBytes: number, limitBytes: number): CrawlError {
  return new CrawlError(
    'InvalidInput',
    `The job has downloaded ${takenBytes} bytes and would pass the ${limitBytes} that one job may have (JOB_DOWNLOAD_BYTES_MAX). Its files so far are kept. Start several smaller jobs, or raise the limit and retry this one.`,
    { isFinal: true, evidence: { fault: 'download-limit', takenBytes, limitBytes } },
  );
}
