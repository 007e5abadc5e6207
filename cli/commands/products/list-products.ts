import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import { findApiDispensary } from '../../api/find-api-dispensary.ts';
import { formatMore, readPages } from '../../api/read-pages.ts';
import { withApi } from '../../api/with-api.ts';
import { formatProducts } from './format-products.ts';

interface ListOptions {
  dispensary?: string;
  brand?: string;
  category?: string;
  search?: string;
  inStock?: true;
  onSpecial?: true;
  priceMin?: number;
  priceMax?: number;
  limit: number;
  json?: true;
}

/** Lists products. */
export async function listProducts(options: ListOptions, command: Command): Promise<void> {
  const { dispensary, brand, category, search, inStock, onSpecial, limit, json } = options;
  const { items, hasMore } = await withApi(command, async (api) => {
    const store = dispensary === undefined ? undefined : await findApiDispensary(api, dispensary);
    const filter = withoutUndefined({
      dispensary_id: store?.id,
      brand,
      category,
      search,
      in_stock: flag(inStock),
      on_special: flag(onSpecial),
      price_min: options.priceMin,
      price_max: options.priceMax,
    });
    return readPages(limit, (page) =>
      answerOf(api.GET('/api/products', { params: { query: { ...filter, ...page } } })),
    );
  });
  process.stdout.write(json === true ? `${JSON.stringify(items)}\n` : formatProducts(items));
  if (hasMore) process.stderr.write(formatMore(limit));
}

function flag(isGiven: true | undefined): 'true' | undefined {
  return isGiven === true ? 'true' : undefined;
}
