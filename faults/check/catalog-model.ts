import type { ProductTruth } from '../../sandbox/world/product-truth.ts';
import type { StoreTruth, WorldTruth } from '../../sandbox/world/world.ts';

/** The expected values of a row of `store_products`. */
export interface ExpectedProduct {
  name: string;
  brand_name: string | null;
  brand_image_url: string | null;
  enterprise_product_id: string | null;
  category: string | null;
  subcategory: string | null;
  strain_type: string | null;
  price_rec: string | null;
  price_med: string | null;
  price_rec_special: string | null;
  price_med_special: string | null;
  price_option: string | null;
  is_on_special: boolean;
  is_in_stock: boolean;
  stock_status: 'in_stock' | 'oos';
  consecutive_misses: number;
  options: { option: string; quantity: number | null; rec: string | null; specialRec: string | null }[];
}

export interface CatalogModel {
  /** Applies a crawl of all stores in one pass. */
  crawl(truth: WorldTruth): void;
  /** Applies a crawl of one store. */
  crawlStore(store: StoreTruth): void;
  /** Returns the expected rows by the store's platform id, then by product id. */
  expected(): Map<string, Map<string, ExpectedProduct>>;
}

const money = (amount: number | null): string | null => (amount === null ? null : amount.toFixed(2));

/** Creates a second, independent implementation of the catalog's rules: present, missed, gone, back, quantity unknown. */
export function createCatalogModel(): CatalogModel {
  const stores = new Map<string, Map<string, ExpectedProduct>>();

  function crawlStore(store: StoreTruth): void {
    const rows = stores.get(store.platformId) ?? new Map<string, ExpectedProduct>();
    stores.set(store.platformId, rows);
    const menu = menuOf(store);
    for (const [id, row] of rows) {
      if (menu.has(id) || row.consecutive_misses >= 3) continue;
      row.consecutive_misses += 1;
      if (row.consecutive_misses === 3) Object.assign(row, { is_in_stock: false, stock_status: 'oos' });
    }
    const reported = new Set(store.inactiveProducts.map(({ id }) => id));
    for (const [id, row] of menu) {
      const before = rows.get(id);
      rows.set(id, before === undefined || reported.has(id) ? row : withKnownStock(row, before));
    }
  }

  return {
    crawl(truth) {
      for (const store of truth.dispensaries) if (!store.isTestShop) crawlStore(store);
    },
    crawlStore,
    expected: () => stores,
  };
}

/** Keeps the known stock of a product that had quantities before and is now listed without any, unless it was gone. */
function withKnownStock(row: ExpectedProduct, before: ExpectedProduct): ExpectedProduct {
  const isCounted = ({ options }: ExpectedProduct) => options.some(({ quantity }) => quantity !== null);
  const hadGone = before.consecutive_misses >= 3 && !before.is_in_stock;
  if (isCounted(row) || !isCounted(before) || hadGone) return row;
  const options = row.options.map((now) => {
    const known = before.options.find(({ option }) => option === now.option);
    return { ...now, quantity: known?.quantity ?? null };
  });
  const { is_in_stock, stock_status } = before;
  return { ...row, is_in_stock, stock_status, options };
}

/** Returns the rows that a crawl of a store must write, by product id. */
export function menuOf({ products, inactiveProducts }: StoreTruth): Map<string, ExpectedProduct> {
  return new Map([...products, ...inactiveProducts].map((product) => [product.id, toRow(product)]));
}

function toRow(product: ProductTruth): ExpectedProduct {
  return {
    name: product.name,
    brand_name: product.brand,
    brand_image_url: product.brandImageUrl,
    enterprise_product_id: product.enterpriseProductId,
    category: product.category,
    subcategory: product.subcategory,
    strain_type: product.strainType,
    price_rec: money(product.priceRec),
    price_med: money(product.priceMed),
    price_rec_special: money(product.specialRec),
    price_med_special: money(product.specialMed),
    price_option: product.priceOption,
    is_on_special: product.onSpecial,
    is_in_stock: product.inStock,
    stock_status: product.inStock ? 'in_stock' : 'oos',
    consecutive_misses: 0,
    options: product.options.map(({ option, quantity, rec, specialRec }) => ({
      option,
      quantity,
      rec: money(rec),
      specialRec: money(specialRec),
    })),
  };
}

/** One difference between two catalogs. */
export interface Difference {
  /** The field that differs; absent if the whole row is missing or unexpected. */
  field?: string;
  place: string;
  expected: string;
  seen: string;
}

type Catalog = Map<string, Map<string, ExpectedProduct>>;

/** Returns the differences between the found and the expected rows. */
export function differences(expected: Catalog, found: Catalog): Difference[] {
  const stores = new Set([...expected.keys(), ...found.keys()]);
  return [...stores].flatMap((store) =>
    menuDifferences(store, { expected: expected.get(store), found: found.get(store) }),
  );
}

/** Returns the differences between the rows of one store, which may be complete or have only some of their fields. */
export function menuDifferences<Row extends object>(
  store: string,
  { expected = new Map(), found = new Map() }: Record<'expected' | 'found', Map<string, Row> | undefined>,
): Difference[] {
  const ids = new Set([...expected.keys(), ...found.keys()]);
  return [...ids].flatMap((id) => {
    const [wanted, seen] = [expected.get(id), found.get(id)];
    const place = `product ${id} of store ${store}`;
    if (wanted === undefined) return [{ place, expected: 'no row', seen: 'a row' }];
    if (seen === undefined) return [{ place, expected: 'a row', seen: 'none' }];
    return fieldDifferences(place, wanted, seen);
  });
}

function fieldDifferences<Row extends object>(place: string, expected: Row, found: Row): Difference[] {
  return (Object.keys(expected) as (keyof Row & string)[])
    .map((field) => ({
      field,
      place: `${field} of ${place}`,
      expected: JSON.stringify(expected[field]),
      seen: JSON.stringify(found[field]),
    }))
    .filter((difference) => difference.expected !== difference.seen);
}
