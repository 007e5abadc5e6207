import type { Command } from 'commander';

/** A command with the words that call it, such as `payloads diff`. */
export interface PlacedCommand {
  path: string;
  command: Command;
}

/** Every command below the program, groups included, in the order of the help. */
export function commandsOf(program: Command, before = ''): PlacedCommand[] {
  return program.commands.flatMap((command) => {
    const path = `${before}${command.name()}`;
    return [{ path, command }, ...commandsOf(command, `${path} `)];
  });
}

/** Whether a command only has others below it. */
export function isGroup({ command }: PlacedCommand): boolean {
  return command.commands.length > 0;
}

/** The words that call a command, such as `payloads diff`. */
export function pathOf(command: Command): string {
  const { parent } = command;
  if (parent === null) return '';
  const before = pathOf(parent);
  return before === '' ? command.name() : `${before} ${command.name()}`;
}
