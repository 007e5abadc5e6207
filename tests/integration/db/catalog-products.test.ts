import * as fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { findProduct, listProducts } from '../../../db/queries/catalog-products.ts';
import type { ProductFilter, ProductRow } from '../../../db/queries/catalog-products.ts';
import { listProductHistory } from '../../../db/queries/product-history.ts';
import { findRarestWord, wordQueries } from '../../../db/queries/product-words.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest } from './make-crawl.ts';
import { makeProduct } from './make-product.ts';
import { readAllPages } from './read-all-pages.ts';

const BRANDS = ['Mesa Verde', "O'Neil & Sons", null];
const CATEGORIES = ['Flower', 'Edible'];

/** Adds two stores with 24 products each. Together they have every combination of the filtered values. */
async function makeCatalog(db: Db): Promise<{ dispensaryIds: number[]; products: ProductRow[] }> {
  const runs = [await beginRun(db), await beginRun(db)];
  for (const [store, run] of runs.entries()) {
    const products = Array.from({ length: 24 }, (_, place) =>
      makeProduct(`${store}-${place}`, {
        name: place % 2 === 0 ? `Blue Dream 3.5g no. ${place}` : `Gummy (${place})`,
        brandName: BRANDS[place % 3] ?? null,
        category: CATEGORIES[Math.floor(place / 3) % 2] ?? null,
        inStock: place % 4 !== 0,
        onSpecial: place % 5 === 0,
        priceRec: place === 7 ? null : `${10 + place}.00`,
        priceMed: place === 7 ? '99.50' : null,
        specialRec: place % 5 === 0 ? '5.00' : null,
      }),
    );
    await ingest(db, run, { fetchedAt: day(1), products });
  }
  const { items } = await listProducts(db, {}, { after: null, limit: 500 });
  return { dispensaryIds: runs.map(({ dispensaryId }) => dispensaryId), products: items };
}

/** Decides like the filter of the query, but in TypeScript, for comparison. */
function isWanted(product: ProductRow, filter: ProductFilter): boolean {
  const { dispensaryId, brand, category, isInStock, isOnSpecial, priceMin, priceMax, search } = filter;
  const price = product.price === null ? NaN : Number(product.price);
  const text = `${product.name} ${product.brand_name ?? ''}`.toLowerCase().split(/[ ()]+/);
  return (
    (dispensaryId === undefined || product.dispensary_id === dispensaryId) &&
    (brand === undefined || product.brand_name === brand) &&
    (category === undefined || product.category === category) &&
    (isInStock === undefined || product.is_in_stock === isInStock) &&
    (isOnSpecial === undefined || product.is_on_special === isOnSpecial) &&
    (priceMin === undefined || price >= priceMin) &&
    (priceMax === undefined || price <= priceMax) &&
    (search === undefined ||
      search
        .toLowerCase()
        .split(' ')
        .every((part, place, parts) =>
          text.some((word) => (place === parts.length - 1 ? word.startsWith(part) : word === part)),
        ))
  );
}

test('any filter gives exactly the products that meet it, whatever the size of the pages', async () => {
  const { db } = await createTestDatabase();
  const { dispensaryIds, products } = await makeCatalog(db);
  expect(products).toHaveLength(48);
  const maybe = <Value>(...values: Value[]) => fc.constantFrom(undefined, ...values);
  const filters = fc.record({
    dispensaryId: maybe(...dispensaryIds, 999_999),
    brand: maybe('Mesa Verde', "O'Neil & Sons", 'mesa verde'),
    category: maybe('Flower', 'Edible'),
    isInStock: maybe(true, false),
    isOnSpecial: maybe(true, false),
    priceMin: maybe(5.01, 20, 99.5),
    priceMax: maybe(5, 20.5),
    search: maybe('blue', 'BLUE dre', '3.5g', 'gummy s', 'nothing'),
  });
  const pages = fc.record({
    limit: fc.integer({ min: 1, max: 50 }),
    rowsReadMax: fc.integer({ min: 3, max: 60 }),
  });
  await fc.assert(
    fc.asyncProperty(filters, pages, async (filter, page) => {
      const found = await readAllPages((request) => listProducts(db, filter, request), page);
      const expected = products.filter((product) => isWanted(product, filter));
      expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    }),
    { numRuns: 150 },
  );
});

