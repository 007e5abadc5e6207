import { sql } from 'kysely';
import { OWN_INTERVAL_DUE_AFTER } from '../../domain/crawl-interval.ts';
import { CrawlError } from '../../domain/errors.ts';
import {
  toCountryCode,
  type DiscoveredStore,
  type Dispensary,
  type PlatformName,
} from '../../domain/dispensary.ts';
import { timeZoneOfState } from '../../domain/identity.ts';
import type { Db } from '../connect.ts';

/** PostgreSQL's error code for a duplicate key. */
const UNIQUE_VIOLATION = '23505';

/** Loads a dispensary; null if there is none. */
export async function loadDispensary(db: Db, id: number): Promise<Dispensary | null> {
  const row = await db
    .selectFrom('dispensaries')
    .where('id', '=', id)
    .select([
      'id',
      'name',
      'platform',
      'platform_dispensary_id as platformDispensaryId',
      'slug',
      'menu_url as menuUrl',
      'api_url as apiUrl',
      'city',
      'country',
      'state as stateCode',
      'time_zone as timeZone',
      'crawl_enabled as crawlEnabled',
      'fetch_mode as fetchMode',
      sql<Date | null>`case when browser_until > clock_timestamp() then browser_until end`.as('browserUntil'),
    ])
    .executeTakeFirst();
  if (row === undefined) return null;
  const { country, ...dispensary } = row;
  return { ...dispensary, countryCode: toCountryCode(country) };
}

/** Loads the dispensaries with these ids, ordered by id. Unknown ids are left out. */
export async function loadDispensaries(
  db: Db,
  ids: number[],
): Promise<Pick<Dispensary, 'id' | 'name' | 'platform' | 'stateCode'>[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('dispensaries')
    .where('id', 'in', ids)
    .orderBy('id')
    .select(['id', 'name', 'platform', 'state as stateCode'])
    .execute();
}

/**
 * Saves the resolved platform id of a dispensary, and fills in missing fields from the platform. A store that was added by its
 * menu's address alone has its slug as its name until then.
 * @throws CrawlError InvalidInput when another dispensary has that id: the two are one store
 */
export async function saveResolvedStore(
  db: Db,
  dispensaryId: number,
  { platformDispensaryId, ...store }: DiscoveredStore,
): Promise<void> {
  const timeZone = store.timeZone ?? (store.stateCode === null ? null : timeZoneOfState(store.stateCode));
  try {
    await sql`
      update dispensaries set platform_dispensary_id = ${platformDispensaryId},
        name = case when name = slug then ${store.name} else name end,
        slug = case when name = slug then ${store.slug} else slug end,
        menu_url = case when name = slug then ${store.menuUrl} else menu_url end,
        address = coalesce(address, ${store.address}), city = coalesce(city, ${store.city}),
        state = coalesce(state, ${store.stateCode}), postal_code = coalesce(postal_code, ${store.postalCode}),
        country = coalesce(country, ${store.country}), latitude = coalesce(latitude, ${store.latitude}),
        longitude = coalesce(longitude, ${store.longitude}), time_zone = coalesce(time_zone, ${timeZone}),
        phone = coalesce(phone, ${store.phone}), updated_at = now()
      where id = ${dispensaryId}
    `.execute(db);
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    throw new CrawlError(
      'InvalidInput',
      `Dispensary ${dispensaryId} is the platform's store ${platformDispensaryId}, which another row of dispensaries has already.`,
      { cause: error },
    );
  }
}

/** Finds the id of the dispensary with a platform id; null: there is none. */
export async function findByPlatformId(
  db: Db,
  platform: PlatformName,
  platformDispensaryId: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('dispensaries')
    .where('platform', '=', platform)
    .where('platform_dispensary_id', '=', platformDispensaryId)
    .select('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Records that an `auto` store blocks requests without a browser: for `forMs`, fetches start with a browser. */
export async function rememberBrowser(db: Db, dispensaryId: number, forMs: number): Promise<void> {
  await db
    .updateTable('dispensaries')
    .set({
      browser_until: sql<Date>`clock_timestamp() + ${forMs} * interval '1 millisecond'`,
      updated_at: sql`now()`,
    })
    .where('id', '=', dispensaryId)
    .where('fetch_mode', '=', 'auto')
    .execute();
}

/** Which dispensaries need a crawl. Those never crawled are due; closed or disabled ones are not. */
export interface Due {
  /** `all`, or a two-letter state. */
  scope: string;
  platform?: PlatformName | undefined;
  /** ISO 8601: a dispensary without its own interval is due if its last crawl began before this. */
  dueBefore: string;
  /** ISO 8601: the time from which own intervals are counted back; absent: own intervals are ignored. */
  ownIntervalsAsOf?: string | undefined;
}

export interface DuePage extends Due {
  afterId: number;
  /** The last id of the page's batch; absent: no limit. */
  untilId?: number | undefined;
  limit: number;
}

/** Finds the next dispensaries that need a crawl, ordered by id. */
export async function findDueDispensaries(
  db: Db,
  page: DuePage,
): Promise<Pick<Dispensary, 'id' | 'name' | 'platform' | 'stateCode'>[]> {
  return selectDue(db, page)
    .where('id', '>', page.afterId)
    .$if(page.untilId !== undefined, (query) => query.where('id', '<=', page.untilId ?? 0))
    .orderBy('id')
    .limit(page.limit)
    .select(['id', 'name', 'platform', 'state as stateCode'])
    .execute();
}

/** Counts the dispensaries that need a crawl. */
export async function countDueDispensaries(db: Db, due: Due): Promise<number> {
  const { count } = await selectDue(db, due)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Divides the dispensaries that need a crawl into batches of equal size, ordered by id.
 * @returns the last id of each batch; fewer batches if fewer dispensaries are due
 */
export async function divideDueDispensaries(db: Db, due: Due, batches: number): Promise<number[]> {
  const ends = await db
    .with('due', () =>
      selectDue(db, due).select(['id', sql<number>`ntile(${batches}) over (order by id)`.as('batch')]),
    )
    .selectFrom('due')
    .groupBy('batch')
    .orderBy('batch')
    .select(({ fn }) => fn.max('id').as('end'))
    .execute();
  return ends.map(({ end }) => end);
}

function selectDue(db: Db, { scope, platform, dueBefore, ownIntervalsAsOf }: Due) {
  const ownDueBefore = sql<Date>`
    ${ownIntervalsAsOf ?? null}::timestamptz
      - coalesce(crawl_interval_hours, adapted_interval_hours) * ${OWN_INTERVAL_DUE_AFTER}::float8 * interval '1 hour'
  `;
  let due = db
    .selectFrom('dispensaries')
    .where('crawl_enabled', '=', true)
    .where('closed_at', 'is', null)
    .where((where) =>
      where.or([
        where('last_crawl_started_at', 'is', null),
        where('last_crawl_started_at', '<', sql<Date>`coalesce(${ownDueBefore}, ${dueBefore}::timestamptz)`),
      ]),
    );
  if (scope !== 'all') due = due.where('state', '=', scope);
  if (platform !== undefined) due = due.where('platform', '=', platform);
  return due;
}
