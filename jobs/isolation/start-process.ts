import { spawn, type ChildProcess } from 'node:child_process';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { CrawlError } from '../../domain/errors.ts';
import { openChannel, type Channel, type Offers } from './channel.ts';
import { sandboxed, type Isolation } from './sandbox.ts';
import { watchMemory } from './watch-memory.ts';

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url));

/** How much of a process's output is passed on. */
const OUTPUT_BYTES_MAX = 1_000_000;

/** The end of its error output, which says why a process crashed. */
const TAIL_LENGTH_MAX = 2_000;

/** How long the output of a process that has ended is waited for. */
const LAST_OUTPUT_MS_MAX = 500;

/** How the processes of jobs run. */
export interface IsolationSettings {
  isolation: Isolation;
  /** The memory that one process may use. */
  memoryMb: number;
}

/** A process to start. */
interface ProcessOptions extends IsolationSettings {
  env: Record<string, string>;
  /** The absolute path of the module, without symbolic links. */
  module: string;
  /** The functions that the process may call. */
  offers: Offers;
}

/** The process of one attempt of a job, or of a description of its types. */
export interface JobProcess {
  channel: Channel;
  /**
   * Never resolves.
   * @throws CrawlError JobCrashed when the process ends by itself or is killed for its memory; what `report` throws
   */
  failure: Promise<never>;
  kill: () => void;
}

/** Starts a process that can run a module of job types. It ends with the worker. */
export function startProcess({ isolation, memoryMb, env, module, offers }: ProcessOptions): JobProcess {
  const [command = '', ...args] = sandboxed(isolation, {
    module,
    args: [`--max-old-space-size=${memoryMb}`, PROGRAM],
  });
  const child = spawn(command, args, {
    env,
    cwd: dirname(module),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
    // Ctrl-C in the worker's terminal is for the worker, which lets its jobs finish.
    detached: true,
  });
  const failing = Promise.withResolvers<never>();
  failing.promise.catch(() => undefined);
  let why: string | null = null;
  const tailOf = passOutputOn(child);
  const memory = watchMemory(child.pid, memoryMb, (usedMb) => {
    why ??= `used ${usedMb} MB of memory; JOB_MEMORY_MB allows ${memoryMb}`;
    kill(child);
  });
  const uncaught = (text: unknown): void => {
    why ??= `ended through an error that nothing caught: ${String(text).slice(0, TAIL_LENGTH_MAX)}`;
  };
  let hasStarted = false;
  const started = (): void => void (hasStarted = true);
  const channel = openChannel(portOf(child), {
    offers: { ...offers, started, uncaught },
    onFault: failing.reject,
  });
  child.on('error', (error) => {
    if (child.pid !== undefined) return;
    // There is no `exit` then.
    memory.stop();
    fail(new Error(`The process of the job cannot be started: ${error.message}`));
  });
  child.on('exit', (code, signal) => {
    memory.stop();
    // The other processes of its group.
    kill(child);
    afterOutput(child, () => {
      why ??= describeEnd({ code, signal, memoryMb, tail: tailOf() });
      if (!hasStarted) return fail(new Error(`The process of the job could not be started: it ${why}.`));
      fail(new CrawlError('JobCrashed', `The process of the job ${why}.`));
    });
  });
  function fail(error: Error): void {
    channel.end(error);
    failing.reject(error);
  }
  return { channel, failure: failing.promise, kill: () => kill(child) };
}

function kill({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function portOf(child: ChildProcess) {
  return {
    // A message to a process that has ended is lost; its end is reported.
    send: (message: object) => void (child.connected && child.send(message, () => undefined)),
    listen: (onMessage: (message: unknown) => void) => void child.on('message', onMessage),
  };
}

/** Passes the output on to our error output, since our standard output has the log. @returns reads the end of its error output */
function passOutputOn({ stdout, stderr }: ChildProcess): () => string {
  let tail = '';
  let bytes = 0;
  const passOn = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes <= OUTPUT_BYTES_MAX) process.stderr.write(chunk);
  };
  stdout?.on('data', passOn);
  stderr?.on('data', (chunk: Buffer) => {
    passOn(chunk);
    tail = (tail + chunk.toString()).slice(-TAIL_LENGTH_MAX);
  });
  return () => tail;
}

function afterOutput(child: ChildProcess, next: () => void): void {
  const timer = setTimeout(next, LAST_OUTPUT_MS_MAX);
  const hasEnded = (stream: Readable | null): boolean => stream === null || stream.closed;
  const proceed = (): void => {
    clearTimeout(timer);
    next();
  };
  if (hasEnded(child.stdout) && hasEnded(child.stderr)) proceed();
  else child.once('close', proceed);
}

interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  memoryMb: number;
  tail: string;
}

function describeEnd({ code, signal, memoryMb, tail }: ProcessEnd): string {
  if (tail.includes('heap out of memory')) return `used up its memory; JOB_MEMORY_MB allows ${memoryMb} MB`;
  const how = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
  const last = tail.trim().split('\n').at(-1);
  return `${how} before the job did${last ? `: ${last}` : ''}`;
}
