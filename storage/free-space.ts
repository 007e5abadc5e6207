import { stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The room on the disk of a folder. */
export interface DiskSpace {
  /** The folder itself, or the nearest one above it that is there. */
  folder: string;
  freeBytes: number;
  totalBytes: number;
  /** False: there may be free bytes, and still no room for another file. */
  hasFreeFiles: boolean;
}

/** Reads how much room there is on the disk of a folder, which may not be there yet. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const nearest = await nearestFolder(resolve(folder));
  const { bavail, blocks, bsize, ffree, files } = await statfs(nearest);
  return {
    folder: nearest,
    freeBytes: bavail * bsize,
    totalBytes: blocks * bsize,
    // Where the file system does not count files, both are 0.
    hasFreeFiles: files === 0 || ffree > 0,
  };
}

/** The path itself, or the nearest folder above it that is there. */
export async function nearestFolder(path: string): Promise<string> {
  return (await isThere(path)) ? path : nearestFolder(dirname(path));
}

/** Whether there is something at a path. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Says how much room there is, such as `/data/payloads has 0 B free of 10 GB`. */
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
  // Rounded down: a disk never has less room than is said.
  return `${number < 10 && at > 0 ? Math.floor(number * 10) / 10 : Math.floor(number)} ${UNITS[at]}`;
}
