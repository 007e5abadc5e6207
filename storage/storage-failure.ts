import { basename, dirname } from 'node:path';
import { CrawlError } from '../domain/errors.ts';
import { describeDiskSpace, readDiskSpace } from './free-space.ts';

/**
 * What a failed write means: a full disk or quota is a failure kind of its own, with the folder and its free space; anything
 * else stays what it is.
 */
export async function storageFailure(error: unknown, target: string): Promise<unknown> {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  const folder = dirname(target);
  // The disk may be gone meanwhile: the failure is reported all the same.
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
