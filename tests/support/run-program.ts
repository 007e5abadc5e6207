import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A program of ours that runs. */
export interface RunningProgram {
  pid: number;
  /** What it has written so far; its code, once it has ended. */
  sofar: Finished;
  /** Resolves when it has ended. */
  finished: Promise<Finished>;
  signal(name: NodeJS.Signals): void;
}

/** Runs one of our programs under this Node until it ends; what the test leaves running is told to stop. */
export async function runProgram(
  path: string,
  args: string[],
  env: Record<string, string | undefined> = {},
): Promise<Finished> {
  return startProgram(path, args, env).finished;
}

/** Starts one of our programs under this Node; what the test leaves running is told to stop. */
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
