import { basename } from 'node:path';
import { CrawlError } from '../domain/errors.ts';

/** What a failed write means: a full disk or quota is a failure kind of its own, anything else stays what it is. */
export function storageFailure(error: unknown, target: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new CrawlError(
    'StorageFull',
    `Expected room for ${basename(target)}, the disk or the quota is full`,
    {
      evidence: { code },
      cause: error,
    },
  );
}
