import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { PlatformName } from '../../../domain/dispensary.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import { formatMore, readPages } from '../../api/read-pages.ts';
import { withApi } from '../../api/with-api.ts';
import { formatDispensaries } from './format-dispensaries.ts';

interface ListOptions {
  state?: string;
  platform?: PlatformName;
  search?: string;
  limit: number;
  json?: true;
}

/** Lists dispensaries. */
export async function listDispensaries(
  { state, platform, search, limit, json }: ListOptions,
  command: Command,
): Promise<void> {
  const filter = withoutUndefined({ state, platform, search });
  const { items, hasMore } = await withApi(command, (api) =>
    readPages(limit, (page) =>
      answerOf(api.GET('/api/dispensaries', { params: { query: { ...filter, ...page } } })),
    ),
  );
  process.stdout.write(json === true ? `${JSON.stringify(items)}\n` : formatDispensaries(items));
  if (hasMore) process.stderr.write(formatMore(limit));
}
