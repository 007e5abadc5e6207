import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogAppender, prepareLogFile } from './log-file.ts';
import { isGroupRunning } from './process-identity.mjs';

const LEFTOVER_GRACE_MS = 2_000;
const LEFTOVER_POLL_MS = 50;

/** A process to start, and the destination of its output. */
export interface LaunchSpec {
  command: string;
  args: readonly string[];
  /** The complete environment; default: ours. */
  env?: NodeJS.ProcessEnv | undefined;
  cwd?: string | undefined;
  uid?: number | undefined;
  gid?: number | undefined;
  /** Default: ours. */
  umask?: number | undefined;
  /** The file to which its output is appended. */
  logFile: string;
  onStdoutLine?: ((line: string) => void) | undefined;
}

/** How a process exited. */
export interface BareExit {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Set if the process could not be started. */
  error?: Error;
}

/** A started process. */
export interface Launched {
  pid: number | undefined;
  running: boolean;
  /** How long it ran; 0 until it has ended. */
  ranMs: number;
  logStartByte: number;
  exit: Promise<BareExit>;
}

/** Starts a process in a process group of its own. */
export function launch(spec: LaunchSpec): Launched {
  const logStartByte = prepareLogFile(spec.logFile);
  const logFile = openSync(spec.logFile, 'a', 0o600);
  const startedAtMs = performance.now();
  const child = spawnWithUmask(spec, logFile);
  if (child.stdout) readStdout(child.stdout, { spec, logFile });
  else closeSync(logFile);
  const exit = Promise.withResolvers<BareExit>();
  const launched: Launched = {
    pid: child.pid,
    running: true,
    ranMs: 0,
    logStartByte,
    exit: exit.promise,
  };
  child.on('error', (error) => {
    if (child.pid === undefined) exit.resolve({ code: null, signal: null, error });
  });
  child.on('exit', (code, signal) => {
    launched.running = false;
    launched.ranMs = performance.now() - startedAtMs;
    exit.resolve({ code, signal });
  });
  return launched;
}

function spawnWithUmask(spec: LaunchSpec, logFile: number): ChildProcess {
  // A child inherits its parent's umask at the time of the spawn; there is no other way to set it.
  const ours = spec.umask === undefined ? undefined : process.umask(spec.umask);
  try {
    // Output goes directly to the file, so that a busy or dead parent neither delays nor loses it.
    return spawn(spec.command, spec.args, {
      detached: true,
      stdio: ['ignore', spec.onStdoutLine ? 'pipe' : logFile, logFile],
      env: spec.env ?? process.env,
      cwd: spec.cwd,
      ...(spec.uid === undefined ? {} : { uid: spec.uid }),
      ...(spec.gid === undefined ? {} : { gid: spec.gid }),
    });
  } finally {
    if (ours !== undefined) process.umask(ours);
  }
}

/** Copies the output to the log, closes the log at the end, and passes the lines on. */
function readStdout(stdout: Readable, { spec, logFile }: { spec: LaunchSpec; logFile: number }): void {
  const append = createLogAppender(logFile);
  stdout.on('data', append);
  stdout.on('close', () => closeSync(logFile));
  const lines = createInterface({ input: stdout });
  lines.on('line', (line) => spec.onStdoutLine?.(line));
  // The interface repeats the errors of its input, which can be ignored: if the process ends, its exit is reported.
  lines.on('error', () => undefined);
}

/** Ends the remaining members of a process's group. */
export async function endLeftovers(pgid: number): Promise<void> {
  if (!isGroupRunning(pgid)) return;
  sendSignal(-pgid, 'SIGTERM');
  const deadlineMs = Date.now() + LEFTOVER_GRACE_MS;
  while (isGroupRunning(pgid)) {
    if (Date.now() > deadlineMs) {
      sendSignal(-pgid, 'SIGKILL');
      return;
    }
    await sleep(LEFTOVER_POLL_MS);
  }
}

/** Signals a process, or a group by its negative id. A process that has ended is no error. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
