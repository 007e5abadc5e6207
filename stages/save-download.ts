import type { FileSession } from '../egress/session.ts';
import type { SavedFile, WantedDownload } from '../jobs/job-type.ts';
import type { JobFiles } from '../storage/job-files.ts';

interface SaveTools {
  jobFiles: JobFiles;
  /** How much one job may download. */
  downloadBytesMax: number;
  jobId: string;
  session: FileSession;
  signal: AbortSignal;
}

/**
 * Downloads a file into the folder of a job. What was received of it is kept if the download fails, for the next session or attempt.
 * @throws CrawlError of the session or the storage; the signal's reason
 */
export async function saveDownload(
  { jobFiles, downloadBytesMax: maxBytes, jobId, session, signal }: SaveTools,
  url: string,
  { stem, wanted, name, onProgress }: WantedDownload,
): Promise<SavedFile> {
  const part = await jobFiles.openPart(jobId, stem);
  try {
    const { contentType } = await session.downloadFile(url, {
      file: part,
      wanted,
      maxBytes,
      ...(onProgress && { onProgress }),
    });
    const fileName = await name(contentType);
    // An attempt that was given up must not write beside its successor.
    signal.throwIfAborted();
    return { ...(await part.finish(fileName)), contentType };
  } finally {
    await part.close();
  }
}
