import type { Schemas } from '../../../api-client/create-api-client.ts';
import { describeSamples } from '../../../domain/belief/describe-samples.ts';
import type { Column } from '../../output/column.ts';
import type { Display } from '../../output/display.ts';
import { nameDispensary } from '../../output/name-dispensary.ts';
import { timeOf } from '../../output/format-time.ts';

/** The columns of a list of doubted menus. */
export const QUARANTINE_COLUMNS: readonly Column<Schemas['PayloadDetail']>[] = [
  { header: 'payload', value: 'id', kind: 'number' },
  { header: 'dispensary', value: nameDispensary, kind: 'named' },
  { header: 'fetched', value: 'fetched_at', kind: 'time' },
  { header: 'products', value: 'product_count', kind: 'number' },
  {
    header: 'believed by itself',
    value: ({ doubt_end: end }, display) => describeEnd(end, display),
    isMinor: true,
  },
  { header: 'why', value: ({ suspicion }) => describeSuspicion(suspicion) },
];

function describeEnd(end: Schemas['PayloadDetail']['doubt_end'], display: Display): string | null {
  if (end === null) return null;
  if (end.by === 'person') return 'never';
  return end.at === null ? 'at the next crawl' : `at ${timeOf(end.at, display)}`;
}

/** How many products of each payload to name; `--json` has all. */
const SAMPLES_NAMED = 3;

function describeSuspicion(suspicion: Schemas['Payload']['suspicion']): string | null {
  if (suspicion === null) return null;
  const shown = describeSamples(suspicion.samples, SAMPLES_NAMED);
  return shown === '' ? suspicion.message : `${suspicion.message} For example: ${shown}.`;
}
