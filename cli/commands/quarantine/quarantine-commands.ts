import { InvalidArgumentError, Option } from 'commander';
import type { CliCommand } from '../../cli-command.ts';
import { osUser } from '../../os-user.ts';
import { readNumber } from '../../read-number.ts';
import { reasonOption } from '../../reason-option.ts';
import { confirmPayload, decide, type DecisionOptions } from './decide-payload.ts';
import { QUARANTINE_COLUMNS } from './quarantine-columns.ts';

/** Adds `quarantine`, which lists doubted menus and decides about them. */
export function addQuarantineCommands(program: CliCommand): void {
  const quarantine = program
    .command('quarantine')
    .description('Doubted menus, which are not ingested and wait for a decision.');
  quarantine
    .command('list')
    .description('Shows the menus that wait, and why they are doubted, the newest first.')
    .examples('crawlchain quarantine list')
    .list({
      route: '/api/payloads/quarantine',
      columns: QUARANTINE_COLUMNS,
      none: 'No menu is doubted.',
      limit: 500,
    });
  quarantine
    .command('confirm')
    .description('Confirms a payload, which ingests it.')
    .effect('changes')
    .examples('crawlchain quarantine confirm 57 --by Ada')
    .argument('<payload>', 'the id of a payload', payloadId)
    .addOption(byWhom())
    .addOption(reasonOption('the reason, for the payload and the audit'))
    .confirmed(([id]) => `Write the doubted payload ${id} to the catalog?`)
    .viaApi()
    .action(confirmPayload);
  quarantine
    .command('reject')
    .description('Rejects a payload; its file is kept, and it is never ingested.')
    .examples('crawlchain quarantine reject 57')
    .argument('<payload>', 'the id of a payload', payloadId)
    .addOption(byWhom())
    .addOption(reasonOption('the reason, for the payload and the audit'))
    .changes({
      send: (api, [id]: [number], options: DecisionOptions) =>
        decide(api, id, { decision: 'reject', ...options }),
      format: (_, [id]) => `Payload ${id} is rejected.`,
    });
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

const payloadId = readNumber('the id of a payload');
