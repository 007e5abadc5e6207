import type { CliCommand } from '../../cli-command.ts';
import { commandsOf } from '../../command-tree.ts';

/** The words and options that may follow the words of a command. */
export interface Completions {
  /** The words of the command, such as `payloads diff`; empty for the program itself. */
  path: string;
  /** The names of the command's subcommands, or the choices of its argument. */
  words: string[];
  /** The line for a shell that prints further words, one a line; null: there are none. */
  listing: string | null;
  options: CompletedOption[];
}

export interface CompletedOption {
  flags: string[];
  takesValue: boolean;
  /** The possible values; empty: any value. */
  choices: string[];
}

/** Lists the words and options that may follow, for the program and for each command. */
export function completionTable(program: CliCommand): Completions[] {
  return [{ path: '', command: program }, ...commandsOf(program)].map(({ path, command }) => ({
    path,
    words: [
      ...command.commands.map((below) => below.name()),
      ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    ],
    listing: command.listingIn(program.opts<{ dataDir: string }>().dataDir),
    options: [
      ...command.options.map((option) => ({
        flags: [option.long, option.short].filter((flag) => flag !== undefined && flag !== null),
        takesValue: option.required || option.optional,
        choices: option.argChoices ?? [],
      })),
      { flags: ['--help'], takesValue: false, choices: [] },
    ],
  }));
}
