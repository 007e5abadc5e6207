import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../connect.ts';
import { readKeysetPage, type KeysetList, type KeysetPage, type PageRequest } from '../keyset-page.ts';
import type { ANALYTICS_VIEWS } from './analytics.ts';

type KeyType = KeysetList['key'][number]['type'];

interface ViewDefinition {
  /** The columns of the view's unique index, in the index's order. */
  key: Record<string, KeyType>;
  /** Columns for filters; those that lead an index come first. */
  dimensions: Record<string, KeyType>;
  columns: string;
}

/** The materialized views, by their names in URLs. */
export const ANALYTICS = {
  'dispensary-overview': {
    view: 'analytics_dispensary_overview',
    key: { dispensary_id: 'bigint' },
    dimensions: { dispensary_id: 'bigint', state: 'text' },
    columns:
      'dispensary_id, name, state, products, products_in_stock, products_on_special, price_rec_avg, last_crawl_at',
  },
  'brand-presence': {
    view: 'analytics_brand_presence',
    key: { brand_name: 'text', state: 'text', category: 'text' },
    dimensions: { brand_name: 'text', state: 'text', category: 'text' },
    columns: 'brand_name, state, category, dispensaries, products, price_rec_avg, price_rec_low',
  },
  'current-prices': {
    view: 'analytics_current_prices',
    key: { brand_name: 'text', category: 'text', state: 'text' },
    dimensions: { brand_name: 'text', category: 'text', state: 'text' },
    columns:
      'brand_name, category, state, products, dispensaries, products_on_special, price_low, price_median, price_high',
  },
  'price-history': {
    view: 'analytics_price_history',
    key: { store_product_id: 'bigint', day: 'date' },
    dimensions: { store_product_id: 'bigint', dispensary_id: 'bigint', day: 'date' },
    columns:
      'store_product_id, day::text as day, dispensary_id, price_low, price_high, price_last, was_on_special, was_in_stock',
  },
  availability: {
    view: 'analytics_availability',
    key: { dispensary_id: 'bigint', brand_name: 'text' },
    dimensions: { dispensary_id: 'bigint', brand_name: 'text', state: 'text' },
    columns: 'dispensary_id, brand_name, state, products, in_stock, out_of_stock, out_of_stock_rate',
  },
  'assortment-changes': {
    view: 'analytics_assortment_changes',
    key: { dispensary_id: 'bigint', day: 'date' },
    dimensions: { dispensary_id: 'bigint', day: 'date' },
    columns: 'dispensary_id, day::text as day, new_products, gone_products',
  },
} satisfies Record<string, ViewDefinition & { view: (typeof ANALYTICS_VIEWS)[number] }>;

export type AnalyticsName = keyof typeof ANALYTICS;

/** A row of a view. Days are text, such as 2026-03-31; so are averages and prices. */
export type AnalyticsRow = Record<string, string | number | boolean | Date | null>;

/**
 * Lists the rows of a view, ordered by its key.
 * @param filter values of its dimensions as text; `''` means no brand, state or category
 */
export async function listAnalytics(
  db: Db,
  { name, filter }: { name: AnalyticsName; filter: Record<string, string> },
  page: PageRequest,
): Promise<KeysetPage<AnalyticsRow>> {
  return readKeysetPage<AnalyticsRow>(db, analyticsList(name, filter), page);
}

/** Builds the keyset list for a view and a filter. */
function analyticsList(name: AnalyticsName, filter: Record<string, string>): KeysetList {
  const definition: (typeof ANALYTICS)[AnalyticsName] = ANALYTICS[name];
  const conditions = Object.entries(definition.dimensions).flatMap(([column, type]) =>
    filter[column] === undefined ? [] : [equals(column, type, filter[column])],
  );
  const [first] = Object.keys(definition.dimensions).filter((column) => filter[column] !== undefined);
  const isLed = first !== undefined && LEADING[name].includes(first);
  return {
    columns: sql.raw(definition.columns),
    from: sql.raw(definition.view),
    key: Object.entries(definition.key).map(([column, type]) => ({ column, type })),
    direction: 'asc',
    indexed: isLed ? conditions.slice(0, 1) : [],
    filters: isLed ? conditions.slice(1) : conditions,
  };
}

/** For each view, the columns that lead an index. The index goes on with the rest of the view's key, in the key's order. */
const LEADING: Record<AnalyticsName, string[]> = {
  'dispensary-overview': ['dispensary_id'],
  'brand-presence': ['brand_name'],
  'current-prices': ['brand_name'],
  'price-history': ['store_product_id', 'dispensary_id'],
  availability: ['dispensary_id', 'brand_name'],
  'assortment-changes': ['dispensary_id', 'day'],
};

function equals(column: string, type: string, value: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.raw(column)} = ${value}::${sql.raw(type)}`;
}
