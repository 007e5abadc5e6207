import type { CanonicalProduct } from './product.ts';

/** What a snapshot holds of a product as a whole, beside its options. */
export type Totals = Pick<
  CanonicalProduct,
  | 'priceRec'
  | 'priceMed'
  | 'specialRec'
  | 'specialMed'
  | 'priceOption'
  | 'onSpecial'
  | 'quantity'
  | 'quantityCapped'
  | 'thc'
  | 'cbd'
>;

export interface TotalsChange {
  providerProductId: string;
  name: string;
  /** The values that are not the same, alone. */
  from: Partial<Totals>;
  to: Partial<Totals>;
}

type Product = Totals & Pick<CanonicalProduct, 'providerProductId' | 'name'>;

const NAMES = [
  'priceRec',
  'priceMed',
  'specialRec',
  'specialMed',
  'priceOption',
  'onSpecial',
  'quantity',
  'quantityCapped',
  'thc',
  'cbd',
] as const satisfies readonly (keyof Totals)[];

/**
 * Which products that both menus have differ in what is said of them as a whole.
 * @param before a menu of snapshots, which may be older than the column of `priceOption`
 */
export function diffTotals(before: Product[], after: Product[]): TotalsChange[] {
  const old = new Map(before.map((product) => [product.providerProductId, product]));
  return after.flatMap((product) => {
    const known = old.get(product.providerProductId);
    if (known === undefined) return [];
    const names = NAMES.filter(
      (name) => !isSame(known[name], product[name]) && !(name === 'priceOption' && isUnrecorded(known)),
    );
    if (names.length === 0) return [];
    const { providerProductId, name } = product;
    return [{ providerProductId, name, from: pick(known, names), to: pick(product, names) }];
  });
}

/** A price is always that of an option: without one, the product is from before options were recorded. */
function isUnrecorded({ priceRec, priceMed, priceOption }: Totals): boolean {
  return priceOption === null && (priceRec !== null || priceMed !== null);
}

function pick(product: Totals, names: (keyof Totals)[]): Partial<Totals> {
  return Object.fromEntries(names.map((name) => [name, product[name]]));
}

function isSame(one: Totals[keyof Totals], other: Totals[keyof Totals]): boolean {
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object')
    return one === other;
  return one.low === other.low && one.high === other.high && one.unit === other.unit;
}
