import { sql } from 'kysely';
import type { PlatformName } from '../../domain/dispensary.ts';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import type { Db } from '../connect.ts';
import { requireRow, type DispensaryRow } from './catalog-dispensaries.ts';

/** A store as far as the address of its menu names it. */
interface StoreByMenu {
  platform: PlatformName;
  /** The store's slug, or the platform's id of it. */
  slug: string;
  menuUrl: string;
}

/** A dispensary that a person added, or that was there. */
export interface AddedDispensary {
  dispensary: DispensaryRow;
  isNew: boolean;
}

/**
 * Adds a store by the address of its menu. One that is known, by its slug, by the platform's id, or by a slug that it was
 * added by before, is given back as it is.
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
    // Its name is not known: what resolves it knows by this that the rest has to be filled in.
    const { id } = await tx
      .insertInto('dispensaries')
      .values({ name: slug, platform, slug, menu_url: menuUrl, added_as: [slug] })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { dispensary: await requireRow(tx, id), isNew: true };
  });
}

/**
 * Finds out that a store which was added by its menu, and never crawled, is known under another slug. What was added goes, and
 * the known one is found by that slug too.
 * @returns the dispensary that the store is; null: it is known as this one alone
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
