import { resolve } from 'node:path';
import type { Disk } from '../domain/disk.ts';
import { readDisk } from './read-disk.ts';

const READ_MS = 5_000;

/** The last reading of a disk. */
export interface DiskWatch {
  /** Null: it was not read yet, could not be read, or the folder is not there. */
  latest(): Disk | null;
  stop(): void;
}

/**
 * Reads the space on the disk of a folder now and every five seconds; keeps no process alive. The last reading is kept, because a
 * network disk may answer slowly or never: one call at a time waits for it.
 */
export function watchDisk(folder: string): DiskWatch {
  let latest: Disk | null = null;
  let isReading = false;
  const read = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    const disk = await readDisk(folder).catch(() => null);
    // While the folder is not there, its parent may be on another disk.
    latest = disk?.folder === resolve(folder) ? disk : null;
    isReading = false;
  };
  void read();
  const timer = setInterval(() => void read(), READ_MS).unref();
  return { latest: () => latest, stop: () => clearInterval(timer) };
}
