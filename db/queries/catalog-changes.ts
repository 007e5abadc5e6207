import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import type { SeenProduct } from './product-history.ts';
import { withoutFields, type KeysetPage } from '../keyset-page.ts';
import { within, type TimeRange } from './product-history.ts';

/** The kinds of change of a product between two payloads. `quantity` is separate, because quantities change with every sale. */
export const CHANGE_KINDS = ['added', 'removed', 'price', 'stock', 'quantity'] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

export interface ChangeRow {
  fetched_at: Date;
  previous_fetched_at: Date;
  payload_id: number;
  previous_payload_id: number;
  dispensary_id: number;
  product_id: number;
  name: string;
  brand_name: string | null;
  category: string | null;
  kinds: ChangeKind[];
  /** Null if the older payload did not contain the product; `after` is null if the newer one did not. */
  before: SeenProduct | null;
  after: SeenProduct | null;
}

export interface ChangeFilter extends TimeRange {
  dispensaryId?: number | undefined;
  kinds: readonly ChangeKind[];
}

export interface ChangePageRequest {
  /**
   * Where the previous page ended: the payload's time, its id, and the id of its last product that was returned, or '' after the
   * whole payload. Null: the first page.
   */
  after: string[] | null;
  limit: number;
  snapshotsReadMax?: number;
}

/** How many snapshots a page and a query may compare. A query compares fewer, because most pages are full after few snapshots. */
const SNAPSHOTS_READ_MAX = 10_000;
const SNAPSHOTS_AT_ONCE = 2_000;
const PAYLOADS_AT_ONCE = 50;

/**
 * Lists the changes between consecutive ingested payloads of each dispensary: newest payload first, then by product id. A
 * dispensary's first payload shows no changes. Products that an incomplete payload lacks do not count as removed, nor as added by
 * the next one.
 */
export async function listChanges(
  db: Db,
  filter: ChangeFilter,
  { after, limit, snapshotsReadMax = SNAPSHOTS_READ_MAX }: ChangePageRequest,
): Promise<KeysetPage<ChangeRow>> {
  const found: FoundChange[] = [];
  let position = after;
  let snapshotsRead = 0;
  while (snapshotsRead < snapshotsReadMax) {
    const pairs = await nextPairs(db, filter, position);
    const last = pairs.at(-1);
    if (last === undefined) return { items: found.map(toRow), next: null };
    found.push(
      ...(await comparePairs(db, pairs, { filter, after: position, limit: limit + 1 - found.length })),
    );
    if (found.length > limit) {
      const items = found.slice(0, limit);
      return { items: items.map(toRow), next: items.at(-1)?.next_key ?? null };
    }
    position = [last.fetched_at_text, String(last.payload_id), ''];
    snapshotsRead += snapshotsOf(pairs);
  }
  return { items: found.map(toRow), next: position };
}

/** An ingested payload and the previous one. */
interface Pair {
  payload_id: number;
  /** With microseconds, which a Date would lose. */
  fetched_at_text: string;
  previous_id: number | null;
  previous_fetched_at_text: string | null;
  products: number;
  previous_products: number;
  /** Additions count only if the older payload is complete, removals only if the newer one is. */
  is_added_told: boolean;
  is_removed_told: boolean;
}

/** Reads the next payloads with their predecessors: as many as one query may compare, and at least one if any are left. */
async function nextPairs(db: Db, filter: ChangeFilter, after: string[] | null): Promise<Pair[]> {
  const { dispensaryId, ...range } = filter;
  const conditions = [
    sql<boolean>`payload.ingested_at is not null`,
    ...within('payload.fetched_at', range),
    ...(dispensaryId === undefined ? [] : [sql<boolean>`payload.dispensary_id = ${dispensaryId}`]),
    ...(after === null ? [] : [following(after)]),
  ];
  const { rows } = await sql<Pair>`
    select payload.id as payload_id, payload.fetched_at::text as fetched_at_text, previous.id as previous_id,
      previous.fetched_at::text as previous_fetched_at_text, payload.product_count as products,
      coalesce(previous.product_count, 0) as previous_products,
      coalesce(previous.missing_count = 0, false) as is_added_told, payload.missing_count = 0 as is_removed_told
    from raw_crawl_payloads payload
    left join lateral (
      select id, fetched_at, product_count, missing_count from raw_crawl_payloads earlier
      where earlier.dispensary_id = payload.dispensary_id and earlier.ingested_at is not null
        and (earlier.fetched_at, earlier.id) < (payload.fetched_at, payload.id)
      order by earlier.fetched_at desc, earlier.id desc limit 1
    ) previous on true
    where ${sql.join(conditions, sql` and `)}
    order by payload.fetched_at desc, payload.id desc limit ${PAYLOADS_AT_ONCE}
  `.execute(db);
  const fitting = rows.findIndex((_, place) => snapshotsOf(rows.slice(0, place + 1)) > SNAPSHOTS_AT_ONCE);
  return fitting === -1 ? rows : rows.slice(0, Math.max(1, fitting));
}

