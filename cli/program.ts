import { Command } from 'commander';

/** The command `crawlchain` with its subcommands. */
export function createProgram(): Command {
  return new Command('crawlchain').description('Steers crawls of dispensary menus.').showHelpAfterError();
}
