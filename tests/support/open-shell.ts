import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import type { ManagedProcess } from '../../local/managed-process.ts';
import { createProcessGroup } from '../../local/process-group.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A shell in this checkout, as an operator has one. */
interface Shell {
  /** Runs a command line. @returns its standard output @throws an error with its output if it fails */
  run: (line: string) => Promise<string>;
  /** Starts a command line that stays up until the test ends, and waits for a line of its output. */
  serve: (line: string, ready: RegExp) => Promise<ManagedProcess>;
}

/**
 * Opens a shell whose variables are `env`, in which later changes count.
 * @param folder where the output of what stays up is logged
 */
export function openShell(env: NodeJS.ProcessEnv, folder: string): Shell {
  const group = createProcessGroup();
  onTestFinished(() => group.stopAll());
  let served = 0;
  return {
    async run(line) {
      const { stdout } = await promisify(execFile)('/bin/sh', ['-c', line], { cwd: ROOT, env });
      return stdout;
    },
    async serve(line, ready) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      served += 1;
      const managed = group.start({
        name: line,
        command: '/bin/sh',
        args: ['-c', `exec env ${line}`],
        cwd: ROOT,
        env,
        logFile: join(folder, `${served}.log`),
        onStdoutLine: (text) => ready.test(text) && resolve(),
        onExit: () => reject(new Error(`${line} ended:\n${managed.logTail()}`)),
      });
      await promise;
      return managed;
    },
  };
}
