import { sql } from 'kysely';
import { timeZoneOfState } from '../../domain/identity.ts';
import { whyNotPromoted, type DiscoveredStore, type PlatformName } from '../../domain/dispensary.ts';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import type { Db } from '../connect.ts';

export interface SavedDiscovery {
  found: number;
  rejected: number;
  /** Dispensaries that did not exist before. */
  newDispensaryIds: number[];
  /** Dispensaries of this answer that were never crawled, including the new ones: a retry must not lose their first crawl. */
  uncrawledDispensaryIds: number[];
}

/**
 * Saves the stores that a platform returned and promotes the valid ones to dispensaries, in one transaction. Known dispensaries are
 * updated, not duplicated: the key is the platform id, or the slug if the id has changed. A closed store is not due until it
 * reopens. Ignores reasons for rejection that somebody has overruled for a store.
 */
export async function saveDiscoveredStores(
  db: Db,
  platform: PlatformName,
  stores: DiscoveredStore[],
): Promise<SavedDiscovery> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.newDispensaries})`.execute(tx);
    return saveStores(tx, platform, stores);
  });
}

/** Does what `saveDiscoveredStores` does inside a transaction that holds the lock `newDispensaries`. */
export async function saveStores(
  tx: Db,
  platform: PlatformName,
  stores: DiscoveredStore[],
): Promise<SavedDiscovery> {
  // One row per key: a statement may not update the same row twice. Sorted, so that two discoveries cannot deadlock.
  const unique = [...new Map(stores.map((store) => [store.platformDispensaryId, store])).values()].sort(
    (a, b) => (a.platformDispensaryId < b.platformDispensaryId ? -1 : 1),
  );
  const admitted = await findAdmitted(tx, platform, unique);
  const judged = unique.map((store) => ({
    ...store,
    timeZone: store.timeZone ?? (store.stateCode === null ? null : timeZoneOfState(store.stateCode)),
    rejectedBecause: whyNotPromoted(store, admitted.get(store.platformDispensaryId)),
  }));
  const rows = JSON.stringify(judged);
  await recognizeUnresolved(tx, platform, rows);
  await recognizeRegisteredAnew(tx, platform, rows);
  await closeThoseThatClosed(tx, platform, rows);
  const promoted = await promote(tx, platform, rows);
  await keepLocations(tx, platform, rows);
  return {
    found: judged.length,
    rejected: judged.filter(({ rejectedBecause }) => rejectedBecause !== null).length,
    newDispensaryIds: promoted.filter((row) => row.is_new).map((row) => row.id),
    uncrawledDispensaryIds: promoted.filter((row) => row.is_uncrawled).map((row) => row.id),
  };
}

/** Finds the reasons for rejection that somebody has overruled, by platform id. */
async function findAdmitted(
  tx: Db,
  platform: PlatformName,
  stores: DiscoveredStore[],
): Promise<Map<string, string[]>> {
  const ids = stores.map(({ platformDispensaryId }) => platformDispensaryId);
  const { rows } = await sql<{ id: string; reasons: string[] }>`
    select platform_dispensary_id as id, admitted_reasons as reasons from dutchie_discovery_locations
    where platform = ${platform} and platform_dispensary_id = any(${ids}) and admitted_reasons is not null
  `.execute(tx);
  return new Map(rows.map(({ id, reasons }) => [id, reasons]));
}

const RECORD = sql`json_to_recordset(incoming.rows) as store (
  "platformDispensaryId" text, name text, slug text, "menuUrl" text, address text, city text, "stateCode" text,
  "postalCode" text, country text, latitude float8, longitude float8, "timeZone" text, phone text, status text,
  "rejectedBecause" text
)`;

/** Sets the id of a dispensary that was added by its slug and never crawled; otherwise discovery would duplicate it. */
async function recognizeUnresolved(tx: Db, platform: PlatformName, rows: string): Promise<void> {
  await sql`
    with incoming as (select ${rows}::json as rows)
    update dispensaries known set platform_dispensary_id = store."platformDispensaryId", updated_at = now()
    from incoming, ${RECORD}
    -- If two rows have the slug, takes the first, because an id belongs to one row.
    where known.id = (
      select min(id) from dispensaries
      where platform = ${platform} and platform_dispensary_id is null and slug = store.slug
    )
      and not exists (
        select from dispensaries other
        where other.platform = ${platform} and other.platform_dispensary_id = store."platformDispensaryId"
      )
  `.execute(tx);
}

/**
 * Gives a dispensary its new id if the platform has registered the store again under its old slug, unless the answer also contains
 * the old id, which is then another store.
 */
async function recognizeRegisteredAnew(tx: Db, platform: PlatformName, rows: string): Promise<void> {
  await sql`
    with incoming as (select ${rows}::json as rows), named as (select store.* from incoming, ${RECORD})
    update dispensaries known set platform_dispensary_id = store."platformDispensaryId", updated_at = now()
    from named store
    where known.id = (
      select min(id) from dispensaries
      where platform = ${platform} and slug = store.slug and state = store."stateCode"
        and city is not distinct from coalesce(store.city, city)
        and platform_dispensary_id <> store."platformDispensaryId"
    )
      and store."rejectedBecause" is null
      and not exists (select from named other where other."platformDispensaryId" = known.platform_dispensary_id)
      and not exists (
        select from dispensaries other
        where other.platform = ${platform} and other.platform_dispensary_id = store."platformDispensaryId"
      )
  `.execute(tx);
}

async function closeThoseThatClosed(tx: Db, platform: PlatformName, rows: string): Promise<void> {
  await sql`
    with incoming as (select ${rows}::json as rows)
    update dispensaries known set closed_at = coalesce(known.closed_at, now()), updated_at = now()
    from incoming, ${RECORD}
    where known.platform = ${platform} and known.platform_dispensary_id = store."platformDispensaryId"
      and store.status is not null and store.status <> 'open' and store."rejectedBecause" is not null
  `.execute(tx);
}

interface Promoted {
  id: number;
  is_new: boolean;
  is_uncrawled: boolean;
}

async function promote(tx: Db, platform: PlatformName, rows: string): Promise<Promoted[]> {
  const result = await sql<Promoted>`
    with incoming as (select ${rows}::json as rows)
    insert into dispensaries as known (
      name, platform, platform_dispensary_id, slug, menu_url, address, city, state, postal_code, country,
      latitude, longitude, time_zone, phone
    )
    select store.name, ${platform}, store."platformDispensaryId", store.slug, store."menuUrl", store.address, store.city,
      store."stateCode", store."postalCode", store.country, store.latitude, store.longitude, store."timeZone", store.phone
    from incoming, ${RECORD}
    where store."rejectedBecause" is null
    on conflict (platform, platform_dispensary_id) do update set
      name = excluded.name, slug = excluded.slug, menu_url = excluded.menu_url,
      address = coalesce(excluded.address, known.address), city = coalesce(excluded.city, known.city),
      state = coalesce(excluded.state, known.state), postal_code = coalesce(excluded.postal_code, known.postal_code),
      country = coalesce(excluded.country, known.country), latitude = coalesce(excluded.latitude, known.latitude),
      longitude = coalesce(excluded.longitude, known.longitude), time_zone = coalesce(excluded.time_zone, known.time_zone),
      phone = coalesce(excluded.phone, known.phone), closed_at = null, updated_at = now()
    -- xmax is 0 for a row that this statement inserted, and not for one that it updated.
    returning id, xmax = 0 as is_new, first_crawl_at is null as is_uncrawled
  `.execute(tx);
  return result.rows;
}

async function keepLocations(tx: Db, platform: PlatformName, rows: string): Promise<void> {
  await sql`
    with incoming as (select ${rows}::json as rows)
    insert into dutchie_discovery_locations as known (
      platform, platform_dispensary_id, name, slug, menu_url, address, city, state, postal_code, country, latitude,
      longitude, time_zone, phone, status, rejected_because, dispensary_id
    )
    select ${platform}, store."platformDispensaryId", store.name, store.slug, store."menuUrl", store.address, store.city,
      store."stateCode", store."postalCode", store.country, store.latitude, store.longitude, store."timeZone", store.phone,
      store.status, store."rejectedBecause", dispensary.id
    from incoming, ${RECORD}
    left join dispensaries dispensary
      on dispensary.platform = ${platform} and dispensary.platform_dispensary_id = store."platformDispensaryId"
    on conflict (platform, platform_dispensary_id) do update set
      name = excluded.name, slug = excluded.slug, menu_url = excluded.menu_url, address = excluded.address,
      city = excluded.city, state = excluded.state, postal_code = excluded.postal_code, country = excluded.country,
      latitude = excluded.latitude, longitude = excluded.longitude, time_zone = excluded.time_zone, phone = excluded.phone,
      status = excluded.status, rejected_because = excluded.rejected_because, dispensary_id = excluded.dispensary_id,
      last_seen_at = now()
  `.execute(tx);
}
