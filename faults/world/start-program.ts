import { fileURLToPath } from 'node:url';
import type { ManagedProcess } from '../../local/managed-process.ts';
import type { ProcessGroup } from '../../local/process-group.ts';

interface Program {
  name: string;
  /** Path of its main file from the project's root. */
  main: string;
  args?: string[];
  logFile: string;
  /** Over ours. */
  env: Record<string, string>;
  /** The line of its log that says that it serves. */
  ready: RegExp;
  /** How long it may take to end. */
  graceMs?: number;
}

/** Longer than the worker's own grace, so that it may end by itself. */
const STOP_GRACE_MS = 15_000;

/** Starts one of our programs as a process of its own; resolves when it serves, with the line that said so. */
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
