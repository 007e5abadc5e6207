import { sql, type RawBuilder } from 'kysely';
import type { ComparedProduct } from '../../domain/diff-menus.ts';
import type { Totals } from '../../domain/diff-totals.ts';
import type { Db } from '../connect.ts';

/** Which payloads are meant; null means all. */
export interface PayloadRange {
  dispensaryIds: number[] | null;
  stateCode: string | null;
  /** Fetched at this moment or later, and before that one. */
  from: Date | null;
  before: Date | null;
}

export interface RangedPayload {
  id: number;
  dispensaryId: number;
  fetchedAt: Date;
}

/**
 * Payloads of a range that are believed and whose files are there, each dispensary's from the oldest to the newest.
 * @param after the last one of the page before
 */
export async function findPayloadsInRange(
  db: Db,
  range: PayloadRange,
  page: { after: RangedPayload | null; limit: number },
): Promise<RangedPayload[]> {
  const { after, limit } = page;
  const { rows } = await sql<RangedPayload>`
    select payload.id, payload.dispensary_id as "dispensaryId", payload.fetched_at as "fetchedAt"
    from raw_crawl_payloads payload join dispensaries dispensary on dispensary.id = payload.dispensary_id
    where ${IS_USABLE} and ${isWithin(range)}
      and (${after === null} or (payload.dispensary_id, payload.fetched_at, payload.id)
        > (${after?.dispensaryId ?? 0}::bigint, ${after?.fetchedAt ?? null}::timestamptz, ${after?.id ?? 0}::bigint))
    order by payload.dispensary_id, payload.fetched_at, payload.id
    limit ${limit}
  `.execute(db);
  return rows;
}

/** How many payloads of a range cannot be ingested, by the reason: the verdict on them, or the state of their files. */
export async function countUnusable(
  db: Db,
  range: PayloadRange,
): Promise<{ reason: string; count: number }[]> {
  const { rows } = await sql<{ reason: string; count: number }>`
    select case when payload.file_state = 'stored' then payload.verdict else payload.file_state end as reason, count(*)::int
    from raw_crawl_payloads payload join dispensaries dispensary on dispensary.id = payload.dispensary_id
    where not (${IS_USABLE}) and ${isWithin(range)}
    group by 1 order by 1
  `.execute(db);
  return rows;
}

const IS_USABLE = sql`payload.verdict in ('accepted', 'confirmed') and payload.file_state = 'stored'`;

function isWithin({ dispensaryIds, stateCode, from, before }: PayloadRange): RawBuilder<unknown> {
  return sql`
    (${dispensaryIds}::bigint[] is null or payload.dispensary_id = any(${dispensaryIds}::bigint[]))
    and (${stateCode}::text is null or dispensary.state = ${stateCode})
    and payload.fetched_at >= coalesce(${from}::timestamptz, '-infinity')
    and payload.fetched_at < coalesce(${before}::timestamptz, 'infinity')
  `;
}

/** The menu that a payload's snapshots hold: what it became when it went in. */
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
