import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** One of our programs, running. */
export interface RunningProgram {
  pid: number;
  /** Its output so far, and its exit code once it has ended. */
  sofar: Finished;
  /** Resolves once it has ended. */
  finished: Promise<Finished>;
  signal(name: NodeJS.Signals): void;
}

/** Runs one of our programs under this Node until it ends; it is stopped if it still runs after the test. */
export async function runProgram(
  path: string,
  args: string[],
  env: Record<string, string | undefined> = {},
): Promise<Finished> {
  return startProgram(path, args, env).finished;
}

/** Starts one of our programs under this Node; it is stopped if it still runs after the test. */
export function startProgram(
  path: string,
  args: string[],
  env: Record<string, string | undefined> = {},
): RunningProgram {
  const child = spawn(process.execPath, [path, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  const sofar: Finished = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (sofar.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (sofar.stderr += chunk.toString()));
  const { promise, resolve } = Promise.withResolvers<Finished>();
  child.on('close', (code) => {
    sofar.code = code;
    resolve(sofar);
  });
  return { pid: child.pid!, sofar, finished: promise, signal: (name) => void child.kill(name) };
}
