import type { Dispensary } from '../../domain/dispensary.ts';
import type { Db } from '../connect.ts';

/** A dispensary as far as people name it. */
export type KnownDispensary = Pick<Dispensary, 'id' | 'name' | 'platform' | 'stateCode' | 'crawlEnabled'>;

/** The dispensaries of an id, or of a slug, which stores of several platforms may have; in the order of their ids. */
export async function findKnownDispensaries(
  db: Db,
  { id, slug }: { id?: number; slug?: string },
): Promise<KnownDispensary[]> {
  return db
    .selectFrom('dispensaries')
    .where((where) => (id === undefined ? where('slug', '=', slug ?? '') : where('id', '=', id)))
    .orderBy('id')
    .select(['id', 'name', 'platform', 'state as stateCode', 'crawl_enabled as crawlEnabled'])
    .execute();
}

/** Whether there is a dispensary whose menu may have to be fetched in a browser. */
export async function needsBrowser(db: Db): Promise<boolean> {
  const one = await db
    .selectFrom('dispensaries')
    .where('crawl_enabled', '=', true)
    .where('fetch_mode', '<>', 'http')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return one !== undefined;
}
