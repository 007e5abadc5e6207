import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, vi } from 'vitest';
import { createProcessGroup, type ProcessGroup } from '../../../local/process-group.ts';
import { isRunning } from '../../../local/process-identity.mjs';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const OWNER = fileURLToPath(new URL('owner.ts', import.meta.url));

export interface Owner {
  process: ChildProcess;
  pid: number;
  /** What the owner printed after it had started. */
  said: { url?: string; address?: string; pids?: number[]; error?: string };
}

/** Starts a process that owns servers; it is killed when the test ends. */
export async function startOwner(
  what: 'lock' | 'postgres' | 'temporal' | 'shells',
  dir: string,
): Promise<Owner> {
  const child = spawn(process.execPath, [OWNER, what, dir], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => killAndCollect(child));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { process: child, pid: child.pid!, said: JSON.parse(line) as Owner['said'] };
}

export async function killAndCollect(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Waits until none of the processes is running. */
export async function expectGone(pids: readonly number[]): Promise<void> {
  await vi.waitFor(() => expect(pids.filter((pid) => isRunning({ pid, startTime: null }))).toEqual([]), {
    timeout: 20_000,
    interval: 50,
  });
}

/** Creates a folder through which other users may pass: as root, PostgreSQL runs under another account and must work in the folder. */
export async function makeTemporaryDir(): Promise<string> {
  const dir = await temporaryFolder('local-servers-');
  await chmod(dir, 0o711);
  return dir;
}

/** Creates a process group that is killed when the test ends. */
export function makeGroup(): ProcessGroup {
  const group = createProcessGroup();
  onTestFinished(() => group.killAll());
  return group;
}
