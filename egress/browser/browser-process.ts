import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { ConnectionTransport } from 'puppeteer';
import { startBrowserGuard } from './browser-guard.ts';
import { createPipeTransport } from './pipe-transport.ts';
import { isGroupAlive } from './process-table.ts';
import { makeSessionFolder } from './session-folders.ts';

/** A killed group is gone in milliseconds; one that is stuck in the kernel is not waited for longer. */
const GONE_WITHIN_MS = 5_000;
const STDERR_CHARS_MAX = 4_000;

export interface BrowserProcessOptions {
  executable: string;
  root: string;
  /** The flags, given the folder that is the browser's own. */
  flags(folder: string): string[];
  /** The browser's time zone, an IANA name: for its whole process, so that no worker of a page tells another. */
  timeZone: string;
  /** More of its environment, such as where its fonts are. */
  env: Record<string, string>;
}

/** A running browser, in a process group and a folder of its own. */
export interface BrowserProcess {
  /** Of the group, too. */
  pid: number;
  folder: string;
  transport: ConnectionTransport;
  /** What it has written to standard error, the last part. */
  errors(): string;
  /** Resolves when the browser is gone, for whatever reason. */
  exited: Promise<void>;
  /** Kills the whole group and removes the folder. May be called again. */
  kill(): Promise<void>;
}

/**
 * Starts a browser. It dies with us, also when we are killed: a guard sees to that.
 * @throws Error when the program cannot be run
 */
export async function startBrowserProcess(options: BrowserProcessOptions): Promise<BrowserProcess> {
  const folder = await makeSessionFolder(options.root);
  const guard = startBrowserGuard(folder);
  const child = spawn(options.executable, [...options.flags(folder), '--remote-debugging-pipe'], {
    // A group of its own, so that all its processes can be killed as one.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    cwd: folder,
    // Nothing of our environment: it holds the database's password.
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
      // Again and again: a process that was being made at the first kill is there at the second.
      process.kill(-group, 'SIGKILL');
    } catch {
      return;
    }
    if (!isGroupAlive(group)) return;
    await wait(20);
  }
}
