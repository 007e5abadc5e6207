import { sql, type RawBuilder } from 'kysely';
import type { ComparedProduct } from '../../domain/diff-menus.ts';
import type { Totals } from '../../domain/diff-totals.ts';
import type { Db } from '../connect.ts';
import { readKeysetPage, type KeysetPage, type PageRequest } from '../keyset-page.ts';
import { within, type TimeRange } from './product-history.ts';

/** Selects payloads; an absent field selects all. */
export interface PayloadRange extends TimeRange {
  dispensaryIds?: number[] | undefined;
  state?: string | undefined;
}

export interface RangedPayload {
  id: number;
  dispensary_id: number;
  fetched_at: Date;
}

const PAYLOADS = sql`raw_crawl_payloads payload join dispensaries dispensary on dispensary.id = payload.dispensary_id`;

/** Lists the believed payloads in a range whose files exist, for each dispensary from the oldest to the newest. */
export async function listPayloadsInRange(
  db: Db,
  range: PayloadRange,
  page: PageRequest,
): Promise<KeysetPage<RangedPayload>> {
  const list = {
    columns: sql`payload.id, payload.dispensary_id, payload.fetched_at`,
    from: PAYLOADS,
    key: [
      { column: 'payload.dispensary_id', type: 'bigint' as const },
      { column: 'payload.fetched_at', type: 'timestamptz' as const },
      { column: 'payload.id', type: 'bigint' as const },
    ],
    direction: 'asc' as const,
    indexed: [],
    filters: [IS_USABLE, ...isWithin(range)],
  };
  return readKeysetPage<RangedPayload>(db, list, page);
}

/** Counts the payloads in a range that cannot be ingested, by reason: their verdict, or the state of their files. */
export async function countUnusable(
  db: Db,
  range: PayloadRange,
): Promise<{ reason: string; count: number }[]> {
  const { rows } = await sql<{ reason: string; count: number }>`
    select case when payload.file_state = 'stored' then payload.verdict else payload.file_state end as reason, count(*)::int
    from ${PAYLOADS} where ${sql.join([sql`not ${IS_USABLE}`, ...isWithin(range)], sql` and `)}
    group by 1 order by 1
  `.execute(db);
  return rows;
}

const IS_USABLE = sql<boolean>`(payload.verdict in ('accepted', 'confirmed') and payload.file_state = 'stored')`;

function isWithin({ dispensaryIds, state, ...times }: PayloadRange): RawBuilder<boolean>[] {
  return [
    ...(dispensaryIds === undefined
      ? []
      : [sql<boolean>`payload.dispensary_id = any(${dispensaryIds}::bigint[])`]),
    ...(state === undefined ? [] : [sql<boolean>`dispensary.state = ${state}`]),
    ...within('payload.fetched_at', times),
  ];
}

/** Loads the menu in a payload's snapshots, which is the result of its ingest. */
export async function loadSnapshotMenu(db: Db, payloadId: number): Promise<(ComparedProduct & Totals)[]> {
  const potency = (name: 'thc' | 'cbd') => {
    const [low, high, unit] = ['low', 'high', 'unit'].map((part) => sql.ref(`snapshot.${name}_${part}`));
    return sql`case when ${low} is not null then json_build_object('low', ${low}, 'high', ${high}, 'unit', ${unit}) end`;
  };
  const { rows } = await sql<ComparedProduct & Totals>`
    select product.provider_product_id as "providerProductId", product.name, snapshot.is_in_stock as "inStock",
      snapshot.options, snapshot.price_rec as "priceRec", snapshot.price_med as "priceMed",
      snapshot.price_rec_special as "specialRec", snapshot.price_med_special as "specialMed",
      snapshot.price_option as "priceOption",
      snapshot.is_on_special as "onSpecial", snapshot.quantity, snapshot.quantity_capped as "quantityCapped",
      ${potency('thc')} as thc, ${potency('cbd')} as cbd
    from store_product_snapshots snapshot join store_products product on product.id = snapshot.store_product_id
    where snapshot.payload_id = ${payloadId}
    order by product.provider_product_id
  `.execute(db);
  return rows;
}
