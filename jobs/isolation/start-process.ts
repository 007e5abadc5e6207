import { spawn, type ChildProcess } from 'node:child_process';
import { dirname } from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { CrawlError } from '../../domain/errors.ts';
import { openChannel, type Channel, type Offers } from './channel.ts';
import { sandboxed, type Isolation } from './sandbox.ts';
import { CHANNEL_FD, openMessagePort } from './message-port.ts';
import { watchMemory } from './watch-memory.ts';

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url));

/** A message may have a quarter of the memory of its process, since its worker has to hold it too. */
const MESSAGE_BYTES_PER_MB = 250_000;

/** As much may wait for it to be read as the process can hold. */
const UNREAD_BYTES_PER_MB = 1_000_000;

/** How much of a process's output is passed on. */
const OUTPUT_BYTES_MAX = 1_000_000;

/** A longer line of output is cut. */
const LINE_LENGTH_MAX = 100_000;

/** The end of its error output, which says why a process crashed. */
const TAIL_LENGTH_MAX = 2_000;

/** How long the output of a process that has ended is waited for. */
const LAST_OUTPUT_MS_MAX = 500;

/** How the processes of jobs run. */
export interface IsolationSettings {
  isolation: Isolation;
  /** The memory that one process may use. */
  memoryMb: number;
  /** Absolute paths of data and keys, which no process may read. */
  hidden: readonly string[];
}

/** A process to start. */
interface ProcessOptions extends IsolationSettings {
  env: Record<string, string>;
  /** The absolute path of the module, without symbolic links. */
  module: string;
  /** The functions that the process may call. */
  offers: Offers;
  /** Removes secrets from what the process prints. */
  redact?: (text: string) => string;
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
export function startProcess(options: ProcessOptions): JobProcess {
  const { memoryMb, offers, redact = (text: string) => text } = options;
  const child = spawnSandboxed(options);
  const failing = Promise.withResolvers<never>();
  failing.promise.catch(() => undefined);
  let why: string | null = null;
  const tailOf = passOutputOn(child, redact);
  const memory = watchMemory(child.pid, memoryMb, (usedMb) => {
    why ??= `used ${usedMb} MB of memory; JOB_MEMORY_MB allows ${memoryMb}`;
    kill(child);
  });
  const uncaught = (text: unknown): void => {
    // A secret that is cut is not found any more.
    const said = redact(String(text)).slice(0, TAIL_LENGTH_MAX);
    why ??= `ended through an error that nothing caught: ${said}`;
  };
  let hasStarted = false;
  const started = (): void => void (hasStarted = true);
  const port = openMessagePort(child.stdio[CHANNEL_FD] as Duplex, {
    bytesMax: memoryMb * MESSAGE_BYTES_PER_MB,
    unreadBytesMax: memoryMb * UNREAD_BYTES_PER_MB,
    onFault(text) {
      why ??= text;
      kill(child);
    },
  });
  const channel = openChannel(port, {
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

function spawnSandboxed({ isolation, memoryMb, hidden, env, module }: ProcessOptions): ChildProcess {
  const args = [`--max-old-space-size=${memoryMb}`, PROGRAM];
  const [command = '', ...rest] = sandboxed(isolation, { module, hidden, args });
  return spawn(command, rest, {
    env,
    cwd: dirname(module),
    // The last one is for messages.
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // Ctrl-C in the worker's terminal is for the worker, which lets its jobs finish.
    detached: true,
  });
}

function kill({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Passes the output on to our error output, since our standard output has the log. @returns reads the end of its error output */
function passOutputOn({ stdout, stderr }: ChildProcess, redact: (text: string) => string): () => string {
  let tail = '';
  let bytes = 0;
  const passOn = (text: string): void => {
    bytes += Buffer.byteLength(text);
    if (bytes <= OUTPUT_BYTES_MAX) process.stderr.write(redact(text));
  };
  onLines(stdout, passOn);
  onLines(stderr, (text) => {
    passOn(text);
    tail = (tail + redact(text)).slice(-TAIL_LENGTH_MAX);
  });
  return () => tail;
}

/** Reads whole lines, since a secret may lie on the border of two chunks; only an endless line is cut. */
function onLines(stream: Readable | null, onText: (text: string) => void): void {
  let rest = '';
  stream?.setEncoding('utf8').on('data', (text: string) => {
    rest += text;
    const length = rest.length > LINE_LENGTH_MAX ? rest.length : rest.lastIndexOf('\n') + 1;
    if (length > 0) onText(rest.slice(0, length));
    rest = rest.slice(length);
  });
  stream?.on('close', () => {
    if (rest !== '') onText(rest);
  });
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
