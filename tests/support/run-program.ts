import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A running program of this project. */
export interface RunningProgram {
  pid: number;
  /** The output so far, and the exit code once the program has ended. */
  sofar: Finished;
  /** Resolves once the program has ended. */
  finished: Promise<Finished>;
  signal(name: NodeJS.Signals): void;
}

/** Runs a program of this project under the same Node until it ends. If it still runs when the test ends, it is stopped. */
export async function runProgram(
  path: string,
  args: string[],
  env: Record<string, string | undefined> = {},
): Promise<Finished> {
  return startProgram(path, args, env).finished;
}

/** Starts a program of this project under the same Node. If it still runs when the test ends, it is stopped. */
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