test('the price of a product is what is paid', async () => {
  const { db } = await createTestDatabase();
  const { products } = await makeCatalog(db);
  const byId = new Map(products.map((product) => [product.provider_product_id, product]));
  expect(byId.get('0-5')).toMatchObject({ price: '5.00', price_rec: '15.00' });
  expect(byId.get('0-6')).toMatchObject({ price: '16.00' });
  expect(byId.get('0-7')).toMatchObject({ price: '99.50', price_rec: null });
});

test('one product comes with its sizes, and an unknown one as null', async () => {
  const { db } = await createTestDatabase();
  const { products } = await makeCatalog(db);
  const [first] = products;
  expect(await findProduct(db, first!.id)).toMatchObject({
    ...first,
    options: [{ option: '3.5g', rec: '30.00' }],
    name_raw: 'Product  0-0',
  });
  expect(await findProduct(db, 999_999)).toBeNull();
});

test.each([
  ["o'neil", ["'o''neil':*"]],
  [' blue  dr', ["'blue'", "'dr':*"]],
  [String.raw`a\b & !e`, [String.raw`'a\\b'`, "'!e':*"]],
  ['  ', []],
])('the search %j is read as words alone', (search, queries) => {
  expect(wordQueries(search)).toEqual(queries);
});

test('the rarest word of a search leads, and others are looked at in the rows that it gives', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const products = Array.from({ length: 6_000 }, (_, place) =>
    makeProduct(String(place), { name: place === 5_990 ? 'Common Rare' : `Common w${place % 200}` }),
  );
  await ingest(db, run, { fetchedAt: day(1), products });
  // The products have 200 words, because below a hundred PostgreSQL only guesses how many of them begin with a prefix.
  await sql`analyze store_products`.execute(db);
  expect(await findRarestWord(db, 'common mesa rare')).toMatchObject({ query: "'rare':*" });
  expect((await findRarestWord(db, 'common'))?.products).toBeGreaterThan(5_000);
  const page = { after: null, limit: 10, rowsReadMax: 100 };
  const { items, next } = await listProducts(db, { search: 'common mesa rare', isInStock: true }, page);
  expect([items.map(({ name }) => name), next]).toEqual([['Common Rare'], null]);
  // Words that all products have do not narrow the search, so rows are read in the order of their ids.
  expect(await listProducts(db, { search: 'common verde', priceMin: 900 }, page)).toMatchObject({
    items: [],
    next: ['100'],
  });
});

test('no text makes a search fail', async () => {
  const { db } = await createTestDatabase();
  await makeCatalog(db);
  const text = fc.string({ unit: 'binary', maxLength: 20 }).filter((given) => !given.includes('\0'));
  await fc.assert(
    fc.asyncProperty(text, async (search) => {
      expect((await listProducts(db, { search }, { after: null, limit: 3 })).items.length).toBeLessThan(4);
    }),
    { numRuns: 100 },
  );
});

describe('the history of a product', () => {
  test('is what each payload said, newest first, within the time that is asked for', async () => {
    const { db } = await createTestDatabase();
    const run = await beginRun(db);
    const prices = ['30.00', '22.00', '25.00', '22.00'];
    for (const [place, priceRec] of prices.entries()) {
      const products = [makeProduct('a', { priceRec }), makeProduct('b')];
      // The payloads are in two months, so their snapshots are in two partitions.
      await ingest(db, run, { fetchedAt: day(30 + place), products });
    }
    const { items } = await listProducts(db, {}, { after: null, limit: 1 });
    const productId = items[0]!.id;
    const read = (range: { since?: Date; until?: Date }) =>
      readAllPages((page) => listProductHistory(db, { productId, ...range }, page), { limit: 1 });
    const all = await read({});
    expect(all.map(({ price_rec }) => price_rec)).toEqual(prices.toReversed());
    expect(all[0]).toMatchObject({ fetched_at: day(33), price: '22.00', is_in_stock: true, quantity: 12 });
    const middle = await read({ since: day(31), until: day(33) });
    expect(middle.map(({ fetched_at }) => fetched_at)).toEqual([day(32), day(31)]);
  });
});
