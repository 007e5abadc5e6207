import { sql } from 'kysely';
import type { PlatformName } from '../../domain/dispensary.ts';
import type { Db } from '../connect.ts';

/** Finds the image URLs of a platform's products, by product id. Leaves out products without an image. */
export async function findPictureUrls(
  db: Db,
  productIds: number[],
  platform: PlatformName,
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; url: string }>`
    select product.id, product.image_url as url
    from store_products product join dispensaries store on store.id = product.dispensary_id
    where product.id = any(${productIds}::bigint[]) and store.platform = ${platform}
      and product.image_url is not null
  `.execute(db);
  return new Map(rows.map(({ id, url }) => [id, url]));
}
