import { fileURLToPath } from 'node:url';
import type { ManagedProcess } from '../../local/managed-process.ts';
import type { ProcessGroup } from '../../local/process-group.ts';

interface Program {
  name: string;
  /** The path of the program's main file, from the project's root. */
  main: string;
  args?: string[];
  logFile: string;
  /** Variables that override the environment of this process. */
  env: Record<string, string>;
  /** Matches the log line which says that the program serves. */
  ready: RegExp;
  /** How long the program may take to stop; then it is killed. */
  graceMs?: number;
}

/** Longer than the worker's own grace period, so that a worker can stop by itself. */
const STOP_GRACE_MS = 15_000;

/** Starts a program of this project as a process; resolves once it serves, with the log line that says so. */
export async function startProgram(
  group: ProcessGroup,
  { name, main, args = [], logFile, env, ready, graceMs = STOP_GRACE_MS }: Program,
): Promise<{ process: ManagedProcess; readyLine: string }> {
  const serving = Promise.withResolvers<string>();
  const managed = group.start({
    name,
    command: process.execPath,
    args: [fileURLToPath(new URL(`../../${main}`, import.meta.url)), ...args],
    env: { ...process.env, ...env },
    logFile,
    graceMs,
    onStdoutLine: (line) => {
      if (ready.test(line)) serving.resolve(line);
    },
    onExit: () => serving.reject(new Error(`${name} ended before it served:\n${managed.logTail()}`)),
  });
  return { process: managed, readyLine: await serving.promise };
}
