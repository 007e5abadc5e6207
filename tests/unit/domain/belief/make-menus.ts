import type {
  ComparedOption,
  ComparedProduct,
  FetchedProducts,
  KnownMenu,
  RememberedMenu,
} from '../../../../domain/belief/known-menu.ts';

/** Returns a product that differs from its neighbours in everything that the rules look at. Every fifth one is sold out. */
export function makeCompared(place: number, changes: Partial<ComparedProduct> = {}): ComparedProduct {
  const inStock = place % 5 !== 0;
  const quantity = inStock ? 10 + place : 0;
  return {
    providerProductId: `id-${place}`,
    name: `Product ${place}`,
    brandName: `Brand ${place % 10}`,
    category: `Category ${place % 6}`,
    inStock,
    quantity,
    onSpecial: false,
    updatedAt: new Date(Date.UTC(2026, 0, 10)).toISOString(),
    options: ['1g', '3.5g'].map((option, nth) => makeOption(option, place + nth * 20)),
    ...changes,
  };
}

function makeOption(option: string, dollars: number): ComparedOption {
  return {
    option,
    rec: (dollars + 10).toFixed(2),
    med: (dollars + 8).toFixed(2),
    specialRec: (dollars + 6).toFixed(2),
    specialMed: (dollars + 5).toFixed(2),
  };
}

/** Returns the products of a menu, each with its changes. A change of null removes the product. */
export function makeProducts(
  count: number,
  change: (place: number) => Partial<ComparedProduct> | null = () => ({}),
): ComparedProduct[] {
  return Array.from({ length: count }, (_, place) => {
    const changes = change(place);
    return changes === null ? [] : [makeCompared(place, changes)];
  }).flat();
}

/** Returns an ingested menu whose list prices equal those of the menu before it. */
export function remembered(changes: Partial<RememberedMenu>): RememberedMenu {
  return { products: 0, inStock: null, priceMoves: { up: 0, down: 0 }, ...changes };
}

/** Returns what is known of a store whose last menus all had these products. */
export function makeKnown(shelf: ComparedProduct[], changes: Partial<KnownMenu> = {}): KnownMenu {
  const inStock = shelf.filter((product) => product.inStock).length;
  return {
    shelf,
    recent: [remembered({ products: shelf.length, inStock })],
    recentMissing: [0, 0, 0],
    earlier: [],
    ...changes,
  };
}

export function makeFetched(
  products: ComparedProduct[],
  changes: Partial<FetchedProducts> = {},
): FetchedProducts {
  return {
    ids: products.map(({ providerProductId }) => providerProductId),
    products,
    totalCount: products.length,
    missing: 0,
    unreadable: [],
    ...changes,
  };
}
