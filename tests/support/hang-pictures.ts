import type { Db } from '../../db/connect.ts';
import type { CrawlWorld } from './crawl-world.ts';

/** The number of logos of each store. Four requests hang at a time, for half a minute each, so all of them take five minutes. */
const LOGOS = 40;

const LOGO_PATH = '/logos-of/';

/** Gives crawled stores logos to download, all from the same host. */
async function addLogos(db: Db, dispensaryIds: number[], host: string): Promise<void> {
  for (const id of dispensaryIds) {
    const { brand_name: brand } = await db
      .selectFrom('store_products')
      .select('brand_name')
      .where('dispensary_id', '=', id)
      .where('brand_name', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow();
    const logos = Array.from({ length: LOGOS }, (_, number) => ({
      brand_name: brand ?? '',
      image_url: `https://${host}${LOGO_PATH}${id}/${number}.png`,
    }));
    await db.insertInto('brand_logos').values(logos).execute();
  }
}

/** Gives these crawled stores pictures whose downloads hang. The host still serves its robots.txt. */
export async function hangPictures(world: CrawlWorld, dispensaryIds: number[]): Promise<void> {
  const { image_url: url } = await world.db
    .selectFrom('store_products')
    .select('image_url')
    .where('image_url', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow();
  const { host } = new URL(url ?? '');
  await addLogos(world.db, dispensaryIds, host);
  await world.control('POST', '/control/faults', {
    rules: [{ match: { host, pathPrefix: LOGO_PATH }, action: { type: 'hold' } }],
  });
}
