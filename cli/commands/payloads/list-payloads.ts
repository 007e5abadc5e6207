import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { findApiDispensary } from '../../api/find-api-dispensary.ts';
import { formatMore, readPages } from '../../api/read-pages.ts';
import { withApi } from '../../api/with-api.ts';
import { formatTable } from '../../format-table.ts';

/** Lists stored payloads. @param options.dispensary an id or slug */
export async function listPayloads(
  { dispensary, limit, json }: { dispensary?: string; limit: number; json?: true },
  command: Command,
): Promise<void> {
  const { items, hasMore } = await withApi(command, async (api) => {
    const filter =
      dispensary === undefined ? {} : { dispensary_id: (await findApiDispensary(api, dispensary)).id };
    return readPages(limit, (page) =>
      answerOf(api.GET('/api/payloads', { params: { query: { ...filter, ...page } } })),
    );
  });
  process.stdout.write(json === true ? `${JSON.stringify(items, null, 2)}\n` : formatPayloads(items));
  if (hasMore) process.stderr.write(formatMore(limit));
}

function formatPayloads(payloads: readonly Schemas['Payload'][]): string {
  if (payloads.length === 0) return 'There are none.\n';
  return formatTable(
    ['payload', 'dispensary', 'fetched', 'products', 'KiB', 'verdict', 'file', 'ingested'],
    payloads.map((payload) => [
      payload.id,
      withoutControls(`${payload.dispensary_name} (${payload.dispensary_id})`),
      payload.fetched_at.slice(0, 16),
      payload.product_count,
      Math.round(payload.size_bytes / 1024),
      payload.verdict,
      payload.file_state,
      payload.ingested_at === null ? 'no' : 'yes',
    ]),
  );
}
