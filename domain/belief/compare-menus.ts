import { newDifference, type MenuDifference } from './menu-difference.ts';
import { compareOptions, findWithout, type KnownWithout } from './compare-options.ts';
import { countPriceMoves } from './count-price-moves.ts';
import { countReturns, findRepriced } from './count-returns.ts';
import type { ComparedProduct, FetchedProducts, KnownMenu } from './known-menu.ts';

/** Compares a menu with the shelf, product by product, in one pass over each. */
export function compareMenus(known: KnownMenu, { products, ids }: FetchedProducts): MenuDifference {
  const difference = newDifference(known.shelf.length);
  const incoming = new Map(products.map((product) => [product.providerProductId, product]));
  const came = new Set(ids);
  const gone: ComparedProduct[] = [];
  const shelfIds = new Set<string>();
  const tally = newTally(known);
  for (const before of known.shelf) {
    shelfIds.add(before.providerProductId);
    const now = incoming.get(before.providerProductId);
    if (came.has(before.providerProductId)) difference.kept += 1;
    else gone.push(before);
    if (now !== undefined) compareProduct(difference, tally, { before, now });
  }
  summarize(difference, tally);
  const repriced = findRepriced(known.shelf, products);
  difference.listPrices = countPriceMoves(repriced);
  const returns = countReturns(repriced, known.earlier);
  difference.listPricesBack = returns.listPrices;
  difference.valuesBack = returns.values;
  const fresh = products.filter(({ providerProductId }) => !shelfIds.has(providerProductId));
  difference.fresh = ids.reduce((count, id) => count + (shelfIds.has(id) ? 0 : 1), 0);
  if (fresh.length > 0) compareFresh(difference, { fresh, gone, known, came });
  return difference;
}

interface Fresh {
  fresh: readonly ComparedProduct[];
  gone: readonly ComparedProduct[];
  known: KnownMenu;
  came: ReadonlySet<string>;
}

function compareFresh(difference: MenuDifference, { fresh, gone, known, came }: Fresh): void {
  const goneNames = countNames(gone);
  const keptNames = countNames(known.shelf.filter(({ providerProductId }) => came.has(providerProductId)));
  for (const product of fresh) {
    const name = fullName(product);
    if (take(goneNames, name)) difference.renamedIds += 1;
    else if (take(keptNames, name)) difference.copies += 1;
  }
}

/** Intermediate counts, from which a few figures are derived at the end. */
interface Tally {
  knownBrands: ReadonlySet<string | null>;
  knownCategories: ReadonlySet<string | null>;
  had: KnownWithout;
  brands: Set<string | null>;
  categories: Set<string | null>;
  /** For each factor, the distinct quantities that were multiplied by it. */
  ratios: Map<string, Set<number>>;
  quantities: Map<number, number>;
  quantitiesBefore: Map<number, number>;
  specials: Map<number, number>;
  specialsBefore: Map<number, number>;
}

interface Pair {
  before: ComparedProduct;
  now: ComparedProduct;
}

function compareProduct(difference: MenuDifference, tally: Tally, { before, now }: Pair): void {
  if (before.name !== now.name) difference.renamed += 1;
  if (before.brandName !== now.brandName) {
    difference.rebranded += 1;
    tally.brands.add(before.brandName);
    if (tally.knownBrands.has(now.brandName)) difference.tookBrand += 1;
  }
  if (before.category !== now.category) {
    difference.recategorized += 1;
    tally.categories.add(before.category);
    if (tally.knownCategories.has(now.category)) difference.tookCategory += 1;
  }
  // The stock cannot have changed if neither the last payload nor this one reports it.
  if (before.isStockKept !== true || now.quantity !== null) compareStock(difference, { before, now });
  if (isSlashed(now) && !isSlashed(before)) difference.slashed += 1;
  if (isOfferedUnpriced(now) && !isOfferedUnpriced(before)) difference.offeredUnpriced += 1;
  if (before.updatedAt !== null && now.updatedAt !== null) {
    difference.dated += 1;
    if (Date.parse(now.updatedAt) < Date.parse(before.updatedAt)) difference.older += 1;
  }
  compareQuantities(difference, tally, { before, now });
  tickSpecial(tally.specialsBefore, before);
  tickSpecial(tally.specials, now);
  compareOptions(difference, { before, now, had: tally.had });
}

function compareStock(difference: MenuDifference, { before, now }: Pair): void {
  if (before.inStock) {
    difference.wereIn += 1;
    if (!now.inStock) difference.wentOut += 1;
    if (!now.inStock && perOption(before) >= MANY) difference.soldMany += 1;
  } else {
    difference.wereOut += 1;
    if (now.inStock) difference.cameIn += 1;
  }
}

