import { lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { CrawlError } from '../../domain/errors.ts';
import { startTimeOf } from './process-table.ts';

/** Returns the folder for all files of browsers. There is one per user, so that the first user does not lock out the others. */
export function browsersRoot(): string {
  return join(tmpdir(), `crawlchain-browsers-${userInfo().uid}`);
}

/**
 * Creates the root, or checks that only this user can write it: anyone can write to the temporary folder, so another user could
 * have placed their own program where the browser is looked for.
 * @throws CrawlError InvalidInput when others can write it
 */
export async function claimRoot(root: string): Promise<void> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const { uid } = userInfo();
  const found = await lstat(root);
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o022) !== 0) {
    throw new CrawlError(
      'InvalidInput',
      `${root} is to hold programs and profiles of browsers, but others than user ${uid} can write it. Remove it, or make it yours alone (chmod 700).`,
    );
  }
}

const SESSION_FOLDER = /^session-(\d+)-(\d*)-/;

/**
 * Creates the folder of one browser: its profile, its home and its temporary files. The folder's name identifies the owning
 * process.
 */
export async function makeSessionFolder(root: string): Promise<string> {
  await claimRoot(root);
  return mkdtemp(join(root, `session-${process.pid}-${startTimeOf(process.pid) ?? ''}-`));
}

/**
 * Removes the folders of dead processes. Called when a worker starts: the guards of a dead worker's browsers normally remove its
 * folders, unless they died too.
 * @returns how many folders were removed
 */
export async function sweepSessionFolders(root: string): Promise<number> {
  const names = await readdir(root).catch(() => []);
  const left = names.filter((name) => {
    const [, pid, startTime] = SESSION_FOLDER.exec(name) ?? [];
    if (pid === undefined) return false;
    const now = startTimeOf(Number(pid));
    return now === null ? !isProcess(Number(pid)) : startTime !== '' && now !== startTime;
  });
  await Promise.all(left.map((name) => rm(join(root, name), { recursive: true, force: true })));
  return left.length;
}

function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
