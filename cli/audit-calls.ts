import type { Command } from 'commander';
import type { Entry } from './audit-entry.ts';
import { CliCommand } from './cli-command.ts';

/** The audit of one call. */
interface CallAudit {
  /** Records how the call ended; reports on standard error if its start or end could not be recorded. */
  close(exitCode: number): Promise<void>;
}

/**
 * Records who changes what, and the `--reason`, before the command runs. Leaves out calls that only read, and changes that the API
 * records. A command runs even when it cannot be recorded: anyone who can run it could change the tables by hand.
 * @param args the words of the call after the name of the program
 */
export function auditCalls(program: Command, args: string[]): CallAudit {
  let entry: Entry | null = null;
  // Few calls need the database code, which takes a quarter of a second to load.
  const load = () => import('./audit-entry.ts');
  program.hook('preAction', async (_, command) => {
    if (command instanceof CliCommand && command.isNotedHere)
      entry = await (await load()).openEntry(command, args);
  });
  return {
    close: async (exitCode) => {
      if (entry !== null) await (await load()).closeEntry(entry, exitCode);
    },
  };
}
