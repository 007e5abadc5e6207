import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { ConnectionTransport } from 'puppeteer';
import { startProcessGuard } from '../process-guard.ts';
import { createPipeTransport } from './pipe-transport.ts';
import { isGroupAlive } from './process-table.ts';
import { makeSessionFolder } from './session-folders.ts';

/** A killed group exits within milliseconds; this limits the wait for a process that is stuck in the kernel. */
const GONE_WITHIN_MS = 5_000;
const STDERR_CHARS_MAX = 4_000;

export interface BrowserProcessOptions {
  executable: string;
  root: string;
  /** Builds the flags. Receives the browser's own folder. */
  flags(folder: string): string[];
  /** IANA name of the browser's time zone. Set for the whole process, so that workers of a page report the same one. */
  timeZone: string;
  /** Additional environment variables, such as the path of the fonts. */
  env: Record<string, string>;
}

/** A running browser, in its own process group and folder. */
export interface BrowserProcess {
  /** Also the id of its process group. */
  pid: number;
  folder: string;
  transport: ConnectionTransport;
  /** The last part of its standard error. */
  errors(): string;
  /** Resolves when the browser has exited for any reason. */
  exited: Promise<void>;
  /** Kills the whole group and removes the folder. May be called again. */
  kill(): Promise<void>;
}

/**
 * Starts a browser. A guard makes sure that it does not outlive our process, even if we are killed.
 * @throws Error when the program cannot be run
 */
export async function startBrowserProcess(options: BrowserProcessOptions): Promise<BrowserProcess> {
  const folder = await makeSessionFolder(options.root);
  const guard = startProcessGuard(folder);
  const child = spawn(options.executable, [...options.flags(folder), '--remote-debugging-pipe'], {
    // In its own process group, so that all its processes can be killed together.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    cwd: folder,
    // Passes none of our environment, because that holds the database's password.
    env: {
      ...options.env,
      HOME: folder,
      TMPDIR: folder,
      TZ: options.timeZone,
      PATH: '/usr/local/bin:/usr/bin:/bin',
    },
  });
  if (child.pid !== undefined) guard.watch(child.pid);
  const exited = exitOf(child);
  const [, , stderr, toBrowser, fromBrowser] = child.stdio as [null, null, Readable, Writable, Readable];
  const errors = lastOf(stderr);
  let killing: Promise<void> | undefined;
  const kill = async (): Promise<void> => {
    if (child.pid !== undefined) await endGroup(child.pid);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    guard.dismiss();
  };
  try {
    await once(child, 'spawn');
  } catch (error) {
    await kill();
    throw error;
  }
  return {
    pid: child.pid!,
    folder,
    transport: createPipeTransport(toBrowser, fromBrowser),
    errors,
    exited,
    kill: () => (killing ??= kill()),
  };
}

function exitOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}

function lastOf(stream: Readable): () => string {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (piece: string) => (text = (text + piece).slice(-STDERR_CHARS_MAX)));
  return () => text;
}

async function endGroup(group: number): Promise<void> {
  const deadline = performance.now() + GONE_WITHIN_MS;
  while (performance.now() < deadline) {
    try {
      // Kill repeatedly: a process that was being forked at the first kill exists at the next.
      process.kill(-group, 'SIGKILL');
    } catch {
      return;
    }
    if (!isGroupAlive(group)) return;
    await wait(20);
  }
}
