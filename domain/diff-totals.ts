import type { CanonicalProduct } from './product.ts';

/** The values of a snapshot that belong to the whole product instead of an option. */
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
  /** Only the values that differ. */
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
 * Finds the products of both menus whose totals differ.
 * @param before a menu of snapshots, which may be older than the column for `priceOption`
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

/** Whether a snapshot is older than the column for `priceOption`: it has a price, but does not say to which option the price belongs. */
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
