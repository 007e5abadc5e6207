import { join } from 'node:path';
import { CrawlError } from '../domain/errors.ts';
import { JOB_ID } from '../domain/job.ts';
import { replaceFileAtomically, TEMPORARY_SUFFIX } from './write-file-atomically.ts';

const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,149}$/;

export interface JobFiles {
  /**
   * Stores a file of a job completely or not at all, replacing a file of the same name.
   * @returns the path of the file below the root, `jobs/<id>/<name>`
   * @throws CrawlError InvalidInput for an invalid job id or name; StorageFull
   */
  save(jobId: string, name: string, bytes: Buffer): Promise<string>;
}

/** Creates access to the files of jobs under a storage root. */
export function createJobFiles({ root }: { root: string }): JobFiles {
  return {
    async save(jobId, name, bytes) {
      if (!JOB_ID.test(jobId))
        throw new CrawlError('InvalidInput', `There is no job ${JSON.stringify(jobId)}.`);
      if (!NAME.test(name) || name.endsWith(TEMPORARY_SUFFIX))
        throw new CrawlError(
          'InvalidInput',
          `A file of a job takes a name of up to 150 letters, digits, dots, dashes and underscores, no dot first and no ${TEMPORARY_SUFFIX} last, got ${JSON.stringify(name)}.`,
        );
      const path = `jobs/${jobId}/${name}`;
      await replaceFileAtomically(join(root, path), bytes);
      return path;
    },
  };
}
