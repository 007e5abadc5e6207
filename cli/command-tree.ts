import type { CliCommand } from './cli-command.ts';

/** A command with the words that call it, such as `payloads diff`. */
export interface PlacedCommand {
  path: string;
  command: CliCommand;
}

/** Lists every command below the program, including groups, in the order of the help. */
export function commandsOf(program: CliCommand, before = ''): PlacedCommand[] {
  return (program.commands as CliCommand[]).flatMap((command) => {
    const path = `${before}${command.name()}`;
    return [{ path, command }, ...commandsOf(command, `${path} `)];
  });
}

/** Whether a command has subcommands, and so does nothing itself. */
export function isGroup({ command }: PlacedCommand): boolean {
  return command.commands.length > 0;
}
