import { sql } from 'kysely';
import type { PlatformName } from '../../domain/dispensary.ts';
import type { Db } from '../connect.ts';

/** Where the pictures of these products of a platform lie, in the order of the ids; those without one are left out. */
export async function findPictureUrls(
  db: Db,
  productIds: number[],
  platform: PlatformName,
): Promise<string[]> {
  const { rows } = await sql<{ url: string }>`
    select product.image_url as url
    from unnest(${productIds}::bigint[]) with ordinality as wanted (id, place)
    join store_products product on product.id = wanted.id
    join dispensaries store on store.id = product.dispensary_id
    where store.platform = ${platform} and product.image_url is not null
    order by wanted.place
  `.execute(db);
  return rows.map(({ url }) => url);
}
