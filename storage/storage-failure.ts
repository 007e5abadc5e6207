import { basename, dirname } from 'node:path';
import { CrawlError } from '../domain/errors.ts';
import { describeDiskSpace, readDiskSpace } from './free-space.ts';

/**
 * Converts the error of a failed write: a full disk or quota becomes StorageFull, with the folder and its free space; other
 * errors are returned unchanged.
 */
export async function storageFailure(error: unknown, target: string): Promise<unknown> {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  const folder = dirname(target);
  // The disk may be gone by now; the failure is reported all the same.
  const space = await readDiskSpace(folder).catch(() => null);
  const found = space === null ? folder : describeDiskSpace(space);
  const full = code === 'EDQUOT' ? 'The quota of the user' : 'The disk';
  return new CrawlError(
    'StorageFull',
    `${full} is full, there is no room for ${basename(target)}: ${found}`,
    {
      evidence: { code, folder: space?.folder ?? folder, freeBytes: space?.freeBytes ?? null },
      cause: error,
    },
  );
}
