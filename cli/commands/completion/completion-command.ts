import { Argument, type Command } from 'commander';
import { completionScript } from './completion-scripts.ts';
import { completionTable } from './completion-table.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** Adds `completion`: a script from which a shell knows the commands. */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('Prints a script from which a shell completes commands, options and what they take.')
    .addArgument(new Argument('<shell>', 'of whom').choices(SHELLS))
    .action((shell: (typeof SHELLS)[number]) => {
      process.stdout.write(completionScript(shell, completionTable(program)));
    });
}
