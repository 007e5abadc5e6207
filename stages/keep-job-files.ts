import {
  findDownload,
  keepJobFile,
  replaceJobFiles,
  takeOverJobFiles,
  type JobFile,
} from '../db/queries/job-files.ts';
import type { HeldJob } from '../db/queries/job-runs.ts';
import type { Db } from '../db/connect.ts';
import { scrubCredentials, scrubJson } from '../domain/credentials.ts';
import { CrawlError } from '../domain/errors.ts';
import { jsonObjectFault, type JobPayload } from '../domain/job.ts';
import { RESULT_FILE, travels, type ResultPointer } from '../domain/job-result.ts';
import { detectType, HEAD_BYTES } from '../egress/file-kind.ts';
import type { FileSession } from '../egress/session.ts';
import { contentTypeOf } from '../jobs/file-endings.ts';
import type { SavedFile, WantedDownload } from '../jobs/job-type.ts';
import type { JobFiles, KeepJobFile } from '../storage/job-files.ts';

/** What an attempt of a job needs to store files. */
export interface FileTools {
  db: Db;
  jobFiles: JobFiles;
  /** The pod whose own disk has the files; empty where all workers share their storage. */
  holder: string;
  held: HeldJob;
}

/**
 * Makes files and rows agree before an attempt runs. One that goes on keeps the files of earlier attempts and runs, and records those
 * that a kill left without a row; one that starts over deletes the files of earlier runs. Unfinished files stay.
 * @throws CrawlError StaleAttempt
 */
export async function beginJobFiles(tools: FileTools, { goesOn }: { goesOn: boolean }): Promise<void> {
  const { db, jobFiles, holder, held } = tools;
  const rest = async (known: ReadonlySet<string>): Promise<string[]> =>
    (await jobFiles.list(held.id)).filter((name) => !known.has(name));
  if (!goesOn) {
    const remove = async (kept: ReadonlySet<string>) => jobFiles.remove(held.id, await rest(kept));
    return replaceJobFiles(db, held, { holder, remove });
  }
  const found = await rest((await takeOverJobFiles(db, held, holder)).add(RESULT_FILE));
  for (const name of found) {
    const file = await inspectFound({ jobFiles, holder, jobId: held.id }, name);
    await keepJobFile(db, held, { file, publish: () => Promise.resolve() });
  }
}

/** Reads what a row needs to know of a file that has none. Where the file came from is lost. */
export async function inspectFound(
  { jobFiles, holder, jobId }: Pick<FileTools, 'jobFiles' | 'holder'> & { jobId: string },
  name: string,
): Promise<JobFile> {
  const { head, ...file } = await jobFiles.inspect(jobId, name);
  return { ...file, contentType: await typeOf(name, head), source: null, stem: null, holder };
}

/** Stores a file that a job's type has made. @throws CrawlError InvalidInput for an invalid name; StorageFull; StaleAttempt */
export async function saveJobFile(tools: FileTools, name: string, bytes: Buffer): Promise<string> {
  const contentType = await typeOf(name, bytes);
  const { path } = await tools.jobFiles.save(
    tools.held.id,
    { name, bytes },
    keeping(tools, { contentType, source: null, stem: null }),
  );
  return path;
}

/**
 * Stores the result of a job as a file if it is too large to travel, or the database cannot store it.
 * @returns what travels: the result, or a pointer to its file
 * @throws CrawlError InvalidInput for a result that is no JSON object or has more than `bytesMax` bytes; StorageFull; StaleAttempt
 */
export async function keepJobResult(
  tools: FileTools,
  { type, result, bytesMax }: { type: string; result: JobPayload | null; bytesMax: number },
): Promise<JobPayload | null> {
  if (result === null) return null;
  const fault = jsonObjectFault(result, bytesMax);
  if (fault !== null)
    throw new CrawlError(
      'InvalidInput',
      `The result of ${type} ${fault}.${fault.includes('bytes of JSON') ? ' Save larger data with `saveFile`, or raise JOB_RESULT_BYTES_MAX.' : ''}`,
    );
  const shown = scrubJson(result);
  if (travels(shown)) return shown;
  const keep = keeping(tools, { contentType: 'application/json', source: null, stem: null });
  const { path, bytes, sha256 } = await tools.jobFiles.saveResult(
    tools.held.id,
    Buffer.from(JSON.stringify(shown)),
    keep,
  );
  return { result_file: { path, bytes, sha256 } } satisfies ResultPointer;
}

interface DownloadTools extends FileTools {
  session: Pick<FileSession, 'downloadFile'>;
  maxBytes: number;
  /** The URL without the credentials of the job, if it contains any. */
  shownUrl?: string;
}

/**
 * Downloads a file into the folder of a job, unless the job's run has completed it before. What was received of it is kept if the download
 * fails, for the next session or attempt.
 * @throws CrawlError of the session or the storage; StaleAttempt
 */
export async function saveDownload(
  { session, maxBytes, shownUrl, ...tools }: DownloadTools,
  url: string,
  { stem, wanted, name, onProgress }: WantedDownload,
): Promise<SavedFile> {
  const source = scrubCredentials(shownUrl ?? url);
  const known = await findDownload(tools.db, tools.held, { stem, source, holder: tools.holder });
  if (known !== null && (await tools.jobFiles.has(known))) return savedFileOf(known);
  const part = await tools.jobFiles.openPart(tools.held.id, stem);
  try {
    const { contentType } = await session.downloadFile(url, {
      file: part,
      wanted,
      maxBytes,
      ...(onProgress && { onProgress }),
    });
    const keep = keeping(tools, { contentType, source, stem });
    return savedFileOf({ ...(await part.finish(await name(contentType), keep)), contentType });
  } finally {
    await part.close();
  }
}

function savedFileOf({ path, bytes, sha256, contentType }: SavedFile): SavedFile {
  return { path, bytes, sha256, contentType };
}

function keeping(
  { db, held, holder }: FileTools,
  known: Pick<JobFile, 'contentType' | 'source' | 'stem'>,
): KeepJobFile {
  return (file, publish) => keepJobFile(db, held, { file: { ...file, ...known, holder }, publish });
}

/** Detects the type of a file that nobody named a type for. */
function typeOf(name: string, bytes: Buffer): Promise<string> {
  return detectType(bytes.subarray(0, HEAD_BYTES), contentTypeOf(name));
}
