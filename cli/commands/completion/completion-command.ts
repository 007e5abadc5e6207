import { Argument } from 'commander';
import type { CliCommand } from '../../cli-command.ts';
import { completionScript } from './completion-scripts.ts';
import { completionTable } from './completion-table.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** Adds `completion`, which prints a script for a shell's completion. */
export function addCompletionCommand(program: CliCommand): void {
  program
    .command('completion')
    .description('Prints a script with which a shell completes commands, options and their values.')
    .effect('reads')
    .examples(
      'source <(crawlchain completion bash)',
      'crawlchain completion zsh > "${fpath[1]}/_crawlchain"',
      'crawlchain completion fish > ~/.config/fish/completions/crawlchain.fish',
    )
    .addArgument(new Argument('<shell>', 'of whom').choices(SHELLS))
    .action((shell: (typeof SHELLS)[number]) => {
      process.stdout.write(completionScript(shell, completionTable(program)));
    });
}
