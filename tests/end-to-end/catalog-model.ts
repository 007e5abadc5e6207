import type { ProductTruth } from '../../sandbox/world/product-truth.ts';
import type { StoreTruth, WorldTruth } from '../../sandbox/world/world.ts';

/** What a row of store_products must say. */
export interface ExpectedProduct {
  name: string;
  brand_name: string | null;
  category: string | null;
  subcategory: string | null;
  strain_type: string | null;
  price_rec: string | null;
  price_med: string | null;
  price_rec_special: string | null;
  price_med_special: string | null;
  is_on_special: boolean;
  is_in_stock: boolean;
  consecutive_misses: number;
  options: { option: string; quantity: number | null; rec: string | null; specialRec: string | null }[];
}

export interface CatalogModel {
  /** Takes a pass of the truth as crawled. */
  crawl(truth: WorldTruth): void;
  /** Rows by platform id of the store, then by product id. */
  expected(): Map<string, Map<string, ExpectedProduct>>;
}

const money = (amount: number | null): string | null => (amount === null ? null : amount.toFixed(2));

/** The rules of the catalog, written once more and on their own: present, missed, gone, back. */
export function createCatalogModel(): CatalogModel {
  const stores = new Map<string, Map<string, ExpectedProduct>>();

  function crawlStore(store: StoreTruth): void {
    const rows = stores.get(store.platformId) ?? new Map<string, ExpectedProduct>();
    stores.set(store.platformId, rows);
    const menu = new Map(
      [...store.products, ...store.inactiveProducts].map((product) => [product.id, product]),
    );
    for (const [id, row] of rows) {
      if (menu.has(id) || row.consecutive_misses >= 3) continue;
      row.consecutive_misses += 1;
      if (row.consecutive_misses === 3) row.is_in_stock = false;
    }
    for (const [id, product] of menu) rows.set(id, toRow(product));
  }

  return {
    crawl(truth) {
      for (const store of truth.dispensaries) if (!store.isTestShop) crawlStore(store);
    },
    expected: () => stores,
  };
}

function toRow(product: ProductTruth): ExpectedProduct {
  return {
    name: product.name,
    brand_name: product.brand,
    category: product.category,
    subcategory: product.subcategory,
    strain_type: product.strainType,
    price_rec: money(product.priceRec),
    price_med: money(product.priceMed),
    price_rec_special: money(product.specialRec),
    price_med_special: money(product.specialMed),
    is_on_special: product.onSpecial,
    is_in_stock: product.inStock,
    consecutive_misses: 0,
    options: product.options.map(({ option, quantity, rec, specialRec }) => ({
      option,
      quantity,
      rec: money(rec),
      specialRec: money(specialRec),
    })),
  };
}

/** What is not as expected, one line each; a map in a test's report would hide it. */
export function differences(
  expected: Map<string, Map<string, ExpectedProduct>>,
  found: Map<string, Map<string, ExpectedProduct>>,
): string[] {
  const lines: string[] = [];
  for (const [store, products] of expected) {
    const rows = found.get(store) ?? new Map<string, ExpectedProduct>();
    for (const [id, product] of products) {
      const row = rows.get(id);
      if (row === undefined) lines.push(`${store} ${id}: no row for ${product.name}`);
      else lines.push(...fieldDifferences(`${store} ${id} (${product.name})`, product, row));
    }
    for (const id of rows.keys()) if (!products.has(id)) lines.push(`${store} ${id}: a row too many`);
  }
  for (const store of found.keys()) if (!expected.has(store)) lines.push(`${store}: a store too many`);
  return lines;
}

function fieldDifferences(place: string, expected: ExpectedProduct, found: ExpectedProduct): string[] {
  return (Object.keys(expected) as (keyof ExpectedProduct)[])
    .filter((field) => JSON.stringify(expected[field]) !== JSON.stringify(found[field]))
    .map(
      (field) =>
        `${place} ${field}: expected ${JSON.stringify(expected[field])}, found ${JSON.stringify(found[field])}`,
    );
}
