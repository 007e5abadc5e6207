import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { startTimeOf } from './process-table.ts';

/** Below it is all that browsers leave on disk. One for each user: the first to come must not shut out the others. */
export function browsersRoot(): string {
  return join(tmpdir(), `crawlchain-browsers-${userInfo().uid}`);
}

const SESSION_FOLDER = /^session-(\d+)-(\d*)-/;

/** Makes the folder of one browser: its profile, its home and its temporary files. Its name says whose it is. */
export async function makeSessionFolder(root: string): Promise<string> {
  await mkdir(root, { recursive: true, mode: 0o700 });
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
