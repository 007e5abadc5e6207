import { CrawlError } from '../domain/errors.ts';
import { savePeriodically } from './save-periodically.ts';

/** How much a job may still download and save, over all its attempts. */
export interface DownloadBudget {
  /**
   * Counts bytes as they arrive from the network, or before they are saved.
   * @throws CrawlError InvalidInput, final, when the limit is exceeded
   */
  take(bytes: number): void;
  /** Saves the count and stops. @throws CrawlError StaleAttempt */
  end(): Promise<void>;
}

/** Counts the bytes that a job downloads and saves. @param save saves the count for the next attempt */
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
    `The job has downloaded and saved ${takenBytes} bytes and would pass the ${limitBytes} that one job may have (JOB_DOWNLOAD_BYTES_MAX). Its files so far are kept. Start several smaller jobs, or raise the limit and retry this one.`,
    { isFinal: true, evidence: { fault: 'download-limit', takenBytes, limitBytes } },
  );
}
