import type { CanonicalOption, CanonicalProduct } from './product.ts';

/** The fields of a product that a menu comparison uses. */
export interface ComparedProduct extends Pick<CanonicalProduct, 'providerProductId' | 'name' | 'inStock'> {
  options: ComparedOption[];
}

type ComparedOption = Pick<CanonicalOption, 'option'> & OptionPrices & OptionStock;

type OptionPrices = Pick<CanonicalOption, 'rec' | 'med' | 'specialRec' | 'specialMed'>;

type OptionStock = Pick<CanonicalOption, 'quantity' | 'quantityCapped'>;

interface OfProduct {
  providerProductId: string;
  name: string;
}

interface OfOption extends OfProduct {
  option: string;
  /** Its position among the options with this label, from 0: some menus list a label twice. */
  nth: number;
}

/** A side is null if the option does not exist in that menu. */
interface PriceChange extends OfOption {
  from: OptionPrices | null;
  to: OptionPrices | null;
}

/** A change of an option's quantity or, if `option` is null, of whether the product is in stock. */
type StockChange =
  | (OfOption & { from: OptionStock | null; to: OptionStock | null })
  | (OfProduct & { option: null; from: { inStock: boolean }; to: { inStock: boolean } });

/** The changes from one menu to another in products, prices and stock. */
export interface MenuDiff {
  added: ComparedProduct[];
  removed: OfProduct[];
  priceChanges: PriceChange[];
  stockChanges: StockChange[];
}

/** Finds the changes between two menus, by option. Products are matched by id, and each id must be unique in its menu. */
export function diffMenus(before: ComparedProduct[], after: ComparedProduct[]): MenuDiff {
  const [old, current] = [byId(before), byId(after)];
  const diff: MenuDiff = { added: [], removed: [], priceChanges: [], stockChanges: [] };
  for (const [id, product] of old) if (!current.has(id)) diff.removed.push(nameOf(product));
  for (const [id, product] of current) {
    const known = old.get(id);
    if (known === undefined) diff.added.push(product);
    else diffProduct(known, product, diff);
  }
  return diff;
}

function diffProduct(old: ComparedProduct, current: ComparedProduct, diff: MenuDiff): void {
  const product = nameOf(current);
  if (old.inStock !== current.inStock) {
    diff.stockChanges.push({
      ...product,
      option: null,
      from: { inStock: old.inStock },
      to: { inStock: current.inStock },
    });
  }
  const [before, after] = [byLabel(old.options), byLabel(current.options)];
  for (const [key, place] of new Map([...before, ...after])) {
    const [from, to] = [before.get(key)?.option ?? null, after.get(key)?.option ?? null];
    const option = { ...product, option: place.option.option, nth: place.nth };
    const prices = { from: from && pricesOf(from), to: to && pricesOf(to) };
    if (!isSame(prices.from, prices.to)) diff.priceChanges.push({ ...option, ...prices });
    const stock = { from: from && stockOf(from), to: to && stockOf(to) };
    if (!isSame(stock.from, stock.to)) diff.stockChanges.push({ ...option, ...stock });
  }
}

function byId(products: ComparedProduct[]): Map<string, ComparedProduct> {
  return new Map(products.map((product) => [product.providerProductId, product]));
}

interface PlacedOption {
  option: ComparedOption;
  nth: number;
}

function byLabel(options: ComparedOption[]): Map<string, PlacedOption> {
  const seen = new Map<string, number>();
  return new Map(
    options.map((option) => {
      const nth = seen.get(option.option) ?? 0;
      seen.set(option.option, nth + 1);
      return [`${nth} ${option.option}`, { option, nth }];
    }),
  );
}

function nameOf({ providerProductId, name }: ComparedProduct): OfProduct {
  return { providerProductId, name };
}

function pricesOf({ rec, med, specialRec, specialMed }: ComparedOption): OptionPrices {
  return { rec, med, specialRec, specialMed };
}

function stockOf({ quantity, quantityCapped }: ComparedOption): OptionStock {
  return { quantity, quantityCapped };
}

/** Compares JSON, because both sides are built above with the same field order. */
function isSame(one: object | null, other: object | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
