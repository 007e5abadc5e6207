import { sql } from 'kysely';
import type { PlatformName } from '../../domain/dispensary.ts';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import type { Db } from '../connect.ts';
import { requireRow, type DispensaryRow } from './catalog-dispensaries.ts';

/** A store, identified by its menu's address. */
interface StoreByMenu {
  platform: PlatformName;
  /** The store's slug, or its platform id. */
  slug: string;
  menuUrl: string;
}

/** A dispensary that was added now, or that existed already. */
export interface AddedDispensary {
  dispensary: DispensaryRow;
  isNew: boolean;
}

/**
 * Adds a store by its menu's address. Returns an existing one unchanged if its slug, its platform id or an earlier `added_as`
 * slug matches.
 */
export async function addDispensary(
  db: Db,
  { platform, slug, menuUrl }: StoreByMenu,
): Promise<AddedDispensary> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.newDispensaries})`.execute(tx);
    const known = await sql<{ id: number }>`
      select id from dispensaries
      where platform = ${platform} and (slug = ${slug} or platform_dispensary_id = ${slug} or ${slug} = any(added_as))
      order by platform_dispensary_id is null, id limit 1
    `.execute(tx);
    const [found] = known.rows;
    if (found !== undefined) return { dispensary: await requireRow(tx, found.id), isNew: false };
    // The name is unknown. A name equal to the slug tells `saveResolvedStore` to fill in the name.
    const { id } = await tx
      .insertInto('dispensaries')
      .values({ name: slug, platform, slug, menu_url: menuUrl, added_as: [slug] })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { dispensary: await requireRow(tx, id), isNew: true };
  });
}

/**
 * Merges a store into the known dispensary with the same platform id, if the store was added by its menu's address and was never
 * crawled. Deletes the added row; the known one can then be found by the added slug too.
 * @returns the known dispensary's id; null if nothing was merged
 */
export async function joinKnownStore(
  db: Db,
  { dispensaryId, platformDispensaryId }: { dispensaryId: number; platformDispensaryId: string },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    with twin as (
      select known.id, added.id as added_id, added.added_as
      from dispensaries added
      join dispensaries known on known.platform = added.platform and known.platform_dispensary_id = ${platformDispensaryId}
      where added.id = ${dispensaryId} and added.added_as <> '{}' and added.platform_dispensary_id is null
        and added.first_crawl_at is null
    ), kept as (
      update dispensaries known set added_as = known.added_as || twin.added_as, updated_at = now()
      from twin where known.id = twin.id returning known.id
    ), gone as (delete from dispensaries where id in (select added_id from twin))
    select id from kept
  `.execute(db);
  return rows[0]?.id ?? null;
}
