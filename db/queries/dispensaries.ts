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

/** The error code of PostgreSQL for a key that is there already. */
const UNIQUE_VIOLATION = '23505';

/** A dispensary by its id, or null. */
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

/** The dispensaries of these ids that exist, in the order of their ids. */
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
 * Keeps the platform's id of a dispensary, once it is resolved, and what else the platform says of the store where nobody
 * has said it. One that was added by the address of its menu alone is named by its slug until then.
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

/** The dispensary that has an id of a platform; null: none has. */
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

/** Notes that an `auto` store blocks requests without a browser: for so long it is fetched in one at once. */
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

/** Which dispensaries need a crawl: never crawled counts as due; a closed one is not, nor one that is not enabled. */
export interface Due {
  /** `all`, or a two-letter state. */
  scope: string;
  platform?: PlatformName | undefined;
  /** ISO 8601: due are those whose last crawl began before, where they have no interval of their own. */
  dueBefore: string;
  /** ISO 8601: the moment from which intervals of their own are counted back; absent: nobody's counts. */
  ownIntervalsAsOf?: string | undefined;
}

export interface DuePage extends Due {
  afterId: number;
  /** The last id of the batch that the page is of; absent: there is no end. */
  untilId?: number | undefined;
  limit: number;
}

/** The next dispensaries that need a crawl, in the order of their ids. */
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

/** How many dispensaries need a crawl. */
export async function countDueDispensaries(db: Db, due: Due): Promise<number> {
  const { count } = await selectDue(db, due)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Divides the dispensaries that need a crawl into batches of equal size, in the order of their ids.
 * @returns the last id of each batch; fewer where fewer are due
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
