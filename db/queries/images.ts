import { sql } from 'kysely';
import { storable } from '../../domain/storable-text.ts';
import type { Db } from '../connect.ts';

/** An image that fails this often is left alone until its URL changes. */
const FAILURES_UNTIL_GIVEN_UP = 3;

export interface MissingImage {
  productId: number;
  providerProductId: string;
  brandName: string | null;
  imageUrl: string;
}

/** Products that have an image to download and no local one, in the order of their ids. */
export async function findMissingImages(db: Db, dispensaryId: number): Promise<MissingImage[]> {
  const { rows } = await sql<MissingImage>`
    select id as "productId", provider_product_id as "providerProductId", brand_name as "brandName", image_url as "imageUrl"
    from store_products
    where dispensary_id = ${dispensaryId} and local_image_path is null and image_url is not null
      and image_failures < ${FAILURES_UNTIL_GIVEN_UP}
    order by id
  `.execute(db);
  return rows;
}

/** Keeps where an image was saved, relative to the storage root. */
export async function saveImagePath(db: Db, productId: number, path: string): Promise<void> {
  await db
    .updateTable('store_products')
    .set({ local_image_path: path, image_error: null })
    .where('id', '=', productId)
    .execute();
}

/** Counts a failed download; the reason stays with the product. */
export async function recordImageFailure(db: Db, productId: number, reason: string): Promise<void> {
  await db
    .updateTable('store_products')
    .set({ image_failures: sql`image_failures + 1`, image_error: storable(reason.slice(0, 500)) })
    .where('id', '=', productId)
    .execute();
}
