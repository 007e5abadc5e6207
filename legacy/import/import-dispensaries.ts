import { sql } from 'kysely';
import { PLATFORM_NAMES, type PlatformName } from '../../domain/dispensary.ts';
import { readDatabaseTime } from '../../db/database-clock.ts';
import { toStateCode } from '../../domain/state-code.ts';
import { LEGACY_PLATFORM } from '../legacy-platform.ts';
import { flagOf, numberOf, textOf, timeOf, countOf, type LegacyRow } from './legacy-row.ts';
import { refused, type ImportStep, type ImportTools, type Verdict } from './import-step.ts';
import { findLegacyRows } from './read-legacy-rows.ts';

/** Imports stores with their ids, which rows of other tables refer to. */
export const dispensaries: ImportStep = { table: 'dispensaries', batchSize: 500, judge: judgeDispensaries };

interface Store {
  id: number;
  name: string;
  platform: string;
  platform_dispensary_id: string | null;
  slug: string;
}

async function judgeDispensaries(tools: ImportTools, rows: LegacyRow[]): Promise<Verdict[]> {
  const now = await readNow(tools);
  const read = rows.map((row) => readStore(tools, row, now));
  const stores = read.filter((store) => typeof store !== 'string');
  const known = await findKnown(tools, stores);
  return rows.map(({ id }, at) => {
    const store = read[at] as Store | string;
    return typeof store === 'string' ? refused(id, store) : compare(store, known);
  });
}

function compare(store: Store, known: Store[]): Verdict {
  const { id } = store;
  const sameId = known.find((one) => one.id === id);
  if (sameId !== undefined) {
    return isSame(sameId, store)
      ? { id, is: 'present' }
      : refused(id, `the id belongs to another dispensary here: ${sameId.name}`);
  }
  const sameKey = known.find((one) => isSame(one, store));
  if (sameKey !== undefined) return refused(id, `the store is already here as dispensary ${sameKey.id}`);
  return { id, is: 'new', values: { ...store } };
}

/** Whether two rows are the same store: compares the platform's ids if both have one, else the slugs. */
function isSame(one: Store, other: Store): boolean {
  if (one.platform !== other.platform) return false;
  const isResolved = one.platform_dispensary_id !== null && other.platform_dispensary_id !== null;
  return isResolved ? one.platform_dispensary_id === other.platform_dispensary_id : one.slug === other.slug;
}

async function findKnown({ db }: ImportTools, stores: Store[]): Promise<Store[]> {
  const platforms = stores.map(({ platform }) => platform);
  const { rows } = await sql<Store>`
    select id, name, platform, platform_dispensary_id, slug from dispensaries
    where id = any(${stores.map(({ id }) => id)}::bigint[])
    union
    select id, name, platform, platform_dispensary_id, slug
    from unnest(${platforms}::text[], ${stores.map((store) => store.platform_dispensary_id)}::text[])
      as given(platform, platform_dispensary_id)
    join dispensaries using (platform, platform_dispensary_id)
    union
    select id, name, platform, platform_dispensary_id, slug
    from unnest(${platforms}::text[], ${stores.map(({ slug }) => slug)}::text[]) as given(platform, slug)
    join dispensaries using (platform, slug)
  `.execute(db);
  return rows;
}

/** The columns that decide whether a row can be a store here, and which one. */
const STORE_COLUMNS = ['platform', 'menu_type', 'menu_url', 'slug', 'platform_dispensary_id'];

/** Converts a row to a store, or returns why it cannot be one here. */
function readStore(
  { platforms }: ImportTools,
  row: LegacyRow,
  now: string,
): (Store & Record<string, unknown>) | string {
  const platform = (textOf(row, 'platform', 'menu_type') ?? LEGACY_PLATFORM).toLowerCase();
  if (!isPlatform(platform))
    return `its platform ${JSON.stringify(platform)} is none of ${PLATFORM_NAMES.join(', ')}`;
  const menuUrl = textOf(row, 'menu_url');
  if (menuUrl === null) return 'it has no menu_url';
  const slug = textOf(row, 'slug') ?? platforms[platform].slugOf(menuUrl);
  if (slug === null) return 'it has no slug, and none is in its menu_url';
  const lastCrawlAt = pastTimeOf(row, now, 'last_crawl_at');
  return {
    id: row.id,
    name: textOf(row, 'name', 'dba_name') ?? slug,
    platform,
    platform_dispensary_id: textOf(row, 'platform_dispensary_id'),
    slug,
    menu_url: menuUrl,
    address: textOf(row, 'address', 'address1'),
    city: textOf(row, 'city'),
    state: toStateCode(textOf(row, 'state', 'state_code')),
    postal_code: textOf(row, 'postal_code', 'zip', 'zipcode'),
    country: textOf(row, 'country'),
    latitude: numberOf(row, 'latitude', 'lat'),
    longitude: numberOf(row, 'longitude', 'lng', 'lon'),
    time_zone: textOf(row, 'time_zone', 'timezone'),
    phone: textOf(row, 'phone'),
    crawl_enabled: flagOf(row, 'crawl_enabled') ?? true,
    first_crawl_at: pastTimeOf(row, now, 'first_crawl_at') ?? lastCrawlAt,
    last_crawl_at: lastCrawlAt,
    last_fetch_at: pastTimeOf(row, now, 'last_fetch_at') ?? lastCrawlAt,
    // Ingesting older payloads again must not change the imported state.
    current_payload_fetched_at: lastCrawlAt,
    product_count: countOf(row, 'product_count') ?? 0,
    created_at: timeOf(row, 'created_at') ?? now,
    updated_at: now,
    fetch_mode: 'http',
  };
}

async function readNow({ db }: ImportTools): Promise<string> {
  return (await readDatabaseTime(db)).toISOString();
}

/** Reads a time, at most the present: a time in the future would make every later payload of the store look old. */
function pastTimeOf(row: LegacyRow, now: string, column: string): string | null {
  const time = timeOf(row, column);
  return time !== null && Date.parse(time) > Date.parse(now) ? now : time;
}

function isPlatform(name: string): name is PlatformName {
  return (PLATFORM_NAMES as readonly string[]).includes(name);
}

/**
 * Finds which of these dispensaries were imported; in a dry run, also which would be. Leaves out ids that belong to another store
 * here.
 */
export async function takenDispensaries(
  tools: ImportTools,
  ids: (number | null)[],
): Promise<ReadonlyMap<number, TakenStore>> {
  const rows = await findLegacyRows(tools.legacy, dispensaries.table, { ids, columns: STORE_COLUMNS });
  const verdicts = await judgeDispensaries(tools, rows);
  const now = await readNow(tools);
  const taken = rows.filter(
    (_, at) => verdicts[at]?.is === 'present' || (tools.isDryRun && verdicts[at]?.is === 'new'),
  );
  return new Map(
    taken.map((row) => {
      const { platform, platform_dispensary_id: platformId } = readStore(tools, row, now) as Store;
      return [row.id, { platform: platform as PlatformName, platformId }];
    }),
  );
}

interface TakenStore {
  platform: PlatformName;
  platformId: string | null;
}
