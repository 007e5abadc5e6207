import type { CanonicalOption, CanonicalProduct } from './product.ts';

/** What a menu comparison looks at of a product. */
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
  /** Which of the options with this label, from 0: some menus list a label twice. */
  nth: number;
}

/** Null stands for an option that was not there, or is not there any more. */
interface PriceChange extends OfOption {
  from: OptionPrices | null;
  to: OptionPrices | null;
}

/** A change of an option's quantity, or, without an option, of whether the product can be bought at all. */
type StockChange =
  | (OfOption & { from: OptionStock | null; to: OptionStock | null })
  | (OfProduct & { option: null; from: { inStock: boolean }; to: { inStock: boolean } });

/** What must be done to one menu to make it another, as far as products, prices and stock go. */
export interface MenuDiff {
  added: ComparedProduct[];
  removed: OfProduct[];
  priceChanges: PriceChange[];
  stockChanges: StockChange[];
}

/** What changed from one menu to another, by option; products are matched by their ids, of which each is listed once. */
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

/** Both are made above, with their fields in one order. */
function isSame(one: object | null, other: object | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
