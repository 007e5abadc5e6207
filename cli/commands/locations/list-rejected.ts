import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import type { PlatformName } from '../../../domain/dispensary.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import { formatMore, readPages } from '../../api/read-pages.ts';
import { withApi } from '../../api/with-api.ts';
import { formatTable } from '../../format-table.ts';

interface ListOptions {
  state?: string;
  platform?: PlatformName;
  why?: string;
  search?: string;
  limit: number;
  json?: true;
}

/** Lists stores that discovery found and left out. */
export async function listRejected(
  { state, platform, why, search, limit, json }: ListOptions,
  command: Command,
): Promise<void> {
  const filter = withoutUndefined({ state, platform, reason: why, search });
  const { items, hasMore } = await withApi(command, (api) =>
    readPages(limit, (page) =>
      answerOf(api.GET('/api/locations/rejected', { params: { query: { ...filter, ...page } } })),
    ),
  );
  process.stdout.write(json === true ? `${JSON.stringify(items, null, 2)}\n` : formatLocations(items));
  if (hasMore) process.stderr.write(formatMore(limit));
}

function formatLocations(locations: readonly Schemas['Location'][]): string {
  if (locations.length === 0) return 'There are none.\n';
  return formatTable(
    ['location', 'platform', 'name', 'place', 'why', 'last seen'],
    locations.map(({ id, platform, name, city, state, ...location }) => [
      id,
      platform,
      withoutControls(name),
      withoutControls([city, state].filter((part) => part !== null).join(', ')),
      withoutControls(location.rejected_because),
      location.last_seen_at.slice(0, 16),
    ]),
  );
}
