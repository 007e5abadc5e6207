import { describe, expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { findProduct } from '../../../db/queries/catalog-products.ts';
import { ingestAgain } from '../../../db/queries/ingest.ts';
import type { CanonicalOption, CanonicalProduct } from '../../../domain/product.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest, inputOf } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';

/** Makes an option (a size) with its stock. */
function option(label: string, change: Partial<CanonicalOption> = {}): CanonicalOption {
  const [one] = makeProduct('a').options;
  if (one === undefined) throw new Error('a product has an option');
  return { ...one, option: label, ...change };
}

const UNTOLD = {
  quantity: null,
  quantityCapped: false,
  quantityTotal: null,
  quantityKiosk: null,
  posId: null,
  packageId: null,
};
const COUNTED: Partial<CanonicalOption> = { quantity: 25, quantityCapped: true, posId: 'till-1' };

/** Product `a` with counted stock for two sizes. */
const reported = makeProduct('a', {
  quantity: 28,
  quantityCapped: true,
  options: [option('1g', COUNTED), option('3.5g', { quantity: 3 })],
});
const soldOut = makeProduct('a', { quantity: 0, inStock: false, options: [option('1g', { quantity: 0 })] });

/** Returns product `a` without any information about stock, so that it counts as in stock. */
function untold(change: Partial<CanonicalProduct> = {}): CanonicalProduct {
  return makeProduct('a', {
    quantity: null,
    options: [option('1g', UNTOLD), option('3.5g', UNTOLD)],
    ...change,
  });
}

async function productA(db: Db) {
  const { id } = await db.selectFrom('store_products').select('id').executeTakeFirstOrThrow();
  const row = await findProduct(db, id);
  if (row === null) throw new Error('the product is there');
  return row;
}

/** Ingests a payload for each of these states of the product, one per day. @returns the product's final row */
async function after(...days: CanonicalProduct[]) {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  for (const [place, product] of days.entries())
    await ingest(db, run, { fetchedAt: day(place + 1), products: [product] });
  return productA(db);
}

describe('stock that a payload does not tell', () => {
  test('stays as it was known, and says when it was told last', async () => {
    const row = await after(reported, reported, untold({ priceRec: '31.00' }));
    expect(row).toMatchObject({
      is_in_stock: true,
      stock_status: 'in_stock',
      quantity: 28,
      quantity_capped: true,
      stock_as_of: day(2),
      price_rec: '31.00',
    });
    expect(row.options).toMatchObject([
      { option: '1g', quantity: 25, quantityCapped: true, quantityTotal: 12, posId: 'till-1' },
      { option: '3.5g', quantity: 3, quantityCapped: false },
    ]);
  });

  test('does not come back in by it, and goes on saying so', async () => {
    const row = await after(soldOut, untold(), untold({ priceRec: '31.00' }), untold({ priceRec: '31.00' }));
    expect(row).toMatchObject({ is_in_stock: false, stock_status: 'oos', quantity: 0, stock_as_of: day(1) });
  });

  test('stays out where the status alone told it, and nothing does any more', async () => {
    const byStatus = untold({ status: 'OutOfStock', inStock: false });
    const nothing = untold({ status: null, inStock: true });
    const row = await after(byStatus, nothing, { ...nothing, priceRec: '31.00' });
    expect(row).toMatchObject({ is_in_stock: false, quantity: null, stock_as_of: day(1) });
  });

  test('leaves what is told of its options', async () => {
    const row = await after(
      reported,
      untold({ options: [option('1g', { ...UNTOLD, rec: '8.00', posId: 'till-2' })] }),
    );
    expect(row.options).toMatchObject([{ option: '1g', rec: '8.00', quantity: 25, posId: 'till-2' }]);
  });

  test('stays with each of two sizes of one name, in their order', async () => {
    const row = await after(
      makeProduct('a', { options: [option('1g', { quantity: 5 }), option('1g', { quantity: 7 })] }),
      untold({ options: [option('1g', UNTOLD), option('1g', UNTOLD)] }),
    );
    expect(row.options).toMatchObject([{ quantity: 5 }, { quantity: 7 }]);
  });

  test('stays also where the options are gone with it', async () => {
    const row = await after(reported, untold({ options: [] }));
    expect(row).toMatchObject({ is_in_stock: true, quantity: 28, stock_as_of: day(1), options: [] });
  });

  test('is in the snapshot as it was known', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    await ingest(db, run, { fetchedAt: day(1), products: [soldOut] });
    const { payload } = await ingest(db, run, { fetchedAt: day(2), products: [untold()] });
    const snapshot = db.selectFrom('store_product_snapshots').where('payload_id', '=', payload.id);
    expect(await snapshot.select('is_in_stock').execute()).toEqual([{ is_in_stock: false }]);
  });

  test('is the same when the payload comes in again', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    await ingest(db, run, { fetchedAt: day(1), products: [reported] });
    const { payload } = await ingest(db, run, { fetchedAt: day(2), products: [untold()] });
    const before = await productA(db);
    await ingestAgain(db, inputOf(payload, [untold()]), run);
    expect(await productA(db)).toEqual(before);
  });
});

describe('stock that a payload tells is taken, and nothing says that it is old', () => {
  test('when it is counted again', async () => {
    expect(await after(soldOut, untold(), reported)).toMatchObject({
      is_in_stock: true,
      quantity: 28,
      stock_as_of: null,
    });
  });

  test('when the status says that it is out', async () => {
    const row = await after(reported, untold({ status: 'Inactive', inStock: false }));
    expect(row).toMatchObject({ is_in_stock: false, quantity: null, stock_as_of: null });
  });

  test('by the status alone, where nobody ever counted', async () => {
    const row = await after(untold({ status: 'OutOfStock', inStock: false }), untold());
    expect(row).toMatchObject({ is_in_stock: true, quantity: null, stock_as_of: null });
  });

  test('when it was gone and is back', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    await ingest(db, run, { fetchedAt: day(1), products: [reported] });
    await ingest(db, run, { fetchedAt: day(2), products: [untold()] });
    for (const number of [3, 4, 5]) await ingest(db, run, { fetchedAt: day(number), products: [] });
    expect(await productA(db)).toMatchObject({ is_in_stock: false, stock_as_of: null });
    await ingest(db, run, { fetchedAt: day(6), products: [untold()] });
    expect(await productA(db)).toMatchObject({ is_in_stock: true, quantity: null, stock_as_of: null });
  });
});
