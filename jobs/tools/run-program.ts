import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { CrawlError } from '../../domain/errors.ts';
import { watchMemory } from '../isolation/watch-memory.ts';
import type { ToolResult } from '../job-type.ts';

/** How long a program may take to end after it is told to. */
const END_MS_MAX = 2_000;

/** How long the output of a program that has ended is waited for. */
const LAST_OUTPUT_MS_MAX = 500;

const STDOUT_BYTES_MAX = 10_000_000;

/** Of its error output, the end is kept. */
const STDERR_BYTES_MAX = 65_536;

interface ProgramRun {
  /** For messages. */
  name: string;
  command: string[];
  folder: string;
  /** All that the program has of an environment. */
  env: Record<string, string>;
  memoryMb: number;
  /** On its abort, the program is told to end, and killed after two seconds. */
  signal: AbortSignal;
  /** Called with the process group of the program in the turn in which it is started. */
  onStart: (group: number) => void;
}

/**
 * Runs a program in a process group of its own, of which nothing is left when it ends.
 * @throws the reason of the signal; CrawlError InvalidInput for more output than 10 MB; Error when it cannot be started, or uses too
 *   much memory
 */
export async function runProgram(run: ProgramRun): Promise<ToolResult> {
  const { name, memoryMb, signal } = run;
  signal.throwIfAborted();
  const child = start(run);
  let failure: { reason: unknown } | null = null;
  let timer: NodeJS.Timeout | undefined;
  const fail = (reason: unknown): void => {
    failure ??= { reason };
    end(child, 'SIGKILL');
  };
  const memory = watchMemory(child.pid, memoryMb, (usedMb) =>
    fail(new Error(`${name} used ${usedMb} MB of memory; JOB_MEMORY_MB allows ${memoryMb}.`)),
  );
  const onAbort = (): void => {
    failure ??= { reason: signal.reason };
    end(child, 'SIGTERM');
    timer = setTimeout(() => end(child, 'SIGKILL'), END_MS_MAX);
  };
  signal.addEventListener('abort', onAbort);
  const stdout = collect(child, () => fail(tooMuch(name)));
  const stderr = keepEnd(child);
  try {
    const exitCode = await exitOf(child);
    if (failure !== null) throw (failure as { reason: unknown }).reason;
    return { exitCode, stdout: stdout(), stderr: stderr() };
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(timer);
    memory.stop();
  }
}

function start({ command: [file = '', ...args], folder, env, onStart }: ProgramRun): ChildProcess {
  const child = spawn(file, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  if (child.pid !== undefined) onStart(child.pid);
  return child;
}

/** Waits for the end of a program and of its output, and kills what it has left running. @throws if it cannot be started */
async function exitOf(child: ChildProcess): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.on('error', reject);
  child.on('exit', (code, signal) => {
    // As a shell names the signal that ended a program.
    const exitCode = code ?? 128 + constants.signals[signal ?? 'SIGKILL'];
    end(child, 'SIGKILL');
    const timer = setTimeout(() => {
      // A process that left the group may hold the other ends for as long as it likes.
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve(exitCode);
    }, LAST_OUTPUT_MS_MAX);
    child.on('close', () => {
      clearTimeout(timer);
      resolve(exitCode);
    });
  });
  return promise;
}

function end({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}

function collect({ stdout }: ChildProcess, onTooMuch: () => void): () => string {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stdout?.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= STDOUT_BYTES_MAX) chunks.push(chunk);
    else onTooMuch();
  });
  return () => Buffer.concat(chunks).toString();
}

function keepEnd({ stderr }: ChildProcess): () => string {
  let kept = Buffer.alloc(0);
  stderr?.on('data', (chunk: Buffer) => (kept = Buffer.concat([kept, chunk]).subarray(-STDERR_BYTES_MAX)));
  return () => kept.toString();
}

function tooMuch(name: string): CrawlError {
  return new CrawlError(
    'InvalidInput',
    `${name} printed more than ${STDOUT_BYTES_MAX} bytes: narrow what it is to list.`,
  );
}
