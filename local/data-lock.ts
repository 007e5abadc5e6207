import { join } from 'node:path';
import { isHeld, tryLock, waitForLock, type FolderLock } from './folder-lock.mjs';

/** Thrown when another running process holds the lock. */
export class DataLockedError extends Error {
  override name = 'DataLockedError';
  readonly pid: number;

  constructor(dir: string, pid: number) {
    super(
      `${dir} is in use by another running instance (process ${pid}). Stop that one first, or use another folder.`,
    );
    this.pid = pid;
  }
}

/**
 * Locks a folder for this process until it releases the lock or ends. Takes over a lock whose process has ended.
 * @throws {DataLockedError} when another process, or another caller in this one, uses the folder
 */
export async function lockDataDir(dir: string): Promise<FolderLock> {
  const lock = await tryLock(join(dir, 'lock'));
  if ('heldBy' in lock) throw new DataLockedError(dir, lock.heldBy);
  return lock;
}

/** Whether a running process has locked the folder. */
export function isDataLocked(dir: string): Promise<boolean> {
  return isHeld(join(dir, 'lock'));
}

/**
 * Locks a folder as `lockDataDir` does, but waits until it is free.
 * @param onWait called once, with the process that has to finish first
 */
export function waitForDataLock(dir: string, onWait?: (pid: number) => void): Promise<FolderLock> {
  return waitForLock(join(dir, 'lock'), onWait);
}
