import type { CanonicalOption, CanonicalProduct } from '../product.ts';

/** The fields that identify a product whose id has changed. */
export interface LinkableProduct extends Pick<
  CanonicalProduct,
  'providerProductId' | 'name' | 'brandName' | 'category'
> {
  options: readonly Pick<CanonicalOption, 'option' | 'rec' | 'med'>[];
}

/** The id of a product on the shelf, and its new id in the menu. */
export interface RenamedId {
  from: string;
  to: string;
}

/** A menu to compare with a shelf. */
export interface LinkableMenu {
  /** Every id that came, including those of unreadable products. */
  ids: readonly string[];
  /** The readable products of the menu whose ids are unknown so far. */
  fresh: readonly LinkableProduct[];
}

/**
 * Finds the products that a menu has under new ids. Products that are missing from the menu are paired with new ones of the same
 * name, brand and category: first those with the same sizes and prices, then those with the same sizes, then those that share a
 * size. Ties are broken by price and id, so that the same menus give the same pairs.
 * @returns pairs; each product occurs at most once on either side, and no paired shelf id is in the menu
 */
export function linkRenamed(shelf: readonly LinkableProduct[], { ids, fresh }: LinkableMenu): RenamedId[] {
  const came = new Set(ids);
  const onShelf = new Set(shelf.map(({ providerProductId }) => providerProductId));
  let gone = inOrder(shelf.filter(({ providerProductId }) => !came.has(providerProductId)));
  let left = inOrder(fresh.filter(({ providerProductId }) => !onShelf.has(providerProductId)));
  const links: RenamedId[] = [];
  for (const keysOf of [bySizesAndPrices, bySizes, byEachSize]) {
    if (gone.length === 0 || left.length === 0) break;
    const found = pair(gone, left, keysOf);
    links.push(...found);
    const [from, to] = [new Set(found.map((link) => link.from)), new Set(found.map((link) => link.to))];
    gone = gone.filter(({ providerProductId }) => !from.has(providerProductId));
    left = left.filter(({ providerProductId }) => !to.has(providerProductId));
  }
  return links;
}

/** The keys of a product. Products that share a key may be the same. */
type KeysOf = (product: LinkableProduct) => string[];

const bySizesAndPrices: KeysOf = (product) => [
  keyOf(product, product.options.map(({ option, rec, med }) => JSON.stringify([option, rec, med])).sort()),
];

const bySizes: KeysOf = (product) => [keyOf(product, product.options.map(({ option }) => option).sort())];

const byEachSize: KeysOf = (product) => product.options.map(({ option }) => keyOf(product, [option]));

function keyOf({ name, brandName, category }: LinkableProduct, more: string[]): string {
  return JSON.stringify([name, brandName, category, ...more]);
}

/** Pairs each product of `left`, in order, with the first free one of `gone` that shares a key. */
function pair(
  gone: readonly LinkableProduct[],
  left: readonly LinkableProduct[],
  keysOf: KeysOf,
): RenamedId[] {
  const waiting = new Map<string, string[]>();
  // Lists are reversed and popped from the end, which avoids shifting.
  for (const product of gone.toReversed())
    for (const key of keysOf(product)) {
      const ids = waiting.get(key);
      if (ids === undefined) waiting.set(key, [product.providerProductId]);
      else ids.push(product.providerProductId);
    }
  const taken = new Set<string>();
  const links: RenamedId[] = [];
  for (const product of left) {
    for (const key of keysOf(product)) {
      const from = takeFree(waiting.get(key), taken);
      if (from === undefined) continue;
      taken.add(from);
      links.push({ from, to: product.providerProductId });
      break;
    }
  }
  return links;
}

/** Removes and returns the first free id of a reversed list, and drops the taken ids before it; undefined if none is free. */
function takeFree(ids: string[] | undefined, taken: ReadonlySet<string>): string | undefined {
  let id = ids?.pop();
  while (id !== undefined && taken.has(id)) id = ids?.pop();
  return id;
}

/** Sorts by price, then by id. */
function inOrder(products: readonly LinkableProduct[]): readonly LinkableProduct[] {
  return products
    .map((product) => ({ product, price: lowestPrice(product) }))
    .sort(
      (one, other) =>
        one.price - other.price || (one.product.providerProductId < other.product.providerProductId ? -1 : 1),
    )
    .map(({ product }) => product);
}

function lowestPrice({ options }: LinkableProduct): number {
  const prices = options.flatMap(({ rec, med }) => [rec, med].filter((price) => price !== null).map(Number));
  return Math.min(NO_PRICE, ...prices);
}

/** Above all prices, so that products without a price come last. */
const NO_PRICE = 1e9;
