import { sql, type RawBuilder } from 'kysely';
import type { PlatformName } from '../../domain/dispensary.ts';
import type { Db } from '../connect.ts';
import { readKeysetPage, type KeysetList, type KeysetPage, type PageRequest } from '../keyset-page.ts';

/** A dispensary and its crawl settings. */
export interface DispensaryRow {
  id: number;
  name: string;
  platform: PlatformName;
  platform_dispensary_id: string | null;
  slug: string;
  menu_url: string;
  address: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  country: string | null;
  latitude: number | null;
  longitude: number | null;
  time_zone: string | null;
  phone: string | null;
  crawl_enabled: boolean;
  /** Null while it is crawled, or if its crawls were not switched off through the API. */
  crawl_stopped_at: Date | null;
  /** The name of the key that was used. */
  crawl_stopped_by: string | null;
  crawl_stopped_because: string | null;
  /** The interval that an operator set; null: the interval adapts or follows the schedule. */
  crawl_interval_hours: number | null;
  adapted_interval_hours: number | null;
  fetch_mode: 'http' | 'browser' | 'auto';
  browser_until: Date | null;
  product_count: number;
  first_crawl_at: Date | null;
  last_crawl_at: Date | null;
  last_crawl_started_at: Date | null;
  last_fetch_at: Date | null;
  closed_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface DispensaryFilter {
  state?: string | undefined;
  platform?: PlatformName | undefined;
  crawlEnabled?: boolean | undefined;
  /** Parts of the name and city, separated by spaces, in any order and in capital or small letters. */
  search?: string | undefined;
}

const COLUMNS = sql.raw(`
  id, name, platform, platform_dispensary_id, slug, menu_url, address, city, state, postal_code, country, latitude,
  longitude, time_zone, phone, crawl_enabled, crawl_stopped_at, crawl_stopped_by, crawl_stopped_because, crawl_interval_hours,
  adapted_interval_hours, fetch_mode, browser_until, product_count, first_crawl_at, last_crawl_at, last_crawl_started_at, last_fetch_at, closed_at, created_at, updated_at
`);

/** A page may read the whole table: the rows are small, and there are at most tens of thousands. */
const ROWS_READ_MAX = 50_000;

/** Lists dispensaries by id. */
export async function listDispensaries(
  db: Db,
  filter: DispensaryFilter,
  page: PageRequest,
): Promise<KeysetPage<DispensaryRow>> {
  return readKeysetPage<DispensaryRow>(db, dispensaryList(filter), { rowsReadMax: ROWS_READ_MAX, ...page });
}

/** Builds the keyset list for a filter. The table is small and each crawl updates its rows, so no filter has an index. */
function dispensaryList({ state, platform, crawlEnabled, search }: DispensaryFilter): KeysetList {
  return {
    columns: COLUMNS,
    from: sql.raw('dispensaries'),
    key: [{ column: 'id', type: 'bigint' }],
    direction: 'asc',
    indexed: [],
    filters: [
      state === undefined ? [] : [sql<boolean>`state = ${state}`],
      platform === undefined ? [] : [sql<boolean>`platform = ${platform}`],
      crawlEnabled === undefined ? [] : [sql<boolean>`crawl_enabled = ${crawlEnabled}`],
      (search ?? '')
        .split(/\s+/u)
        .map((part) => sql<boolean>`strpos(lower(concat_ws(' ', name, city)), lower(${part})) > 0`),
    ].flat(),
  };
}

/** Finds a dispensary; null if there is none. */
export async function findDispensary(db: Db, id: number): Promise<DispensaryRow | null> {
  const { rows } = await sql<DispensaryRow>`select ${COLUMNS} from dispensaries where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** The text form of an id. */
const ID = /^[1-9]\d{0,14}$/;

/** Finds dispensaries by id or slug, ordered by id. Stores of several platforms may share a slug. */
export async function findNamedDispensaries(db: Db, name: string): Promise<DispensaryRow[]> {
  const isMeant = ID.test(name) ? sql`id = ${Number(name)}` : sql`slug = ${name}`;
  const { rows } =
    await sql<DispensaryRow>`select ${COLUMNS} from dispensaries where ${isMeant} order by id`.execute(db);
  return rows;
}

/** Reads a dispensary that the same transaction has read or inserted. */
export async function requireRow(tx: Db, id: number): Promise<DispensaryRow> {
  const row = await findDispensary(tx, id);
  if (row === null) throw new Error(`Dispensary ${id} is gone within a transaction`);
  return row;
}

export interface DispensaryChange {
  crawl_enabled?: boolean | undefined;
  /** Null: the interval adapts or follows the schedule. */
  crawl_interval_hours?: number | null | undefined;
  fetch_mode?: 'http' | 'browser' | 'auto' | undefined;
}

/** Who changes a dispensary, and why. */
export interface ChangedBy {
  name: string;
  reason: string | null;
}

/** Changes the crawl settings of a dispensary, from its next chain on. @returns the changed row; null: there is no such dispensary */
export async function changeDispensary(
  db: Db,
  id: number,
  { change, by }: { change: DispensaryChange; by: ChangedBy },
): Promise<DispensaryRow | null> {
  const { rows } = await sql<DispensaryRow>`
    update dispensaries set
      crawl_enabled = coalesce(${change.crawl_enabled ?? null}, crawl_enabled),
      fetch_mode = coalesce(${change.fetch_mode ?? null}, fetch_mode),
      crawl_interval_hours = ${change.crawl_interval_hours === undefined ? sql`crawl_interval_hours` : change.crawl_interval_hours},
      ${stopperSet(change.crawl_enabled, by)}
      updated_at = now()
    where id = ${id} returning ${COLUMNS}
  `.execute(db);
  return rows[0] ?? null;
}

/** Sets who switched the crawls off. Switching them off twice keeps the first. */
function stopperSet(isEnabled: boolean | undefined, { name, reason }: ChangedBy): RawBuilder<unknown> {
  if (isEnabled === undefined) return sql``;
  if (isEnabled) return sql`crawl_stopped_at = null, crawl_stopped_by = null, crawl_stopped_because = null,`;
  const isFirst = sql`crawl_enabled or crawl_stopped_at is null`;
  return sql`
    crawl_stopped_at = case when ${isFirst} then now() else crawl_stopped_at end,
    crawl_stopped_by = case when ${isFirst} then ${name} else crawl_stopped_by end,
    crawl_stopped_because = case when ${isFirst} then ${reason} else crawl_stopped_because end,`;
}
