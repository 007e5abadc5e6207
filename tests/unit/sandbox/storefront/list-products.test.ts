import { describe, expect, it } from 'vitest';
import { listProducts, showProduct } from '../../../../sandbox/storefront/list-products.ts';
import { FIRST_HASHES } from '../../../../sandbox/storefront/operations.ts';
import { generateWorld } from '../../../../sandbox/world/generate-world.ts';

const world = generateWorld({ seed: 1, dispensaries: 4, products: 100 });
const site = { world, pass: () => 0, hashes: () => FIRST_HASHES };
const [store] = world.stores;
if (!store) throw new Error('Expected a store.');
const activeIds = store
  .menuAt(0)
  .filter((entry) => entry.isActive)
  .map((entry) => entry.id);

const byName = {
  dispensaryId: store.platformId,
  pricingType: 'rec',
  Status: 'Active',
  types: [],
  sortBy: 'name',
  isDefaultSort: false,
};
const byPopularity = { ...byName, sortBy: 'popularSortIdx', isDefaultSort: true };

function page(productsFilter: object, number: number, perPage = 100) {
  return listProducts(site, { productsFilter, page: number, perPage }).filteredProducts;
}

function idsOf(productsFilter: object): string[] {
  return [0, 1, 2, 3].flatMap((number) =>
    page(productsFilter, number).products.map((product) => String(product['id'])),
  );
}

describe('a menu in pages', () => {
  it('begins at page zero and shows every product once when sorted by name', () => {
    const ids = idsOf(byName);
    expect(ids).toHaveLength(activeIds.length);
    expect(ids.toSorted()).toEqual(activeIds.toSorted());
    expect(page(byName, 3).products).toEqual([]);
  });

  it('repeats and skips products in the default order', () => {
    const ids = idsOf(byPopularity);
    expect(ids).toHaveLength(activeIds.length);
    expect(new Set(ids).size).toBe(activeIds.length - 6);
  });

  it('says how many products and pages there are', () => {
    expect(page(byName, 0).queryInfo).toMatchObject({
      totalCount: activeIds.length,
      totalPages: Math.ceil(activeIds.length / 100),
    });
  });

  it('gives at most a hundred products a page, whatever is asked', () => {
    expect(page(byName, 0, 5000).products).toHaveLength(100);
  });

  it('is empty without a status, and longer with all than with active ones', () => {
    expect(page({ ...byName, Status: null }, 0)).toMatchObject({
      products: [],
      queryInfo: { totalCount: 0 },
    });
    expect(page({ ...byName, Status: 'All' }, 0).queryInfo.totalCount).toBeGreaterThan(activeIds.length);
  });

  it('is empty for an unknown store', () => {
    expect(page({ ...byName, dispensaryId: 'nobody' }, 0)).toMatchObject({
      products: [],
      queryInfo: { totalCount: 0, totalPages: 0 },
    });
  });

  it('narrows to types and to single products', () => {
    const flowers = page({ ...byName, types: ['Flower'] }, 0).products;
    expect(flowers.length).toBeGreaterThan(0);
    expect(flowers.every((product) => product['type'] === 'Flower')).toBe(true);
    expect(page({ ...byName, productIds: activeIds.slice(0, 2) }, 0).products).toHaveLength(2);
  });

  it('gives medical base prices to whoever asks for the medical menu', () => {
    const products = page({ ...byName, pricingType: 'med' }, 0).products;
    expect(products.every((product) => product['Prices'] === product['medicalPrices'])).toBe(true);
  });
});

describe('a single product', () => {
  it('comes with its description in the envelope of a page', () => {
    const answer = showProduct(site, {
      productsFilter: { dispensaryId: store.platformId, productId: activeIds[0], Status: 'All' },
    });
    expect(answer.filteredProducts.products).toMatchObject([
      { id: activeIds[0], description: expect.any(String) },
    ]);
  });

  it('is nothing when no product is named', () => {
    expect(
      showProduct(site, { productsFilter: { dispensaryId: store.platformId } }).filteredProducts.products,
    ).toEqual([]);
  });
});
