import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import { formatMore, readPages } from '../../api/read-pages.ts';
import { withApi } from '../../api/with-api.ts';
import { formatHistory } from './format-products.ts';

interface HistoryOptions {
  since?: Date;
  until?: Date;
  limit: number;
  json?: true;
}

/** Shows how prices and stock of a product changed. */
export async function showHistory(
  id: number,
  { since, until, limit, json }: HistoryOptions,
  command: Command,
): Promise<void> {
  const range = withoutUndefined({ since: since?.toISOString(), until: until?.toISOString() });
  const { items, hasMore } = await withApi(command, (api) =>
    readPages(limit, (page) =>
      answerOf(
        api.GET('/api/products/{id}/history', { params: { path: { id }, query: { ...range, ...page } } }),
      ),
    ),
  );
  process.stdout.write(json === true ? `${JSON.stringify(items)}\n` : formatHistory(items));
  if (hasMore) process.stderr.write(formatMore(limit));
}
