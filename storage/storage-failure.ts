import { basename, dirname } from 'node:path';
import { describeDisk } from '../domain/disk.ts';
import { CrawlError } from '../domain/errors.ts';
import { readDisk } from './read-disk.ts';

/**
 * Converts the error of a failed write: a full disk or quota becomes StorageFull, with the folder and its free space; other
 * errors are returned unchanged.
 */
export async function storageFailure(error: unknown, target: string): Promise<unknown> {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  const folder = dirname(target);
  // The disk may be gone by now; the failure is reported all the same.
  const disk = await readDisk(folder).catch(() => null);
  const found = disk === null ? folder : describeDisk(disk);
  const full = code === 'EDQUOT' ? 'The quota of the user' : 'The disk';
  return new CrawlError(
    'StorageFull',
    `${full} is full, there is no room for ${basename(target)}: ${found}`,
    {
      evidence: { code, folder: disk?.folder ?? folder, freeBytes: disk?.free_bytes ?? null },
      cause: error,
    },
  );
}
