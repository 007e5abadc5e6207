import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { describeSamples } from '../../../domain/belief/describe-samples.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { formatMore, readPages } from '../../api/read-pages.ts';
import { withApi } from '../../api/with-api.ts';
import { formatTable } from '../../format-table.ts';

/** Shows the payloads that wait for a decision. */
export async function listQuarantine(
  { limit, json }: { limit: number; json?: true },
  command: Command,
): Promise<void> {
  const { items, hasMore } = await withApi(command, (api) =>
    readPages(limit, (query) => answerOf(api.GET('/api/payloads/quarantine', { params: { query } }))),
  );
  process.stdout.write(json === true ? `${JSON.stringify(items, null, 2)}\n` : formatQuarantine(items));
  if (hasMore) process.stderr.write(formatMore(limit));
}

function formatQuarantine(payloads: readonly Schemas['PayloadDetail'][]): string {
  if (payloads.length === 0) return 'No menu is doubted.\n';
  return formatTable(
    ['payload', 'dispensary', 'fetched', 'products', 'believed by itself', 'why'],
    payloads.map((payload) => [
      payload.id,
      withoutControls(`${payload.dispensary_name} (${payload.dispensary_id})`),
      payload.fetched_at.slice(0, 16),
      payload.product_count,
      describeEnd(payload.doubt_end),
      withoutControls(describeSuspicion(payload.suspicion)),
    ]),
  );
}

function describeEnd(end: Schemas['PayloadDetail']['doubt_end']): string {
  if (end === null) return '-';
  if (end.by === 'person') return 'never';
  return end.at === null ? 'at the next crawl' : `at ${end.at.slice(0, 16)}Z`;
}

/** Products of each payload that are named; `--json` has all. */
const SAMPLES_NAMED = 3;

function describeSuspicion(suspicion: Schemas['Payload']['suspicion']): string {
  if (suspicion === null) return '-';
  const shown = describeSamples(suspicion.samples, SAMPLES_NAMED);
  return shown === '' ? suspicion.message : `${suspicion.message} For example: ${shown}.`;
}
