import { join } from 'node:path';
import { CrawlError } from '../domain/errors.ts';
import { JOB_ID } from '../domain/job.ts';
import { deletePartFiles } from './left-parts.ts';
import { openPartFile, type FinishedFile, type PartFile } from './part-file.ts';
import { replaceFileAtomically, TEMPORARY_SUFFIX } from './write-file-atomically.ts';

const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,149}$/;

export interface JobFiles {
  /**
   * Stores a file of a job completely or not at all, replacing a file of the same name.
   * @returns the path of the file below the root, `jobs/<id>/<name>`
   * @throws CrawlError InvalidInput for an invalid job id or name; StorageFull
   */
  save(jobId: string, name: string, bytes: Buffer): Promise<string>;
  /**
   * Opens an unfinished file of a job, with what earlier attempts received of it.
   * @param stem names the file until its end is known, which decides the rest of its name
   * @throws CrawlError InvalidInput for an invalid job id or stem; StorageFull
   */
  openPart(jobId: string, stem: string): Promise<JobPart>;
  /** Deletes the unfinished files of a job, which nobody continues. */
  deleteParts(jobId: string): Promise<void>;
}

/** An unfinished file of a job. */
interface JobPart extends Omit<PartFile, 'finish'> {
  /**
   * Stores the complete file, replacing a file of the same name.
   * @returns the file, with its path below the root
   * @throws CrawlError InvalidInput for an invalid name; what `PartFile.finish` throws
   */
  finish(name: string): Promise<FinishedFile & { path: string }>;
}

/** Creates access to the files of jobs under a storage root. */
export function createJobFiles({ root }: { root: string }): JobFiles {
  return {
    async save(jobId, name, bytes) {
      const path = pathOf(jobId, name);
      await replaceFileAtomically(join(root, path), bytes);
      return path;
    },
    async openPart(jobId, stem) {
      pathOf(jobId, stem);
      const part = await openPartFile(join(root, 'jobs', jobId), stem);
      return {
        ...part,
        async finish(name) {
          const path = pathOf(jobId, name);
          return { path, ...(await part.finish(join(root, path))) };
        },
      };
    },
    deleteParts: (jobId) => deletePartFiles(join(root, 'jobs', jobId)),
  };
}

function pathOf(jobId: string, name: string): string {
  if (!JOB_ID.test(jobId)) throw new CrawlError('InvalidInput', `There is no job ${JSON.stringify(jobId)}.`);
  if (NAME.test(name) && !name.endsWith(TEMPORARY_SUFFIX)) return `jobs/${jobId}/${name}`;
  throw new CrawlError(
    'InvalidInput',
    `A file of a job takes a name of up to 150 letters, digits, dots, dashes and underscores, no dot first and no ${TEMPORARY_SUFFIX} last, got ${JSON.stringify(name)}.`,
  );
}
