import { Command } from 'commander';
import { addPlatformCommands } from './commands/platforms/add-platform-commands.ts';

/** The command `crawlchain` with its subcommands. */
export function createProgram(): Command {
  const program = new Command('crawlchain')
    .description('Steers crawls of dispensary menus.')
    .showHelpAfterError();
  addPlatformCommands(program);
  return program;
}
