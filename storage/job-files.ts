import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CrawlError } from '../domain/errors.ts';
import { JOB_ID } from '../domain/job.ts';
import { RESULT_FILE } from '../domain/job-result.ts';
import { deletePartFiles } from './left-parts.ts';
import { openPartFile, type FinishedFile, type KeepFile, type PartFile } from './part-file.ts';
import { replaceFileAtomically, TEMPORARY_SUFFIX } from './write-file-atomically.ts';

const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,149}$/;

/** A complete file of a job. */
interface StoredJobFile extends FinishedFile {
  name: string;
  /** Below the root, `jobs/<id>/<name>`. */
  path: string;
}

/** Runs something with a complete file, around the moment in which it gets its name. */
export type KeepJobFile = KeepFile<StoredJobFile>;

export interface JobFiles {
  /**
   * Stores a file of a job completely or not at all, replacing a file of the same name.
   * @throws CrawlError InvalidInput for an invalid job id or name; StorageFull; what `keep` throws
   */
  save(jobId: string, file: { name: string; bytes: Buffer }, keep: KeepJobFile): Promise<StoredJobFile>;
  /** Stores the result of a job as `RESULT_FILE`, as `save` does. */
  saveResult(jobId: string, bytes: Buffer, keep: KeepJobFile): Promise<StoredJobFile>;
  /**
   * Opens an unfinished file of a job, with what earlier attempts received of it.
   * @param stem names the file until its end is known, which decides the rest of its name
   * @throws CrawlError InvalidInput for an invalid job id or stem; StorageFull
   */
  openPart(jobId: string, stem: string): Promise<JobPart>;
  /** Deletes the unfinished files of a job, which nobody continues. */
  deleteParts(jobId: string): Promise<void>;
  /** Whether a file is there, with its length. */
  has(file: Pick<StoredJobFile, 'path' | 'bytes'>): Promise<boolean>;
  /** Lists the names of a job's complete files. */
  list(jobId: string): Promise<string[]>;
  /** Reads a file to its end, for its length and hash; its first bytes show its type. */
  inspect(jobId: string, name: string): Promise<StoredJobFile & { head: Buffer }>;
  /** Deletes complete files of a job, where they are, and its folder if nothing else is in it. */
  remove(jobId: string, names: string[]): Promise<void>;
}

/** An unfinished file of a job. */
interface JobPart extends Omit<PartFile, 'finish'> {
  /**
   * Stores the complete file, replacing a file of the same name.
   * @returns the file, with its path below the root
   * @throws CrawlError InvalidInput for an invalid name; what `PartFile.finish` throws
   */
  finish(name: string, keep: KeepJobFile): Promise<StoredJobFile>;
}

/** Creates access to the files of jobs under a storage root. */
export function createJobFiles({ root }: { root: string }): JobFiles {
  const write = async (
    { name, path }: Pick<StoredJobFile, 'name' | 'path'>,
    bytes: Buffer,
    keep: KeepJobFile,
  ): Promise<StoredJobFile> => {
    const file = { name, path, bytes: bytes.length, sha256: sha256Of(bytes) };
    await replaceFileAtomically(join(root, path), bytes, (publish) => keep(file, publish));
    return file;
  };
  return {
    save: async (jobId, { name, bytes }, keep) => write({ name, path: pathOf(jobId, name) }, bytes, keep),
    saveResult: async (jobId, bytes, keep) =>
      write({ name: RESULT_FILE, path: storedPath(jobId, RESULT_FILE) }, bytes, keep),
    async openPart(jobId, stem) {
      pathOf(jobId, stem);
      const part = await openPartFile(join(root, 'jobs', jobId), stem);
      return {
        ...part,
        async finish(name, keep) {
          const path = pathOf(jobId, name);
          const named = (file: FinishedFile): StoredJobFile => ({ name, path, ...file });
          return named(await part.finish(join(root, path), (file, publish) => keep(named(file), publish)));
        },
      };
    },
    deleteParts: (jobId) => deletePartFiles(join(root, 'jobs', jobId)),
    async has({ path, bytes }) {
      const found = await stat(join(root, path)).catch(() => null);
      return found?.size === bytes;
    },
    async list(jobId) {
      const entries = await readdir(join(root, 'jobs', jobId), { withFileTypes: true }).catch(unlessMissing);
      return entries
        .filter((entry) => entry.isFile() && (isName(entry.name) || entry.name === RESULT_FILE))
        .map(({ name }) => name);
    },
    async inspect(jobId, name) {
      const path = pathOf(jobId, name);
      return { name, path, ...(await hashFile(join(root, path))) };
    },
    async remove(jobId, names) {
      await Promise.all(names.map((name) => rm(join(root, storedPath(jobId, name)), { force: true })));
      await rmdir(join(root, 'jobs', jobId)).catch(() => undefined);
    },
  };
}

/** @returns no entries for a folder that does not exist; @throws any other error */
function unlessMissing(error: unknown): never[] {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
  throw error;
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function hashFile(path: string): Promise<FinishedFile & { head: Buffer }> {
  const hash = createHash('sha256');
  let bytes = 0;
  let head: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (bytes === 0) head = chunk;
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { bytes, sha256: hash.digest('hex'), head };
}

function isName(name: string): boolean {
  return NAME.test(name) && !name.endsWith(TEMPORARY_SUFFIX);
}

function storedPath(jobId: string, name: string): string {
  return name === RESULT_FILE ? `${dirname(pathOf(jobId, 'name'))}/${name}` : pathOf(jobId, name);
}

function pathOf(jobId: string, name: string): string {
  if (!JOB_ID.test(jobId)) throw new CrawlError('InvalidInput', `There is no job ${JSON.stringify(jobId)}.`);
  if (isName(name)) return `jobs/${jobId}/${name}`;
  throw new CrawlError(
    'InvalidInput',
    `A file of a job takes a name of up to 150 letters, digits, dots, dashes and underscores, no dot first and no ${TEMPORARY_SUFFIX} last, got ${JSON.stringify(name)}.`,
  );
}
