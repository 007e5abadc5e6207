import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs one of our programs under this Node until it ends; what the test leaves running is told to stop. */
export async function runProgram(
  path: string,
  args: string[],
  env: Record<string, string | undefined> = {},
): Promise<Finished> {
  const child = spawn(process.execPath, [path, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  const finished: Finished = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (finished.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (finished.stderr += chunk.toString()));
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.on('close', resolve);
  finished.code = await promise;
  return finished;
}
