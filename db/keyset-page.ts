import { sql, type RawBuilder } from 'kysely';
import type { Db } from './connect.ts';

/**
 * How many rows one page may read. Conditions without an index are checked row by row; if hardly any row matches, a page would
 * read the whole table.
 */
const ROWS_READ_MAX = 10_000;

/** A list that is read in pages, ordered by a unique key. */
export interface KeysetList {
  columns: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  /** The key's columns with their types, named as in `from`; an index must have this order. */
  key: { column: string; type: 'bigint' | 'timestamptz' | 'text' | 'date' }[];
  direction: 'asc' | 'desc';
  /** Conditions that an index serves: the index of the key, or an index with the columns of the conditions followed by those of the key. */
  indexed: RawBuilder<boolean>[];
  /** The other conditions, which are checked row by row. */
  filters: RawBuilder<boolean>[];
}

export interface PageRequest {
  /** The `next` of the previous page; null: the first page. */
  after: string[] | null;
  limit: number;
  rowsReadMax?: number;
}

export interface KeysetPage<Row> {
  items: Row[];
  /**
   * Where the next page begins; null after the last page. A page may have fewer rows than requested, or none, without being the
   * last: it then reached its read limit.
   */
  next: string[] | null;
}

/** Reads one page of a list. */
export async function readKeysetPage<Row extends object>(
  db: Db,
  list: KeysetList,
  page: PageRequest,
): Promise<KeysetPage<Row>> {
  const { limit, rowsReadMax = ROWS_READ_MAX } = page;
  const isBounded = list.filters.length > 0;
  const looksAt = isBounded ? rowsReadMax : limit + 1;
  const { rows } = await sql<Row & Keyed>`
    select looked_at.*, ${keyAsText(list)} as next_key
    from (
      select ${list.columns}, ${namedKey(list)}, ${allOf(list.filters)} as is_wanted
      from ${list.from} where ${following(list, page.after)}
      order by ${orderByKey(list)} limit ${looksAt}
    ) as looked_at
    where is_wanted order by ${orderByKey(list)} limit ${limit + 1}
  `.execute(db);
  const items = rows.slice(0, limit).map((row) => withoutKey(list, row));
  if (rows.length > limit) return { items, next: rows[limit - 1]?.next_key ?? null };
  return { items, next: isBounded ? await findEnd(db, list, { after: page.after, rowsReadMax }) : null };
}

interface Keyed {
  next_key: string[];
}

/** Finds the key of the last row that a page was allowed to read; null if the list ended before that row. */
async function findEnd(
  db: Db,
  list: KeysetList,
  { after, rowsReadMax }: { after: string[] | null; rowsReadMax: number },
): Promise<string[] | null> {
  const { rows } = await sql<Keyed>`
    select ${keyAsText(list)} as next_key
    from (
      select ${namedKey(list)} from ${list.from} where ${following(list, after)}
      order by ${orderByKey(list)} offset ${rowsReadMax - 1} limit 1
    ) as last
  `.execute(db);
  return rows[0]?.next_key ?? null;
}

function following({ key, direction, indexed }: KeysetList, after: string[] | null): RawBuilder<boolean> {
  if (after === null) return allOf(indexed);
  const columns = sql.join(key.map(({ column }) => sql.raw(column)));
  const values = sql.join(key.map(({ type }, place) => sql`${after[place]}::${sql.raw(type)}`));
  const compare = sql.raw(direction === 'asc' ? '>' : '<');
  return allOf([...indexed, sql<boolean>`(${columns}) ${compare} (${values})`]);
}

function allOf(conditions: RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Orders by the aliases of the key: a column's own name may refer to a computed output column. */
function orderByKey({ key, direction }: KeysetList): RawBuilder<unknown> {
  return sql.raw(key.map((_, place) => `key_${place} ${direction}`).join(', '));
}

function namedKey({ key }: KeysetList): RawBuilder<unknown> {
  return sql.raw(key.map(({ column }, place) => `${column} as key_${place}`).join(', '));
}

/** Text keeps a time's microseconds, which a Date would lose. */
function keyAsText({ key }: KeysetList): RawBuilder<unknown> {
  return sql.raw(`array[${key.map((_, place) => `key_${place}::text`).join(', ')}]`);
}

function withoutKey<Row extends object>({ key }: KeysetList, row: Row & Keyed): Row {
  return withoutFields(row, ['next_key', 'is_wanted', ...key.map((_, place) => `key_${place}`)]) as Row;
}

/** Returns a row without some of its fields. */
export function withoutFields<Row extends object, Name extends string>(
  row: Row,
  names: Name[],
): Omit<Row, Name> {
  const left = Object.entries(row).filter(([name]) => !names.some((other) => other === name));
  return Object.fromEntries(left) as Omit<Row, Name>;
}
