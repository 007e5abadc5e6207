import { stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Disk } from '../domain/disk.ts';

/** Reads the space on the disk of a folder, which need not exist yet. */
export async function readDisk(folder: string): Promise<Disk> {
  const nearest = await nearestFolder(resolve(folder));
  const { bavail, blocks, bsize, ffree, files } = await statfs(nearest);
  return {
    folder: nearest,
    free_bytes: bavail * bsize,
    total_bytes: blocks * bsize,
    // Both are 0 on file systems that do not count files.
    has_free_files: files === 0 || ffree > 0,
  };
}

/** Returns the path itself, or its nearest existing ancestor. */
export async function nearestFolder(path: string): Promise<string> {
  return (await isThere(path)) ? path : nearestFolder(dirname(path));
}

/** Whether a path exists. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
