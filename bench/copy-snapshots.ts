import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** Our columns that an import fills, each with the legacy table's expression. */
const COLUMNS = {
  store_product_id: 'snapshot.store_product_id',
  payload_id: 'raw_payload_id',
  dispensary_id: 'dispensary_id',
  price_rec: 'snapshot.price_rec',
  price_med: 'snapshot.price_med',
  is_on_special: 'false',
  is_in_stock: 'snapshot.is_in_stock',
  thc_low: 'snapshot.thc_percent',
  thc_high: 'snapshot.thc_percent',
  thc_unit: `'UNKNOWN'`,
  options: `'[]'`,
  fetched_at: 'captured_at',
  quantity_capped: 'false',
  normalizer_version: '0',
};

/**
 * Copies all legacy snapshots, joined with their dispensaries and otherwise unchanged, into a new table with our columns: `bare`,
 * without key and index, or `keyed`, with them.
 * @returns seconds
 */
export async function copySnapshots(legacy: Client, ours: Client, into: 'bare' | 'keyed'): Promise<number> {
  await ours.query(
    `create table copied (like store_product_snapshots ${into === 'keyed' ? 'including indexes' : ''})`,
  );
  const startedAtMs = performance.now();
  await pipeline(
    legacy.query(
      copyTo(`copy (
        select ${Object.values(COLUMNS).join(', ')}
        from store_product_snapshots snapshot join store_products product on product.id = snapshot.store_product_id
      ) to stdout`),
    ),
    ours.query(copyFrom(`copy copied (${Object.keys(COLUMNS).join(', ')}) from stdin`)),
  );
  const seconds = (performance.now() - startedAtMs) / 1000;
  await ours.query('drop table copied');
  return seconds;
}
