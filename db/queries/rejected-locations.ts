import { sql } from 'kysely';
import { reasonsAgainst, type DiscoveredStore, type PlatformName } from '../../domain/dispensary.ts';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import type { Db } from '../connect.ts';
import { readKeysetPage, type KeysetPage, type PageRequest } from '../keyset-page.ts';
import type { AddedDispensary } from './add-dispensary.ts';
import { requireRow } from './catalog-dispensaries.ts';
import { saveStores } from './discovery.ts';

/** A store that discovery found and rejected. */
export interface RejectedLocation {
  id: number;
  name: string;
  platform: PlatformName;
  platform_dispensary_id: string;
  slug: string;
  menu_url: string;
  address: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  country: string | null;
  phone: string | null;
  status: string | null;
  rejected_because: string;
  first_seen_at: Date;
  last_seen_at: Date;
}

export interface LocationFilter {
  state?: string | undefined;
  platform?: PlatformName | undefined;
  /** A part of the reason, in capital or small letters. */
  reason?: string | undefined;
  /** A part of the name, in capital or small letters. */
  search?: string | undefined;
}

/** A page may read the whole table: the rows are small, and there are at most tens of thousands. */
const ROWS_READ_MAX = 50_000;

/** Lists the stores that discovery rejected, by id. */
export async function listRejectedLocations(
  db: Db,
  { state, platform, reason, search }: LocationFilter,
  page: PageRequest,
): Promise<KeysetPage<RejectedLocation>> {
  const list = {
    columns: sql.raw(`
      id, name, platform, platform_dispensary_id, slug, menu_url, address, city, state, postal_code, country, phone, status,
      rejected_because, first_seen_at, last_seen_at
    `),
    from: sql.raw('dutchie_discovery_locations location'),
    key: [{ column: 'id', type: 'bigint' as const }],
    direction: 'asc' as const,
    indexed: [],
    filters: [
      sql<boolean>`rejected_because is not null and dispensary_id is null`,
      // Leaves out a store that somebody has added meanwhile, until the next discovery links the two rows.
      sql<boolean>`not exists (
        select from dispensaries known
        where known.platform = location.platform and known.platform_dispensary_id = location.platform_dispensary_id
      )`,
      state === undefined ? [] : [sql<boolean>`state = ${state}`],
      platform === undefined ? [] : [sql<boolean>`platform = ${platform}`],
      reason === undefined ? [] : [sql<boolean>`strpos(lower(rejected_because), lower(${reason})) > 0`],
      search === undefined ? [] : [sql<boolean>`strpos(lower(name), lower(${search})) > 0`],
    ].flat(),
  };
  return readKeysetPage<RejectedLocation>(db, list, { rowsReadMax: ROWS_READ_MAX, ...page });
}

type LocationRow = DiscoveredStore & {
  platform: PlatformName;
  dispensaryId: number | null;
  rejectedBecause: string | null;
  lastSeenAt: Date;
};

/**
 * Makes a rejected store a dispensary. Later discoveries ignore the reasons for its rejection and keep it. Returns an existing
 * dispensary unchanged.
 * @param admittedBy who admits it, for the record
 * @returns null: there is no such location
 */
export async function admitLocation(db: Db, id: number, admittedBy: string): Promise<AddedDispensary | null> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.newDispensaries})`.execute(tx);
    const location = await findLocation(tx, id);
    if (location === null) return null;
    const { dispensaryId, rejectedBecause, lastSeenAt, platform, ...store } = location;
    if (dispensaryId !== null) return { dispensary: await requireRow(tx, dispensaryId), isNew: false };
    // Rules change, so record both the original reasons and the current ones.
    const reasons = new Set([
      ...(rejectedBecause === null ? [] : [rejectedBecause]),
      ...reasonsAgainst(store),
    ]);
    await sql`
      update dutchie_discovery_locations
      set admitted_reasons = ${[...reasons]}, admitted_at = now(), admitted_by = ${admittedBy} where id = ${id}
    `.execute(tx);
    const { newDispensaryIds } = await saveStores(tx, platform, [store]);
    await sql`update dutchie_discovery_locations set last_seen_at = ${lastSeenAt} where id = ${id}`.execute(
      tx,
    );
    const known = await findLocation(tx, id);
    if (known?.dispensaryId == null) throw new Error(`Location ${id} was admitted and has no dispensary`);
    return { dispensary: await requireRow(tx, known.dispensaryId), isNew: newDispensaryIds.length > 0 };
  });
}

async function findLocation(tx: Db, id: number): Promise<LocationRow | null> {
  const { rows } = await sql<LocationRow>`
    select platform, platform_dispensary_id as "platformDispensaryId", name, slug, menu_url as "menuUrl", address, city,
      state as "stateCode", postal_code as "postalCode", country, latitude, longitude, time_zone as "timeZone", phone, status,
      dispensary_id as "dispensaryId", rejected_because as "rejectedBecause", last_seen_at as "lastSeenAt"
    from dutchie_discovery_locations where id = ${id}
  `.execute(tx);
  return rows[0] ?? null;
}