function compareQuantities(difference: MenuDifference, tally: Tally, { before, now }: Pair): void {
  if (before.quantity === null) return;
  difference.counted += 1;
  if (now.quantity === null) {
    difference.uncounted += 1;
    return;
  }
  tick(tally.quantitiesBefore, perOption(before));
  tick(tally.quantities, perOption(now));
  if (before.quantity === now.quantity) return;
  difference.recounted += 1;
  const ratio = (now.quantity + 1) / (before.quantity + 1);
  if (ratio > LEAP) difference.leaptUp += 1;
  if (ratio < 1 / LEAP) difference.leaptDown += 1;
  if (Math.min(before.quantity, now.quantity) < SCALED_FROM) return;
  const factor = now.quantity / before.quantity;
  if (factor >= SCALE || factor <= 1 / SCALE) {
    const key = factor.toPrecision(2);
    tally.ratios.set(key, (tally.ratios.get(key) ?? new Set()).add(before.quantity));
  }
}

/** Returns the average quantity per option, rounded: a product with two options has about twice the quantity of one. */
export function perOption({ quantity, options }: ComparedProduct): number {
  return Math.round((quantity ?? 0) / Math.max(1, options.length));
}

function tick(counts: Map<number, number>, value: number): void {
  counts.set(value, (counts.get(value) ?? 0) + 1);
}

/** Counts a product under its lowest special price; a product without one is not counted. */
function tickSpecial(counts: Map<number, number>, product: ComparedProduct): void {
  const lowest = lowestSpecial(product);
  if (lowest !== null) tick(counts, lowest);
}

/** Returns a product's lowest special price; null if it has none. */
export function lowestSpecial({ options }: Pick<ComparedProduct, 'options'>): number | null {
  const specials = options.flatMap(({ specialRec, specialMed }) => [specialRec, specialMed]);
  const prices = specials.filter((price) => price !== null).map(Number);
  return prices.length > 0 ? Math.min(...prices) : null;
}

function summarize(difference: MenuDifference, tally: Tally): void {
  difference.brandsLeft = tally.brands.size;
  difference.categoriesLeft = tally.categories.size;
  difference.alike = Math.max(0, ...tally.quantities.values());
  difference.wereAlike = Math.max(0, ...tally.quantitiesBefore.values());
  difference.specialsAlike = Math.max(0, ...tally.specials.values());
  difference.specialsWereAlike = Math.max(0, ...tally.specialsBefore.values());
  difference.scaled = Math.max(0, ...[...tally.ratios.values()].map(({ size }) => size));
}

const SCALE = 5;

/** Changes from or to a smaller quantity are not examined for a common factor: small quantities are multiples by chance. */
const SCALED_FROM = 5;

/** An option of which at least this many are left does not sell out between two crawls. */
const MANY = 8;

/** A quantity changes in small steps: four times or a quarter as many between two crawls is a restock or a mistake. */
const LEAP = 4;

const SLASHED = 0.5;

function isSlashed({ options }: ComparedProduct): boolean {
  return options.some(
    ({ rec, med, specialRec, specialMed }) => isHalf(specialRec, rec) || isHalf(specialMed, med),
  );
}

function isHalf(special: string | null, list: string | null): boolean {
  return special !== null && list !== null && Number(special) <= Number(list) * SLASHED;
}

function isOfferedUnpriced({ onSpecial, options }: ComparedProduct): boolean {
  return (
    onSpecial && options.every(({ specialRec, specialMed }) => specialRec === null && specialMed === null)
  );
}

/** Returns brand and name, by which a product is recognized when its id has changed. */
export function fullName({ name, brandName }: ComparedProduct): string {
  return `${brandName ?? ''}\n${name}`;
}

function countNames(products: readonly ComparedProduct[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const product of products) {
    const name = fullName(product);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function take(counts: Map<string, number>, name: string): boolean {
  const left = counts.get(name) ?? 0;
  if (left > 0) counts.set(name, left - 1);
  return left > 0;
}

function newTally({ shelf, earlier }: KnownMenu): Tally {
  return {
    knownBrands: new Set(shelf.map(({ brandName }) => brandName)),
    knownCategories: new Set(shelf.map(({ category }) => category)),
    had: findWithout(earlier),
    brands: new Set(),
    categories: new Set(),
    ratios: new Map(),
    quantities: new Map(),
    quantitiesBefore: new Map(),
    specials: new Map(),
    specialsBefore: new Map(),
  };
}
