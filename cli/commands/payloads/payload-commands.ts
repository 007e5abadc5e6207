import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import type { CliCommand } from '../../cli-command.ts';
import { CommandRefused } from '../../command-refused.ts';
import type { Column } from '../../output/column.ts';
import { collectNumbers, readNumber } from '../../read-number.ts';
import { formatFields } from './format-fields.ts';
import { showDiff, showLastDiff } from './show-diff.ts';

interface DiffOptions {
  dispensary?: string;
  json?: true;
}

/** Adds `payloads`, for the stored menus. */
export function addPayloadCommands(program: CliCommand): void {
  const payloads = program.command('payloads').description('Menus that were fetched and stored.');
  payloads
    .command('list')
    .description('Shows the stored payloads, the newest first.')
    .examples('crawlchain payloads list --dispensary 1 --limit 10')
    .option('--dispensary <dispensary>', 'only payloads of this dispensary, by its id or slug')
    .list({
      route: '/api/payloads',
      columns: PAYLOAD_COLUMNS,
      limit: 50,
    });
  payloads
    .command('diff')
    .description(
      'Shows what changed between two payloads of a dispensary: products, prices and stock by size.',
    )
    .effect('reads')
    .examples('crawlchain payloads diff 41 57', 'crawlchain payloads diff --dispensary 1 --json')
    .argument(
      '[payload...]',
      'the ids of the older and the newer payload',
      collectNumbers('the id of a payload'),
    )
    .option(
      '--dispensary <dispensary>',
      'compares the last two payloads of this dispensary, by its id or slug',
    )
    .viaApi()
    .action(diff);
  payloads
    .command('fields')
    .description(
      'Shows which fields vanished or appeared since the last accepted payload of the dispensary, and which were probably renamed.',
    )
    .examples('crawlchain payloads fields 57')
    .argument('<payload>', 'the id of a payload', (text) => readNumber(text, 'the id of a payload'))
    .reads({
      send: (api, [id]: [number]) =>
        answerOf(api.GET('/api/payloads/{id}/fields', { params: { path: { id } } })),
      format: formatFields,
    });
}

/** The columns of a list of payloads. */
export const PAYLOAD_COLUMNS: readonly Column<Schemas['Payload']>[] = [
  { header: 'payload', value: 'id', kind: 'number' },
  {
    header: 'dispensary',
    value: (payload) => `${payload.dispensary_name} (${payload.dispensary_id})`,
    kind: 'named',
  },
  { header: 'fetched', value: 'fetched_at', kind: 'time' },
  { header: 'products', value: 'product_count', kind: 'number' },
  { header: 'KiB', value: (payload) => Math.round(payload.size_bytes / 1024), kind: 'number', isMinor: true },
  { header: 'verdict', value: 'verdict', kind: 'status' },
  { header: 'file', value: 'file_state', isMinor: true },
  { header: 'ingested', value: (payload) => (payload.ingested_at === null ? 'no' : 'yes') },
];

async function diff(ids: number[], { dispensary, json }: DiffOptions, command: Command): Promise<void> {
  const [from, to, ...others] = ids;
  const isJson = json === true;
  if (dispensary !== undefined && ids.length === 0) return showLastDiff(dispensary, isJson, command);
  if (dispensary === undefined && from !== undefined && to !== undefined && others.length === 0)
    return showDiff({ from, to }, isJson, command);
  throw new CommandRefused(
    `\`payloads diff\` takes the ids of two payloads, or --dispensary and none; it was given ${ids.join(' ') || 'none'}${dispensary === undefined ? '' : ' and --dispensary'}.`,
  );
}
