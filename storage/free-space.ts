import { stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The space on a folder's disk. */
export interface DiskSpace {
  /** The folder itself, or its nearest existing ancestor. */
  folder: string;
  freeBytes: number;
  totalBytes: number;
  /** False: no inode is left for another file, even if bytes are free. */
  hasFreeFiles: boolean;
}

/** Reads the space on the disk of a folder, which need not exist yet. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const nearest = await nearestFolder(resolve(folder));
  const { bavail, blocks, bsize, ffree, files } = await statfs(nearest);
  return {
    folder: nearest,
    freeBytes: bavail * bsize,
    totalBytes: blocks * bsize,
    // Both are 0 on file systems that do not count files.
    hasFreeFiles: files === 0 || ffree > 0,
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

/** Describes the space, for example `/data/payloads has 0 B free of 10 GB`. */
export function describeDiskSpace({ folder, freeBytes, totalBytes, hasFreeFiles }: DiskSpace): string {
  const files = hasFreeFiles ? '' : ', and room for no more files (inodes)';
  return `${folder} has ${formatBytes(freeBytes)} free of ${formatBytes(totalBytes)}${files}`;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
const STEP = 1000;

function formatBytes(bytes: number): string {
  const unit = UNITS.findIndex((_, at) => bytes < STEP ** (at + 1));
  const at = unit === -1 ? UNITS.length - 1 : unit;
  const number = bytes / STEP ** at;
  // Rounded down, so that a disk never has less space than shown.
  return `${number < 10 && at > 0 ? Math.floor(number * 10) / 10 : Math.floor(number)} ${UNITS[at]}`;
}
