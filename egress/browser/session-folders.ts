import { lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { CrawlError } from '../../domain/errors.ts';
import { startTimeOf } from './process-table.ts';

/** Below it is all that browsers leave on disk. One for each user: the first to come must not shut out the others. */
export function browsersRoot(): string {
  return join(tmpdir(), `crawlchain-browsers-${userInfo().uid}`);
}

/**
 * Makes the root, or makes sure that it is this user's alone: a temporary folder is everyone's, and whoever was there
 * first could put a program of their own where the browser is looked for.
 * @throws CrawlError InvalidInput when it is anyone else's too
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

/** Makes the folder of one browser: its profile, its home and its temporary files. Its name says whose it is. */
export async function makeSessionFolder(root: string): Promise<string> {
  await claimRoot(root);
  return mkdtemp(join(root, `session-${process.pid}-${startTimeOf(process.pid) ?? ''}-`));
}

/**
 * Removes the folders of processes that are gone. Done at a worker's start: what a worker leaves that dies is removed by
 * the guards of its browsers, unless those died with it.
 * @returns how many folders there were
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
