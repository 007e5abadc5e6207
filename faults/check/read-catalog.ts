import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import type { ExpectedProduct } from './catalog-model.ts';

/** Reads `store_products` by the store's platform id, then by product id. */
export async function readCatalog(db: Db): Promise<Map<string, Map<string, ExpectedProduct>>> {
  const { rows } = await sql<ExpectedProduct & { store: string; id: string }>`
    select dispensary.platform_dispensary_id as store, provider_product_id as id, product.name, brand_name, category, subcategory,
      brand_image_url, enterprise_product_id, strain_type, price_rec, price_med, price_rec_special, price_med_special, price_option, is_on_special, is_in_stock, stock_status,
      consecutive_misses, options
    from store_products product join dispensaries dispensary on dispensary.id = dispensary_id
  `.execute(db);
  const stores = new Map<string, Map<string, ExpectedProduct>>();
  for (const { store, id, options, ...row } of rows) {
    const products = stores.get(store) ?? new Map<string, ExpectedProduct>();
    stores.set(store, products);
    products.set(id, { ...row, options: comparableOptions(options) });
  }
  return stores;
}

/** Returns the options with only the fields that the truth also has, in the truth's order. */
export function comparableOptions(options: ExpectedProduct['options']): ExpectedProduct['options'] {
  return options.map(({ option, quantity, rec, specialRec }) => ({ option, quantity, rec, specialRec }));
}
