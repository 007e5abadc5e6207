import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../connect.ts';
import { readKeysetPage, type KeysetList, type KeysetPage, type PageRequest } from '../keyset-page.ts';

/** A product as a payload showed it. Money is text with two decimals. */
export interface SeenProduct {
  price: string | null;
  price_rec: string | null;
  price_med: string | null;
  price_rec_special: string | null;
  price_med_special: string | null;
  price_option: string | null;
  is_on_special: boolean;
  is_in_stock: boolean;
  quantity: number | null;
  quantity_capped: boolean;
}

/** A product in one payload. */
export interface HistoryRow extends SeenProduct {
  payload_id: number;
  fetched_at: Date;
  /** All sizes with their prices and quantities. */
  options: unknown[];
}

export interface TimeRange {
  /** Inclusive. */
  since?: Date | undefined;
  /** Exclusive. */
  until?: Date | undefined;
}

const COLUMNS = sql.raw(`
  payload_id, fetched_at, paid_price(price_rec, price_rec_special, price_med, price_med_special) as price, price_rec,
  price_med, price_rec_special, price_med_special, price_option, is_on_special, is_in_stock, quantity, quantity_capped, options
`);

/** Lists a product's history, newest first: one row for each payload that contained it. */
export async function listProductHistory(
  db: Db,
  { productId, ...range }: { productId: number } & TimeRange,
  page: PageRequest,
): Promise<KeysetPage<HistoryRow>> {
  return readKeysetPage<HistoryRow>(db, historyList({ productId, ...range }, page.after), page);
}

/** Builds the keyset list of a product's snapshots. @param after the key after which the page begins; null: the first page */
function historyList(
  { productId, ...range }: { productId: number } & TimeRange,
  after: string[] | null,
): KeysetList {
  return {
    columns: COLUMNS,
    from: sql.raw('store_product_snapshots'),
    key: [
      { column: 'fetched_at', type: 'timestamptz' },
      { column: 'payload_id', type: 'bigint' },
    ],
    direction: 'desc',
    indexed: [
      sql<boolean>`store_product_id = ${productId}`,
      ...within('fetched_at', range),
      // Redundant with the key, but only a condition on the time alone excludes partitions.
      ...(after === null ? [] : [sql<boolean>`fetched_at <= ${after[0]}::timestamptz`]),
    ],
    filters: [],
  };
}

/** Returns the SQL conditions for a time within a range. */
export function within(column: string, { since, until }: TimeRange): RawBuilder<boolean>[] {
  return [
    since === undefined ? [] : [sql<boolean>`${sql.raw(column)} >= ${since}`],
    until === undefined ? [] : [sql<boolean>`${sql.raw(column)} < ${until}`],
  ].flat();
}
