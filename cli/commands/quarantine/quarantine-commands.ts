import { InvalidArgumentError, Option, type Command } from 'commander';
import type { CliCommand } from '../../cli-command.ts';
import { osUser } from '../../os-user.ts';
import { readNumber } from '../../read-number.ts';
import { reasonOption } from '../../reason-option.ts';
import type { Interruption } from '../../wait-for-work.ts';
import { confirmPayload, rejectPayload, type DecisionOptions } from './decide-payload.ts';
import { listQuarantine } from './list-quarantine.ts';

/** Adds `quarantine`: doubted menus, and what a person decides about them. */
export function addQuarantineCommands(
  program: CliCommand,
  _onFailure: () => void,
  interruption: Interruption,
): void {
  const quarantine = program
    .command('quarantine')
    .description('Doubted menus: they were fetched, did not go in, and wait for a decision.');
  quarantine
    .command('list')
    .description('Shows what waits, with what is doubted about it, newest first.')
    .effect('reads')
    .examples('crawlchain quarantine list')
    .option('--limit <count>', 'so many at most', (text) => readNumber(text, 'a whole number above 0'), 500)
    .option('--json', 'as JSON')
    .viaApi()
    .action(listQuarantine);
  quarantine
    .command('confirm')
    .description('Believes a payload and has it ingested.')
    .effect('changes')
    .examples('crawlchain quarantine confirm 57 --by Ada')
    .argument('<payload>', 'the id of a payload', payloadId)
    .addOption(byWhom())
    .addOption(reasonOption('why, for the payload and the audit'))
    .option('--json', 'as JSON')
    .viaApi()
    .action((id: number, options: DecisionOptions, command: Command) =>
      confirmPayload(id, options, { command, interruption }),
    );
  quarantine
    .command('reject')
    .description('Does not believe a payload; it stays on disk and is never ingested.')
    .effect('changes')
    .examples('crawlchain quarantine reject 57')
    .argument('<payload>', 'the id of a payload', payloadId)
    .addOption(byWhom())
    .addOption(reasonOption('why, for the payload and the audit'))
    .option('--json', 'as JSON')
    .viaApi()
    .action(rejectPayload);
}

function byWhom(): Option {
  return new Option('--by <name>', 'who decides')
    .argParser(personName)
    .default(osUser(), 'the name of your user');
}

function personName(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It takes a name.');
  return text;
}

function payloadId(text: string): number {
  return readNumber(text, 'the id of a payload');
}
