import { answerOf } from '../../../api-client/answer-of.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import type { CliCommand } from '../../cli-command.ts';
import type { Column } from '../../output/column.ts';
import { nameDispensary } from '../../output/name-dispensary.ts';
import { readNumber } from '../../read-number.ts';
import { addDiffCommand } from './diff-command.ts';
import { formatFields } from './format-fields.ts';

/** Adds `payloads`, for the stored menus. */
export function addPayloadCommands(program: CliCommand): void {
  const payloads = program.command('payloads').description('Menus that were fetched and stored.');
  payloads
    .command('list')
    .description('Shows the stored payloads, the newest first.')
    .examples('crawlchain payloads list --dispensary 1 --limit 10')
    .option('--dispensary <dispensary>', 'only payloads of this dispensary, by its id or slug')
    .list({ route: '/api/payloads', columns: PAYLOAD_COLUMNS, limit: 50 });
  addDiffCommand(payloads);
  payloads
    .command('fields')
    .description(
      'Shows which fields vanished or appeared since the last accepted payload of the dispensary, and which were probably renamed.',
    )
    .examples('crawlchain payloads fields 57')
    .argument('<payload>', 'the id of a payload', readNumber('the id of a payload'))
    .reads({
      send: (api, [id]: [number]) =>
        answerOf(api.GET('/api/payloads/{id}/fields', { params: { path: { id } } })),
      format: formatFields,
    });
}

/** The columns of a list of payloads. */
export const PAYLOAD_COLUMNS: readonly Column<Schemas['Payload']>[] = [
  { header: 'payload', value: 'id', kind: 'number' },
  { header: 'dispensary', value: nameDispensary, kind: 'named' },
  { header: 'fetched', value: 'fetched_at', kind: 'time' },
  { header: 'products', value: 'product_count', kind: 'number' },
  { header: 'KiB', value: (payload) => Math.round(payload.size_bytes / 1024), kind: 'number', isMinor: true },
  { header: 'verdict', value: 'verdict', kind: 'status' },
  { header: 'file', value: 'file_state', isMinor: true },
  { header: 'ingested', value: (payload) => (payload.ingested_at === null ? 'no' : 'yes') },
];