/** SQL: whether a payload comes after a position. A payload of which only some products were returned is read again. */
function following([fetchedAt, payloadId, productId]: string[]) {
  const compare = sql.raw(productId === '' ? '<' : '<=');
  return sql<boolean>`(payload.fetched_at, payload.id) ${compare} (${fetchedAt}::timestamptz, ${payloadId}::bigint)`;
}

function snapshotsOf(pairs: Pair[]): number {
  return pairs.reduce((sum, { products, previous_products }) => sum + products + previous_products, 0);
}

type FoundChange = ChangeRow & { next_key: string[] };

interface Comparison {
  filter: ChangeFilter;
  after: string[] | null;
  limit: number;
}

/** Compares payloads with their predecessors through their snapshots, which are adjacent in the index. */
async function comparePairs(
  db: Db,
  pairs: Pair[],
  { filter, after, limit }: Comparison,
): Promise<FoundChange[]> {
  const reported = pairs.filter(({ previous_id }) => previous_id !== null);
  const [, changePayload = null, changedProduct = ''] = after ?? [];
  const { rows } = await sql<FoundChange>`
    select pair.fetched_at, pair.previous_fetched_at, pair.payload_id, pair.previous_id as previous_payload_id,
      product.dispensary_id, change.product_id, product.name, product.brand_name, product.category, change.kinds,
      change.before, change.after,
      array[pair.fetched_at::text, pair.payload_id::text, change.product_id::text] as next_key
    from jsonb_to_recordset(${JSON.stringify(reported.map(pairRecord))}::jsonb) as pair (
      payload_id bigint, fetched_at timestamptz, previous_id bigint, previous_fetched_at timestamptz,
      is_added_told boolean, is_removed_told boolean
    )
    cross join lateral (
      select store_product_id as product_id, ${SEEN_BEFORE} as before, ${SEEN_AFTER} as after, array(
        select kind from unnest(array[
          case when before.payload_id is null and pair.is_added_told then 'added' end,
          case when after.payload_id is null and pair.is_removed_told then 'removed' end,
          case when (before.price_rec, before.price_med, before.price_rec_special, before.price_med_special)
            is distinct from (after.price_rec, after.price_med, after.price_rec_special, after.price_med_special)
            and before.payload_id = pair.previous_id and after.payload_id = pair.payload_id then 'price' end,
          case when before.is_in_stock <> after.is_in_stock then 'stock' end,
          case when (before.quantity, before.quantity_capped) is distinct from (after.quantity, after.quantity_capped)
            and before.payload_id = pair.previous_id and after.payload_id = pair.payload_id then 'quantity' end
        ]) as kind where kind = any(${[...filter.kinds]}::text[])
      ) as kinds
      from (
        select * from store_product_snapshots where payload_id = pair.previous_id and fetched_at = pair.previous_fetched_at
      ) before
      full join (
        select * from store_product_snapshots where payload_id = pair.payload_id and fetched_at = pair.fetched_at
      ) after using (store_product_id)
      where before.payload_id is null or after.payload_id is null
        or (${comparedOf('before')}) is distinct from (${comparedOf('after')})
    ) change
    join store_products product on product.id = change.product_id
    where change.kinds <> '{}'
      and (pair.payload_id is distinct from ${changePayload}::bigint
        or change.product_id > ${changedProduct === '' ? null : changedProduct}::bigint)
    order by pair.fetched_at desc, pair.payload_id desc, change.product_id limit ${limit}
  `.execute(db);
  return rows;
}

function pairRecord(pair: Pair): Record<string, unknown> {
  return {
    ...pair,
    fetched_at: pair.fetched_at_text,
    previous_fetched_at: pair.previous_fetched_at_text,
  };
}

const COMPARED = [
  'price_rec',
  'price_med',
  'price_rec_special',
  'price_med_special',
  'is_in_stock',
  'quantity',
  'quantity_capped',
];

function comparedOf(side: 'before' | 'after') {
  return sql.raw(COMPARED.map((column) => `${side}.${column}`).join(', '));
}

/** Money is text: a JSON number would lose its decimals. */
function seen(side: 'before' | 'after') {
  const prices = ['price_rec', 'price_med', 'price_rec_special', 'price_med_special'];
  const rest = ['price_option', 'is_on_special', 'is_in_stock', 'quantity', 'quantity_capped'];
  const paid = `paid_price(${side}.price_rec, ${side}.price_rec_special, ${side}.price_med, ${side}.price_med_special)`;
  return sql.raw(`
    case when ${side}.payload_id is not null then json_build_object(
      'price', ${paid}::text, ${prices.map((name) => `'${name}', ${side}.${name}::text`).join(', ')},
      ${rest.map((name) => `'${name}', ${side}.${name}`).join(', ')}
    ) end
  `);
}

const SEEN_BEFORE = seen('before');
const SEEN_AFTER = seen('after');

function toRow(found: FoundChange): ChangeRow {
  return withoutFields(found, ['next_key']);
}
