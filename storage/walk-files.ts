import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { TEMPORARY_SUFFIX } from './write-file-atomically.ts';

export interface FoundFile {
  /** Relative to the root, with forward slashes. */
  path: string;
  bytes: number;
  modifiedAt: Date;
  /** Whether the file belongs to a write that has not ended, or never did. */
  isTemporary: boolean;
}

/**
 * Iterates over all files below a folder of the root, one folder at a time, so that a year of payloads costs no memory. Does not
 * follow links. A missing folder has no files; files that vanish meanwhile are skipped.
 */
export async function* walkFiles(root: string, folder: string): AsyncGenerator<FoundFile> {
  const directory = await opendir(join(root, folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (directory === null) return;
  for await (const entry of directory) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* walkFiles(root, path);
    else if (entry.isFile()) {
      const found = await lstat(join(root, path)).catch(() => null);
      if (found === null) continue;
      const isTemporary = entry.name.endsWith(TEMPORARY_SUFFIX);
      yield { path, bytes: found.size, modifiedAt: found.mtime, isTemporary };
    }
  }
}
