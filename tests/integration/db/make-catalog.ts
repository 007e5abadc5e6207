import type { Db } from '../../../db/connect.ts';
import { beginRun, day, ingest } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';

/** Adds a store with two payloads. The second has other prices, one new product, and lacks one product. @returns the store's id */
export async function makeCatalog(db: Db, firstDay = day(1), secondDay = day(40)): Promise<number> {
  const run = await beginRun(db);
  const before = ['a', 'b', 'c'].map((id) => makeProduct(id));
  const after = [
    makeProduct('a', {
      priceRec: '22.00',
      priceOption: '7g',
      name: 'Blue Dream 3.5g',
      specialRec: '20.00',
      onSpecial: true,
    }),
    makeProduct('b', { inStock: false, brandName: 'Other' }),
    makeProduct('d', { category: 'Edible' }),
  ];
  await ingest(db, run, { fetchedAt: firstDay, products: before });
  await ingest(db, run, { fetchedAt: secondDay, products: after });
  return run.dispensaryId;
}
